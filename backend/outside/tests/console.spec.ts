// onOneDatabase: no database takes part
import { mkdir, readdir, readFile, realpath, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { test } from '@japa/runner'
import { addedWeather, run } from './added_weather.js'

const at = (path: string) => join(process.cwd(), path)

const { chunks: consoleChunks } = await import(pathToFileURL(at('admin/vite/chunks.ts')).href)
const { chunks } = await import(pathToFileURL(at('backend/bin/bootstrap/vendor/chunks.mjs')).href)

test.group('Which code shares a file', () => {
  // Red when isOurs() does not require a separator after the root.
  test('a folder whose path starts like ours is not ours', ({ assert }) => {
    interface Chunk {
      name: string | ((id: string) => string | null)
      test?: RegExp | ((id: string) => boolean)
    }
    const taken = (id: string) =>
      (consoleChunks('/opt/crossdock') as Chunk[])
        .filter(({ test }) => typeof test === 'function' && test(id))
        .map(({ name }) => (typeof name === 'function' ? name(id) : name))
    const tab = '/plugins/flows/admin/runs/RunScreen.tsx'
    assert.deepEqual(taken(`/opt/crossdock${tab}`), ['run', 'flows'])
    assert.deepEqual(taken(`/opt/crossdock-plugins${tab}`), [])
  })

  // Red when isOurs() does not require a separator after "build".
  test('code next to the build is not loaded when a program starts', ({ assert }) => {
    const program = at('build/server.js')
    const [later, outside] = [at('build/later.js'), at('build-tests/outside.js')]
    const graph = {
      getModuleInfo: (id: string) => ({
        importedIds: [],
        dynamicallyImportedIds: id === program ? [later, outside] : [],
      }),
    }
    const [{ name }] = chunks({}, [program]).groups
    assert.deepEqual([name(later, graph), name(outside, graph)], ['start', null])
  })
})

test.group('The check of added screens', () => {
  // Red when its build groups code as for browsers: code of lazy screens would run in Node.js, and every package with
  // screens would be refused.
  test('passes without added packages', async ({ assert }) => {
    const program = at('backend/bin/bootstrap/screens_program.mjs')
    const { stderr } = await run(process.execPath, [program], {
      cwd: 'admin',
      env: { ...process.env, NODE_ENV: 'production', CROSSDOCK_PLUGINS_DIR: 'no-others' },
    })
    assert.equal(stderr, '')
  })
})

test.group('The console with an added package', (group) => {
  let folder: string
  group.setup(async () => {
    const added = await addedWeather()
    folder = added.folder
    return added.remove
  })

  /** Runs a module in the console's package folder. */
  const inAdmin = (code: string, mode: 'production' | 'development') =>
    run(process.execPath, ['--input-type=module', '--eval', code], {
      cwd: 'admin',
      env: { ...process.env, NODE_ENV: mode, CROSSDOCK_PLUGINS_DIR: folder },
    })

  test('contains its tab, and a single React', async ({ assert }) => {
    const vite = join(process.cwd(), 'node_modules/vite/bin/vite.js')
    const dist = join(folder, '.dist')
    await run(process.execPath, [vite, 'build', '--logLevel', 'error', '--outDir', dist], {
      cwd: 'admin',
      env: { ...process.env, NODE_ENV: 'production', CROSSDOCK_PLUGINS_DIR: folder },
    })
    const files = await readdir(join(dist, 'static'))
    const scripts = files.filter((name) => name.endsWith('.js'))
    assert.lengthOf(
      scripts.filter((name) => name.startsWith('WeatherTab')),
      1
    )
    const texts = await Promise.all(
      scripts.map((name) => readFile(join(dist, 'static', name), 'utf8'))
    )
    assert.isTrue(texts.some((text) => text.includes('You follow no places yet.')))
    assert.lengthOf(
      texts.filter(
        (text) => text.includes('react.transitional.element') && text.includes('useState=')
      ),
      1
    )
  }).tags(['long'])

  // Red when crossdockPlugins() does not pass the screens to the scanner as entries, or resolves nothing for
  // them.
  test('its screens are scanned, and get the React of the console', async ({ assert }) => {
    const screens = await realpath(
      join(folder, 'node_modules/crossdock-weather/dist/admin/index.js')
    )
    const { stdout } = await inAdmin(
      `import { resolveConfig } from 'vite'
      const { optimizeDeps, plugins } = await resolveConfig({}, 'serve')
      const { resolveId } = plugins.find(({ name }) => name === 'crossdock-plugins')
      const resolver = { resolve: (id, importer) => importer }
      const askedFor = resolveId.call(resolver, 'react', ${JSON.stringify(screens)})
      console.log(JSON.stringify([optimizeDeps.entries, askedFor]))`,
      'development'
    )
    const [entries, askedFor] = JSON.parse(stdout) as [string[], string | null]
    assert.include(entries, screens)
    assert.equal(askedFor, at('admin/src/main.tsx'))
  })

  // Red when crossdockPlugins() does not pass the screens to the scanner as entries.
  test('its dependencies are served in development, including CommonJS', async ({ assert }) => {
    const tab = join(folder, 'node_modules/crossdock-weather/dist/admin/WeatherTab.js')
    const brought = join(folder, 'node_modules/brought')
    await mkdir(brought)
    await writeFile(join(brought, 'package.json'), '{ "name": "brought", "version": "1.0.0" }')
    await writeFile(join(brought, 'index.js'), `exports.brought = 'something'`)
    const text = await readFile(tab, 'utf8')
    await writeFile(tab, `import { brought } from 'brought'\n${text}\nexport { brought }`)
    const serve = `
      import { createServer } from 'vite'
      const cacheDir = ${JSON.stringify(join(folder, '.vite'))}
      const server = await createServer({ cacheDir, logLevel: 'error', server: { port: 0, strictPort: false } })
      await server.listen()
      const { port } = server.httpServer.address()
      console.log(await (await fetch('http://127.0.0.1:' + port + '/@fs' + ${JSON.stringify(tab)})).text())
      process.exit()`
    const { stdout } = await inAdmin(serve, 'development')
    assert.match(stdout, /\/\.vite\/deps\/brought\.js/)
  }).tags(['long'])
})
