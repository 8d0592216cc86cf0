// onOneDatabase: no database takes part
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { test } from '@japa/runner'

const lock = pathToFileURL(join(process.cwd(), 'backend/bin/bootstrap/plugin_lock.mjs'))

/** Takes the lock forty times, asserts that it is alone, and leaves the lock like a killed process. */
const command = `
  import { mkdirSync, readdirSync, renameSync, rmdirSync } from 'node:fs'
  const { alone } = await import(${JSON.stringify(lock)})
  const folder = process.env.CROSSDOCK_PLUGINS_DIR
  process.stdout.write('ready')
  await new Promise((go) => process.stdin.once('data', go))
  for (let left = 40; left > 0; ) {
    try {
      await alone(() => {
        mkdirSync(folder + '.inside')
        const [own] = readdirSync(folder + '/.lock')
        rmdirSync(folder + '.inside')
        renameSync(folder + '/.lock/' + own, folder + '/.lock/4194305-' + left)
        left--
      })
    } catch (error) {
      if (!error.message.startsWith('Another command')) throw error
    }
  }
  process.exit()`

// Red when a lock that has a new holder is removed, or take() lets two processes in.
test('after the holder died, one command at a time gets the lock', async ({ assert, cleanup }) => {
  const place = await mkdtemp(join(tmpdir(), 'crossdock-lock-'))
  cleanup(() => rm(place, { recursive: true, force: true }))
  const env = { ...process.env, NODE_OPTIONS: '', CROSSDOCK_PLUGINS_DIR: join(place, 'plugins') }
  const commands = Array.from({ length: 4 }, () =>
    spawn(process.execPath, ['--input-type=module', '--eval', command], { env })
  )
  const said = commands.map(({ stderr }) => stderr.setEncoding('utf8').toArray())
  await Promise.all(commands.map(({ stdout }) => once(stdout, 'data')))
  const ends = commands.map((child) => once(child, 'exit'))
  for (const { stdin } of commands) stdin.write('go')
  const output = (await Promise.all(said)).flat().join('')
  assert.deepEqual(
    (await Promise.all(ends)).map(([status]) => status),
    [0, 0, 0, 0],
    output
  )
})
