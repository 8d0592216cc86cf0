import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { loadOutside } from '../load.js'

test.group('node ace plugin:…', (group) => {
  let place: string
  group.each.setup(async () => {
    place = await mkdtemp(join(tmpdir(), 'crossdock-ace-'))
    return () => rm(place, { recursive: true, force: true })
  })

  const folder = () => join(place, 'plugins')

  /** Runs the command as an operator does, outside of the application. */
  function ace(...args: string[]): Promise<{ code: number; said: string }> {
    const env = { ...process.env, NODE_OPTIONS: '', CROSSDOCK_PLUGINS_DIR: folder() }
    return new Promise((resolve) => {
      const child = execFile(process.execPath, ['ace', ...args], { env }, (error, out, err) =>
        resolve({ code: error ? Number(error.code) : 0, said: out + err })
      )
      child.stdin!.end()
    })
  }

  async function source(name: string, manifest: object, declaration: string, imports = '') {
    const at = join(place, name)
    await mkdir(at, { recursive: true })
    const whole = { name, version: '1.0.0', type: 'module', exports: './index.js', ...manifest }
    await writeFile(join(at, 'package.json'), JSON.stringify(whole))
    const code = `import { definePlugin } from '@crossdock/kernel/plugin'
${imports}
export default definePlugin(${declaration})`
    await writeFile(join(at, 'index.js'), code)
    return at
  }

  const crossdock = { kernel: '^1.0' }

  // Red when alone() does its work without the lock: each takes the other's copy away.
  test('one command changes the folder at a time', async ({ assert }) => {
    const names = ['cd-one', 'cd-two']
    const sources = [
      await source('cd-one', { crossdock }, `{ name: 'one' }`),
      await source('cd-two', { crossdock }, `{ name: 'two' }`),
    ]
    const ends = await Promise.all(sources.map((at) => ace('plugin:add', at)))
    const listed = (await ace('plugin:list')).said
    for (const [at, { code, said }] of ends.entries()) {
      if (code === 0) assert.include(listed, names[at]!)
      else assert.match(said, /^Another command is changing .*plugins \(process \d+\)/)
    }
    assert.isTrue(ends.some(({ code }) => code === 0))
    // One that was killed leaves its lock.
    await writeFile(join(folder(), '.lock'), '4194305')
    assert.equal((await ace('plugin:disable', 'cd-one')).said.includes('Another command'), false)
    await writeFile(join(folder(), '.lock'), String(process.pid))
    assert.match((await ace('plugin:disable', 'cd-one')).said, /^Another command is changing/)
  }).timeout(900_000)

  // Red when settle() is not called, and when finish() takes what is not in the change for removed.
  test('a change that was interrupted in its last moment is ended by the next command', async ({
    assert,
  }) => {
    await ace('plugin:add', await source('cd-good', { crossdock }, `{ name: 'good' }`))
    const parts = ['node_modules', 'packages', 'package-lock.json', 'package.json']
    for (let done = 0; done <= parts.length; done++) {
      const change = join(folder(), '.changed')
      await mkdir(change)
      for (const part of parts.slice(done)) {
        await cp(join(folder(), part), join(change, part), { recursive: true })
      }
      // Its place is free already: the old one was moved away.
      const next = parts[done]
      if (next) await rename(join(folder(), next), join(folder(), '.old'))
      const failed = await loadOutside(folder()).catch((error: Error) => error.message)
      assert.match(String(failed), /is half changed: .* "node ace plugin:list" puts the rest/)
      assert.match((await ace('plugin:list')).said, /cd-good +1\.0\.0 .*in use/)
      assert.sameMembers(await readdir(folder()), parts)
      assert.lengthOf(await loadOutside(folder()), 1)
    }
  }).timeout(900_000)

  test('what keeps it from changing the folder is told in a sentence', async ({ assert }) => {
    await writeFile(folder(), 'no folder')
    const at = await source('cd-good', { crossdock }, `{ name: 'good' }`)
    for (const command of [['plugin:add', at], ['plugin:remove', 'cd-good'], ['plugin:list']]) {
      const { said, code } = await ace(...command)
      assert.equal(code, 1)
      assert.notMatch(said, /\n\s+at /)
      assert.include(said, folder())
    }
    await rm(folder())
    assert.match((await ace('plugin:add', '--registry=http://else')).said, /^Usage: /)

    // A package that was torn keeps nobody from getting rid of it.
    assert.equal((await ace('plugin:add', at)).code, 0)
    await writeFile(join(folder(), 'node_modules/cd-good/package.json'), '')
    assert.match((await ace('plugin:list')).said, /cannot be used: .*package\.json cannot be read/)
    assert.equal((await ace('plugin:remove', 'cd-good')).code, 0)
  }).timeout(900_000)

  // Red when checkSet() does not look at screens, or not at verbs.
  test('what its screens and verbs clash with is told before anything changes', async ({
    assert,
  }) => {
    const cases: [name: string, key: string, code: string, told: RegExp][] = [
      [
        'cd-tab',
        'console',
        `import { defineConsolePlugin } from '@crossdock/admin/kit'
export default defineConsolePlugin({ id: 'tab', tabs: [{ page: 'integrations', id: 'systems', label: 'x', component: () => null }] })`,
        /"tab" brings the tab "systems" of the page "integrations", but "integrations" already has it/,
      ],
      [
        'cd-kit',
        'console',
        `import { Nothing } from '@crossdock/admin/kit'; export default { id: Nothing }`,
        /The console cannot be built with the screens .*"Nothing" is not exported/s,
      ],
      [
        'cd-page',
        'console',
        `document.title = 'Mine'; export default { id: 'page' }`,
        /document is not defined \(what a package names as "crossdock\.console" is data/,
      ],
      [
        'cd-verb',
        'cli',
        `export default (program) => program.command('assets')`,
        /"cd-verb" could not add its commands: .*'assets'/,
      ],
    ]
    for (const [name, key, code, told] of cases) {
      const at = await source(
        name,
        { crossdock: { ...crossdock, [key]: './more.js' } },
        `{ name: 'x' }`
      )
      await writeFile(join(at, 'more.js'), code)
      const refused = await ace('plugin:add', at)
      assert.match(refused.said, told)
      assert.equal(refused.code, 1)
      assert.notMatch(refused.said, /\n\s+at /)
    }
    assert.match((await ace('plugin:list')).said, /No plugins were added/)
  }).timeout(900_000)

  // Red when check_plugins.ts does not fill the extension points, and when it leaves its status to whoever ends it.
  test('adds, changes, leaves out and removes; a refusal leaves everything as it was', async ({
    assert,
  }) => {
    const good = await source('cd-good', { crossdock }, `{ name: 'good' }`)
    const added = await ace('plugin:add', good)
    assert.match(added.said, /Added cd-good 1\.0\.0\. Restart Crossdock/)
    assert.equal(added.code, 0)
    const [plugin] = await loadOutside(folder())
    assert.equal(plugin!.name, 'good')
    const before = await readFile(join(folder(), 'package.json'), 'utf8')

    const refusals: [string, RegExp][] = [
      [await source('cd-none', {}, `{ name: 'none' }`), /"cd-none" is no plugin of Crossdock/],
      [
        await source('cd-thief', { crossdock }, `{ name: 'flows' }`),
        /"flows" is installed twice: with Crossdock and by the package "cd-thief"/,
      ],
      [
        await source('cd-all', { crossdock: { ...crossdock, operator: true } }, `{ name: 'all' }`),
        /cd-all asks for operator rights: .* every tenant\. Repeat with --yes/,
      ],
      [
        await source('@crossdock/kernel', { crossdock }, `{ name: 'kernel2' }`),
        /"@crossdock\/kernel" bears a name of Crossdock's own packages/,
      ],
      [
        await source('cd-exit', { crossdock }, `{ name: 'exit', dependsOn: process.exit(0) }`),
        /Crossdock ended while plugin "cd-exit" was being loaded/,
      ],
      [
        await source(
          'cd-step',
          { crossdock },
          `{ name: 'step', contributes: [{ point: 'flows.stepTypes', fill: () => stepTypes.add('delay', {}) }] }`,
          `import { stepTypes } from '@crossdock/flows/contracts'`
        ),
        /"step" failed while contributing to "flows\.stepTypes": .*"delay" is already taken/,
      ],
      [
        await source('cd-out', { crossdock: { ...crossdock, cli: '../x.js' } }, `{ name: 'out' }`),
        /"cd-out" names \.\.\/x\.js as "crossdock\.cli" .* no such file in it/,
      ],
    ]
    for (const [at, told] of refusals) {
      const refused = await ace('plugin:add', at)
      assert.match(refused.said, told)
      assert.equal(refused.code, 1)
      assert.notMatch(refused.said, /\n\s+at /)
    }
    assert.equal(await readFile(join(folder(), 'package.json'), 'utf8'), before)
    assert.deepEqual((await readdir(join(folder(), 'packages'))).sort(), ['cd-good-1.0.0.tgz'])

    assert.equal((await ace('plugin:disable', 'cd-good')).code, 0)
    assert.deepEqual(await loadOutside(folder()), [])
    assert.match((await ace('plugin:list')).said, /cd-good +1\.0\.0 +\^1\.0 +no +disabled/)
    assert.equal((await ace('plugin:enable', 'cd-good')).code, 0)

    // The same version with other content, as its author adds it again and again.
    const again = `import { definePlugin } from '@crossdock/kernel/plugin'
export default definePlugin({ name: 'better' })`
    await writeFile(join(good, 'index.js'), again)
    assert.match((await ace('plugin:add', good)).said, /Changed cd-good 1\.0\.0\./)
    const installed = join(folder(), 'node_modules/cd-good/index.js')
    assert.include(await readFile(installed, 'utf8'), 'better')

    // What is left out is not looked at: it is when it is taken again.
    await ace('plugin:disable', 'cd-good')
    await writeFile(join(good, 'index.js'), `throw new Error('not today')`)
    assert.match(
      (await ace('plugin:add', good)).said,
      /Changed cd-good 1\.0\.0\. It stays left out/
    )
    const refused = await ace('plugin:enable', 'cd-good')
    assert.match(refused.said, /"cd-good" failed while being loaded: not today/)
    assert.equal(refused.code, 1)
    assert.match((await ace('plugin:list')).said, /cd-good .* disabled/)

    assert.match((await ace('plugin:remove', 'cd-good')).said, /Removed cd-good/)
    assert.match((await ace('plugin:remove', 'cd-good')).said, /no added plugin package "cd-good"/)
    assert.match((await ace('plugin:list')).said, /No plugins were added/)
  }).timeout(900_000)
})
