import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { addedWeather, run } from './added_weather.js'

test.group('The console with an added package', () => {
  test('holds its tab, and one React', async ({ assert }) => {
    const { folder, remove } = await addedWeather()
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
    await remove()
  }).timeout(900_000)
})
