// onOneDatabase: no database takes part
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { size } from '@crossdock/kernel/testing'
import { test } from '@japa/runner'
import { loadAddedPlugins } from '../load.js'

test.group('node ace plugin:…', (group) => {
  let place: string
  const makePlace = async () => {
    place = await mkdtemp(join(tmpdir(), 'crossdock-ace-'))
    const made = place
    return () => rm(made, { recursive: true, force: true })
  }
  group.each.setup(makePlace)

  const folder = () => join(place, 'plugins')

  let added: { said: string; code: number; folder: string }
  group.setup(async () => {
    const remove = await makePlace()
    const good = await source('cd-good', { crossdock }, `{ name: 'good' }`)
    added = { ...(await ace('plugin:add', good)), folder: folder() }
    return remove
  })
  /** The folder with `cd-good` in it. npm runs only once. */
  const withGood = () => cp(added.folder, folder(), { recursive: true })

  /** Runs the command like an operator does, without the application. */
  const ace = (...args: string[]) => run(['ace', ...args])

  function run(args: string[], more: NodeJS.ProcessEnv = {}, cwd = '.') {
    const env = {
      ...process.env,
      NODE_OPTIONS: '',
      CROSSDOCK_PLUGINS_DIR: folder(),
      DATA_DIR: place,
      ...more,
    }
    return new Promise<{ code: number; said: string }>((resolve) => {
      const child = execFile(process.execPath, args, { env, cwd }, (error, out, err) =>
        resolve({ code: error ? Number(error.code) : 0, said: out + err })
      )
      child.stdin!.end()
    })
  }

  const manifest = (name: string, more: object) =>
    JSON.stringify({ name, version: '1.0.0', type: 'module', exports: './index.js', ...more })

  async function source(name: string, more: object, declaration: string) {
    const at = join(place, name)
    await mkdir(at, { recursive: true })
    await writeFile(join(at, 'package.json'), manifest(name, more))
    const code = `import { definePlugin } from '@crossdock/kernel/plugin'
export default definePlugin(${declaration})`
    await writeFile(join(at, 'index.js'), code)
    return at
  }

  const crossdock = { kernel: '^0.1' }
  const ending = `{ name: 'exit', dependsOn: process.exit(0) }`
  const parts = ['node_modules', 'package-lock.json', 'package.json', 'packages']

  // Red when change() or setDisabled() works without the lock.
  test('one command changes the folder at a time', async ({ assert }) => {
    await withGood()
    const lock = join(folder(), '.lock')
    await mkdir(lock)
    await writeFile(join(lock, `${process.pid}--test`), '')
    for (const name of ['add', 'remove', 'disable', 'enable']) {
      const { said, code } = await ace(`plugin:${name}`, 'cd-good')
      assert.equal(code, 1)
      assert.match(said, /^Another command is changing .*plugins \(process \d+\)/)
    }
    // A killed command leaves its lock.
    await rename(join(lock, `${process.pid}--test`), join(lock, '4194305--test'))
    assert.equal((await ace('plugin:disable', 'cd-good')).code, 0)
    assert.deepEqual((await readdir(folder())).sort(), parts)
  })

  // Red when settle() is not called, and when finish() treats parts missing in the change as removed.
  test('the next command finishes a change that was interrupted while moving into place', async ({
    assert,
  }) => {
    await withGood()
    for (let done = 0; done <= parts.length; done++) {
      const change = join(folder(), '.changed')
      await mkdir(change)
      for (const part of parts.slice(done)) {
        await cp(join(folder(), part), join(change, part), { recursive: true })
      }
      // The target is free: the old part was moved away.
      const next = parts[done]
      if (next) await rename(join(folder(), next), join(folder(), '.old'))
      const failed = await loadAddedPlugins(folder()).catch((error: Error) => error.message)
      assert.match(String(failed), /is partly changed: .* "node ace plugin:list" to finish/)
      assert.match((await ace('plugin:list')).said, /cd-good +1\.0\.0 .*in use/)
      assert.sameMembers(await readdir(folder()), parts)
      assert.lengthOf(await loadAddedPlugins(folder()), 1)
    }
  })

  test('reports in a sentence why the folder cannot be changed', async ({ assert }) => {
    await writeFile(folder(), 'no folder')
    for (const command of [['plugin:add', place], ['plugin:remove', 'cd-good'], ['plugin:list']]) {
      const { said, code } = await ace(...command)
      assert.equal(code, 1)
      assert.notMatch(said, /\n\s+at /)
      assert.include(said, folder())
    }
    await rm(folder())
    assert.match((await ace('plugin:add', '--registry=http://else')).said, /^Usage: /)

    // Red when npm is asked for it: its sentences are about its own files.
    const cases: [string, string | Buffer, RegExp][] = [
      ['cd-gone.tgz', '', /^There is no file or folder .*cd-gone\.tgz\. Name the folder/],
      ['./cd-gone', '', /^There is no file or folder .*cd-gone\. Name the folder/],
      ['torn.tgz', 'no archive', /torn\.tgz cannot be added: it is not a tarball .* damaged\./],
      ['cd-text/package.json', '{', /cd-text cannot be added: its package\.json is not valid JSON/],
      ['cd-none/package.json', '{}', /cd-none cannot be added: .* has no name and version\./],
      ['cd-empty/other', '', /cd-empty cannot be added: it contains no package\.json\./],
    ]
    for (const [name, content, expected] of cases) {
      const isMissing = name.includes('gone')
      const at = isMissing ? name : join(place, name)
      if (!isMissing) await mkdir(dirname(at), { recursive: true })
      if (!isMissing) await writeFile(at, content)
      const given = name.includes('/') && !isMissing ? dirname(at) : at
      const refused = await ace('plugin:add', given)
      assert.match(refused.said, expected)
      assert.notInclude(refused.said, 'npm error')
      assert.equal(refused.code, 1)
    }

    // Red when an inherited property of objects is found as a name, or a local path dependency is accepted.
    const dependencies = { other: 'file:../other' }
    const tied = await source('constructor', { crossdock, dependencies }, `{ name: 'tied' }`)
    const { said, code } = await ace('plugin:add', tied)
    assert.match(
      said,
      /^The package "constructor" depends on "other" through a local path .*\(file:\.\.\/other\)/
    )
    assert.equal(code, 1)
  })

  test('a damaged package can be removed', async ({ assert }) => {
    await withGood()
    await writeFile(join(folder(), 'node_modules/cd-good/package.json'), '')
    assert.match((await ace('plugin:list')).said, /cannot be used: .*package\.json cannot be read/)
    const { said, code } = await ace('plugin:remove', 'cd-good')
    assert.match(said, /Removed cd-good/)
    assert.equal(code, 0)
    assert.match((await ace('plugin:remove', 'cd-good')).said, /no added plugin package "cd-good"/)
    assert.match((await ace('plugin:list')).said, /There are no added plugins/)
  })

  /** Writes files into the installed package, and runs the check of `plugin:enable`. */
  async function enabled(files: Record<string, string>) {
    for (const [name, text] of Object.entries(files)) {
      await writeFile(join(folder(), 'node_modules/cd-good', name), text)
    }
    await ace('plugin:disable', 'cd-good')
    const { said, code } = await ace('plugin:enable', 'cd-good')
    return { said, code, isDisabled: (await loadAddedPlugins(folder())).length === 0 }
  }

  const bringing = (key: 'console' | 'cli', code: string) => ({
    'package.json': manifest('cd-good', { crossdock: { ...crossdock, [key]: './more.js' } }),
    'more.js': code,
  })

  // Red when checkSet() does not check screens, or CLI commands.
  test('conflicts of screens and CLI commands are reported before anything changes', async ({
    assert,
  }) => {
    await withGood()
    const tab = `import { defineConsolePlugin } from '@crossdock/admin/kit'
export default defineConsolePlugin({ id: 'tab', tabs: [{ page: 'integrations', id: 'systems', label: 'x', component: () => null }] })`
    const tabs: [Record<string, string>, RegExp] = [
      bringing('console', tab),
      /"tab" brings the tab "systems" of the page "integrations", but "integrations" already has it/,
    ]
    const verbs: typeof tabs = [
      bringing('cli', `export default (program) => program.command('assets')`),
      /"cd-good" could not add its commands: .*'assets'/,
    ]
    for (const [files, expected] of size({ quick: [verbs], full: [tabs, verbs] })) {
      const refused = await enabled(files)
      assert.match(refused.said, expected)
      assert.notMatch(refused.said, /\n\s+at /)
      assert.deepInclude(refused, { code: 1, isDisabled: true })
    }
  }).tags(['long'])

  // Red when checkSet() does not check screens. A build finds this error before any other.
  test('unreadable screens are reported with the reason', async ({ assert }) => {
    await withGood()
    const refused = await enabled(bringing('console', 'export default {'))
    assert.match(refused.said, /The console cannot be built with the screens .*PARSE_ERROR/s)
    assert.notMatch(refused.said, /\n\s+at /)
    assert.deepInclude(refused, { code: 1, isDisabled: true })
  })

  test('screens that cannot be built or loaded are reported with the reason', async ({
    assert,
  }) => {
    await withGood()
    const cases: [string, RegExp][] = [
      [
        `import { Nothing } from '@crossdock/admin/kit'; export default { id: Nothing }`,
        /The console cannot be built with the screens .*"Nothing" is not exported/s,
      ],
      // Red when the check only builds for Node.js: no browser would load the console.
      [
        `import { readFileSync } from 'node:fs'; export default { id: String(readFileSync) }`,
        /more\.js imports "node:fs", which browsers do not have\./,
      ],
      [
        `document.title = 'Mine'; export default { id: 'page' }`,
        /document is not defined \(the module in "crossdock\.console" must contain only data/,
      ],
    ]
    const program = join(process.cwd(), 'backend/bin/bootstrap/screens_program.mjs')
    for (const [code, expected] of cases) {
      for (const [name, text] of Object.entries(bringing('console', code))) {
        await writeFile(join(folder(), 'node_modules/cd-good', name), text)
      }
      const refused = await run([program], { NODE_ENV: 'production' }, 'admin')
      assert.match(refused.said, expected)
      assert.equal(refused.code, 1)
      assert.notMatch(refused.said, /\n\s+at /)
    }
  }).tags(['long'])

  test('adds a package; a refusal changes nothing', async ({ assert }) => {
    assert.match(added.said, /Added cd-good 1\.0\.0\. Restart Crossdock/)
    assert.equal(added.code, 0)
    await withGood()
    const [plugin] = await loadAddedPlugins(folder())
    assert.equal(plugin!.name, 'good')
    const record = () => readFile(join(folder(), 'package.json'), 'utf8')
    const installed = () => readFile(join(folder(), 'node_modules/cd-good/index.js'), 'utf8')
    const before = [await record(), await installed()]

    type Refused = [() => Promise<string>, RegExp]
    const operator: Refused = [
      () => source('cd-all', { crossdock: { ...crossdock, operator: true } }, `{ name: 'all' }`),
      /cd-all requests operator rights: .* every tenant\. Repeat with --yes/,
    ]
    const others: Refused[] = [
      [() => source('cd-none', {}, `{ name: 'none' }`), /"cd-none" is not a Crossdock plugin/],
      [() => source('cd-good', { crossdock }, ending), /Crossdock ended while plugin "cd-good"/],
    ]
    const refusals = size({ quick: [operator], full: [operator, ...others] })
    for (const [make, expected] of refusals) {
      const refused = await ace('plugin:add', await make())
      assert.match(refused.said, expected)
      assert.equal(refused.code, 1)
      assert.notMatch(refused.said, /\n\s+at /)
    }
    assert.deepEqual([await record(), await installed()], before)
    assert.deepEqual(await readdir(join(folder(), 'packages')), ['cd-good-1.0.0.tgz'])
  })

  // Red when check_plugins.ts does not fill the extension points, and when loaded code can set its exit status.
  test('disables and enables packages that fit', async ({ assert }) => {
    await withGood()
    assert.equal((await ace('plugin:disable', 'cd-good')).code, 0)
    assert.deepEqual(await loadAddedPlugins(folder()), [])
    assert.match((await ace('plugin:list')).said, /cd-good +1\.0\.0 +\^0\.1 +no +disabled/)
    assert.equal((await ace('plugin:enable', 'cd-good')).code, 0)
    assert.lengthOf(await loadAddedPlugins(folder()), 1)

    const cases: [string, RegExp][] = [
      [
        `import { definePlugin } from '@crossdock/kernel/plugin'
export default definePlugin(${ending})`,
        /Crossdock ended while plugin "cd-good" was being loaded/,
      ],
      [
        `import { definePlugin } from '@crossdock/kernel/plugin'
import { stepTypes } from '@crossdock/flows/contracts'
const fill = () => stepTypes.add('delay', {})
export default definePlugin({ name: 'step', contributes: [{ point: 'flows.stepTypes', fill }] })`,
        /"step" failed while contributing to "flows\.stepTypes": .*"delay" is already taken/,
      ],
    ]
    for (const [code, expected] of cases) {
      const refused = await enabled({ 'index.js': code })
      assert.match(refused.said, expected)
      assert.deepInclude(refused, { code: 1, isDisabled: true })
    }
  }).tags(['long'])

  // The same version with other content, as during development.
  test('a disabled package can be changed, and is checked when enabled', async ({ assert }) => {
    await withGood()
    await ace('plugin:disable', 'cd-good')
    const other = `(() => { throw new Error('not today') })()`
    const changed = await ace('plugin:add', await source('cd-good', { crossdock }, other))
    assert.match(changed.said, /Changed cd-good 1\.0\.0\. It stays disabled/)
    const refused = await ace('plugin:enable', 'cd-good')
    assert.match(refused.said, /"cd-good" failed while being loaded: not today/)
    assert.equal(refused.code, 1)
  }).tags(['long'])
})
