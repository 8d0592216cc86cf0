// onOneDatabase: no database takes part
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { addedWeather, run } from './added_weather.js'

test.group('The console with an added package', (group) => {
  let folder: string
  group.setup(async () => {
    const added = await addedWeather()
    folder = added.folder
    return added.remove
  })

  test('holds its tab, and one React', async ({ assert }) => {
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
  })

  // Red when crossdockPlugins() does not name the screens as entries of the scanner.
  test('what it brings along is served to a page while developing, CommonJS too', async ({
    assert,
  }) => {
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
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', serve], {
      cwd: 'admin',
      env: { ...process.env, NODE_ENV: 'development', CROSSDOCK_PLUGINS_DIR: folder },
    })
    assert.match(stdout, /\/\.vite\/deps\/brought\.js/)
  })
})
