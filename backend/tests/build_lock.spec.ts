// onOneDatabase: no database takes part
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { test } from '@japa/runner'
import { freePort, until } from '@crossdock/backend/testing'
import { locked } from '../bin/bootstrap/lock.mjs'
import { run } from '../outside/tests/added_weather.js'

const module = pathToFileURL(join(process.cwd(), 'backend/bin/bootstrap/lock.mjs')).href

/** Starts a process that holds the lock until it receives input. */
async function holderOf(lock: string): Promise<ChildProcess> {
  const source = `
    const { locked } = await import(${JSON.stringify(module)})
    await locked(process.argv[1], async () => {
      process.stdout.write('held')
      await new Promise((go) => process.stdin.once('data', go))
    })
    process.exit()`
  const args = ['--input-type=module', '--eval', source, lock]
  const env = { ...process.env, NODE_OPTIONS: '' }
  const child = spawn(process.execPath, args, { env, stdio: ['pipe', 'pipe', 'inherit'] })
  await once(child.stdout!, 'data')
  return child
}

test.group('The lock of a folder that is built', (group) => {
  let place: string
  group.each.setup(async () => {
    place = await mkdtemp(join(tmpdir(), 'crossdock-build-'))
    return () => rm(place, { recursive: true, force: true })
  })

  // Red when take() does not wait, or does not name the holder.
  test('makes a second process wait, and names the holder', async ({ assert, cleanup }) => {
    const lock = join(place, '.lock')
    const holder = await holderOf(lock)
    cleanup(() => void holder.kill('SIGKILL'))
    const order: string[] = []
    const second = locked(
      lock,
      () => void order.push('second'),
      (pid) => {
        assert.equal(pid, holder.pid)
        order.push('waits')
        holder.stdin!.write('go')
      }
    )
    await Promise.all([second, once(holder, 'exit')])
    assert.deepEqual(order, ['waits', 'second'])
    assert.deepEqual(await readdir(place), [])
  })

  // Red when liveHolder() accepts a dead process, or compares only the process id.
  test('is free after its holder died, even when another process has the same id', async ({
    assert,
  }) => {
    const lock = join(place, '.lock')
    const holder = await holderOf(lock)
    holder.kill('SIGKILL')
    await once(holder, 'exit')
    const heldBy = (pid: number) => assert.fail(`${pid} holds it`)
    assert.equal(await locked(lock, () => 'taken', heldBy), 'taken')
    if (process.platform !== 'linux') return
    await mkdir(lock)
    await writeFile(join(lock, `${process.pid}-1-other`), '')
    assert.equal(await locked(lock, () => 'taken', heldBy), 'taken')
  })

  // Red when only modification times count: a copied folder and an image would want to build, which the account of
  // the service may not.
  test('a part is built again for other contents, not for other times', async ({
    assert,
    cleanup,
  }) => {
    const stamps = 'node_modules/.crossdock'
    const input = `${stamps}/times.txt`
    cleanup(async () => {
      await rm(input, { force: true })
      await rm(`${stamps}/times.json`, { force: true })
    })
    const builder = pathToFileURL(join(process.cwd(), 'backend/bin/bootstrap/build.mjs')).href
    const source = `
      const { build } = await import(${JSON.stringify(builder)})
      const make = async () => void process.stdout.write('made ')
      const part = { name: 'times', result: '${input}', inputs: () => ['${input}'], make }
      await build(process.execPath, [part])`
    const builds = async () => {
      const env = { ...process.env, NODE_OPTIONS: '' }
      const args = ['--input-type=module', '--eval', source]
      return (await run(process.execPath, args, { env })).stdout
    }
    await mkdir(stamps, { recursive: true })
    await writeFile(input, 'one')
    assert.equal(await builds(), 'made ')
    await utimes(input, 0, 0)
    assert.equal(await builds(), '')
    await writeFile(input, 'two')
    assert.equal(await builds(), 'made ')
    assert.equal(await builds(), '')
  })

  test('makes two starts of one clone build it once', async ({ assert, cleanup }) => {
    const clone = join(place, 'clone')
    const { stdout } = await run('git', ['ls-files', '-zco', '--exclude-standard'], {
      maxBuffer: 2 ** 26,
    })
    for (const file of stdout.split('\0').filter((path) => path && existsSync(path))) {
      await mkdir(dirname(join(clone, file)), { recursive: true })
      await cp(file, join(clone, file), { verbatimSymlinks: true })
    }
    await run('cp', ['-a', 'node_modules', clone])
    for (const path of ['.crossdock', '.cache']) {
      await rm(join(clone, 'node_modules', path), { recursive: true, force: true })
    }
    const servers = await Promise.all(
      [0, 1].map(async (at) => {
        const env = {
          PATH: process.env.PATH,
          HOST: '127.0.0.1',
          PORT: String(await freePort()),
          DEMO: 'false',
          DATA_DIR: join(place, `data-${at}`),
        }
        const start = ['backend/bin/bootstrap.mjs', 'start']
        const child = spawn(process.execPath, start, { cwd: clone, env })
        cleanup(() => void child.kill('SIGKILL'))
        const output: string[] = []
        child.stdout.on('data', (chunk) => output.push(String(chunk)))
        child.stderr.on('data', (chunk) => output.push(String(chunk)))
        return { child, said: () => output.join('') }
      })
    )
    for (const { child, said } of servers) {
      await until('a server to be ready', () => {
        if (child.exitCode !== null) throw new Error(`It ended:\n${said()}`)
        return said().includes('Crossdock is ready')
      })
    }
    const all = servers.map(({ said }) => said()).join('')
    assert.lengthOf([...all.matchAll(/^Building server and console/gm)], 1, all)
    assert.match(all, /^Process \d+ installs or builds in this folder: waiting/m)
    for (const { child } of servers) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
  })
    .tags(['long'])
    .timeout(3_600_000)
})
