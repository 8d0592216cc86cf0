// onOneDatabase: no database takes part
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { test } from '@japa/runner'

const root = `${process.cwd()}/`
const build = `${root}build/backend`
const isBuilt = process.env.TEST_BUILD === 'fresh'
const missing = 'there is no build for this run'

/** Runs a module in the build folder, and returns its answer. */
async function inBuild<T>(code: string): Promise<T> {
  const script = `${code}\nconsole.log(JSON.stringify(await answer()))\nprocess.exit()`
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', script],
    { cwd: build, timeout: 600_000 }
  )
  return JSON.parse(stdout)
}

const json = async (path: string) => JSON.parse(await readFile(`${root}${path}`, 'utf8'))

test.group('The packages bundled into the build', () => {
  // Red when isBundled() returns false for @adonisjs/core.
  test('are loaded by the server, and never a second time', async ({ assert }) => {
    const loaded = await inBuild<string[]>(`
      import { registerHooks } from 'node:module'
      const seen = []
      registerHooks({ load: (url, context, next) => (seen.push(url), next(url, context)) })
      async function answer() {
        await import('@crossdock/backend/plugins')
        await import('@crossdock/kernel/provider')
        return seen
      }`)
    const outside = loaded.filter((url) =>
      url.startsWith(pathToFileURL(`${root}node_modules/`).href)
    )
    const ofShared =
      /node_modules\/(@adonisjs|@vinejs|@poppinss|knex|lodash|pg|luxon)\/(?!node_modules)/
    assert.deepEqual(
      outside.filter((url) => ofShared.test(url.replace(/.*(?=node_modules\/)/, ''))),
      []
    )
    assert.isNotEmpty(loaded.filter((url) => url.includes('/build/node_modules/.vendor/')))
  }).skip(!isBuilt, missing)

  // Red when the chunk "hardening" or "lodash" is not separate.
  test('are loaded after the hardening', async ({ assert }) => {
    const [before, after] = await inBuild<[string[], string[]]>(`
      import { registerHooks } from 'node:module'
      const seen = []
      registerHooks({ load: (url, context, next) => (seen.push(url), next(url, context)) })
      async function answer() {
        await import('@crossdock/kernel/hardening')
        const before = seen.splice(0)
        await import('@crossdock/backend/plugins')
        return [before, seen]
      }`)
    const ofStart = (urls: string[]) => urls.filter((url) => url.endsWith('/.vendor/start.js'))
    assert.isEmpty(ofStart(before))
    assert.isNotEmpty(ofStart(after))
    const program = await readFile(`${build}/bin/server.js`, 'utf8')
    const imported = [...program.matchAll(/^import .*?"(.*)";$/gm)].map(([, file]) => file!)
    const [first] = imported.filter((file) => /(hardening|start)\.js$/.test(file))
    assert.match(first!, /hardening\.js$/)
  }).skip(!isBuilt, missing)

  // Red when packages count by the name that an alias hides: a clone without development packages cannot be built.
  test('leave out packages that only development installs', async ({ assert }) => {
    for (const name of ['typescript', 'openapi-typescript']) {
      await assert.rejects(() => readFile(`build/node_modules/${name}/package.json`), /ENOENT/)
    }
  }).skip(!isBuilt, missing)

  // Red when a bundled module stays at its original path.
  test('contain our modules: no copy outside can be loaded a second time', async ({ assert }) => {
    await assert.rejects(() => readFile(`${build}/start/app.js`))
    for (const file of [
      'database/sqlite/checkpoint_main.js',
      'database/readers/reader_main.js',
      'storage/hashing/worker.js',
    ]) {
      assert.notInclude(await readFile(`${build}/kernel/${file}`, 'utf8'), '.vendor/')
    }
  }).skip(!isBuilt, missing)

  // Red when bundled_lodash.ts is not loaded, or facade() has no 'module.exports': it is patched through
  // require.
  test('use the lodash that does not follow data to prototypes', async ({ assert }) => {
    const code = `
      import { Config } from '@adonisjs/core/config'
      async function answer() {
        class Own {}
        try { new Config({ own: new Own() }).set('own.constructor.prototype.planted', 1) } catch {}
        return 'planted' in Own.prototype
      }`
    assert.isTrue(await inBuild(code))
    assert.isFalse(await inBuild(`import '@crossdock/kernel/hardening'\n${code}`))
  }).skip(!isBuilt, missing)

  // Red when facade() leaves out names, or creates a new default export.
  test('export the names that Node finds in CommonJS, for import and require', async ({
    assert,
  }) => {
    const names = ['busboy', 'ioredis', 'ipaddr.js', 'lodash', 'semver', 'undici']
    const differing = await inBuild<string[]>(`
      import { createRequire } from 'node:module'
      import { pathToFileURL } from 'node:url'
      const installed = createRequire(${JSON.stringify(`${root}package.json`)})
      const require = createRequire(process.cwd() + '/x.js')
      async function answer() {
        const differing = []
        for (const name of ${JSON.stringify(names)}) {
          const [bundled, plain] = [await import(name), await import(pathToFileURL(installed.resolve(name)))]
          const same = Object.keys(plain).every((key) => typeof bundled[key] === typeof plain[key])
          if (!same || require(name) !== bundled.default || bundled.default === plain.default) differing.push(name)
        }
        return differing
      }`)
    assert.deepEqual(differing, [])
  }).skip(!isBuilt, missing)

  // Red when partsOf() skips names with a star, or when `shared` lacks a package.
  test('contain every part that added packages may import', async ({ assert }) => {
    for (const name of ['@adonisjs/core', '@adonisjs/lucid', '@vinejs/vine']) {
      const parts = Object.keys((await json(`node_modules/${name}/package.json`)).exports)
      // This one contains only types.
      const installed = parts.filter((part) => part !== './schema/base/*')
      const bundled = Object.keys((await json(`build/node_modules/${name}/package.json`)).exports)
      for (const part of installed) {
        const [before, after] = part.split('*') as [string, string?]
        const isThere = (one: string) =>
          after === undefined ? one === part : one.startsWith(before) && one.endsWith(after)
        assert.isTrue(bundled.some(isThere), `${name} ${part}`)
      }
    }
  }).skip(!isBuilt, missing)

  // Red without installedPlaces: the worker thread's script is next to the installed pino.
  test('find their own files', async ({ assert }) => {
    const line = await inBuild<string>(`
      import { LoggerManager } from '@adonisjs/core/logger'
      import { once } from 'node:events'
      import { mkdtemp, readFile, rm } from 'node:fs/promises'
      import { tmpdir } from 'node:os'
      import { join } from 'node:path'
      async function answer() {
        const folder = await mkdtemp(join(tmpdir(), 'crossdock-log-'))
        const destination = join(folder, 'log')
        const transport = { target: 'pino/file', options: { destination } }
        const logger = new LoggerManager({ default: 'app', loggers: { app: { enabled: true, transport } } }).use()
        logger.info('written by a thread')
        await new Promise((done) => logger.pino.flush(done))
        const text = await readFile(destination, 'utf8')
        await rm(folder, { recursive: true })
        return text
      }`)
    assert.include(line, 'written by a thread')
  }).skip(!isBuilt, missing)

  // Red when a package's own license is not read.
  test('keep their licenses', async ({ assert }) => {
    const text = await readFile(`${root}build/THIRD-PARTY-NOTICES.txt`, 'utf8')
    for (const name of ['@adonisjs/lucid', 'knex', 'undici', 'validator']) {
      const { version } = await json(`node_modules/${name}/package.json`)
      const [, license = ''] = text.split(`\n${name} ${version} (MIT)\n`)
      assert.include(license.split('-'.repeat(80))[0], 'Permission is hereby granted', name)
    }
  }).skip(!isBuilt, missing)
})
