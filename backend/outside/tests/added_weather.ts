import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { isProving } from '@crossdock/kernel/testing'

export const run = promisify(execFile)

/**
 * Installs the example of docs/plugins.md into a plugin folder. In `npm run prove` it is packed and added like
 * a real package; in `npm test` it is copied to where npm would install it. Returns the folder and a cleanup
 * function.
 */
export async function addedWeather(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const place = await mkdtemp(join(tmpdir(), 'crossdock-weather-'))
  const folder = join(place, 'plugins')
  const source = join(place, 'source')
  await cp('examples/crossdock-weather', source, { recursive: true })
  // `npm run check` checks its types together with ours.
  const tsc = join(process.cwd(), 'node_modules/@typescript/native/bin/tsc')
  await run(process.execPath, [tsc, '-p', source, '--noCheck', '--noResolve'])
  await (isProving ? add(source, folder) : put(source, folder))
  return { folder, remove: () => rm(place, { recursive: true, force: true }) }
}

async function add(source: string, folder: string) {
  const env = { ...process.env, CROSSDOCK_PLUGINS_DIR: folder }
  await run('npm', ['pack', '--ignore-scripts', '--silent'], { cwd: source, env })
  const tarball = join(source, 'crossdock-weather-0.1.0.tgz')
  await run(process.execPath, ['ace', 'plugin:add', tarball], { env })
}

async function put(source: string, folder: string) {
  const installed = join(folder, 'node_modules/crossdock-weather')
  for (const part of ['package.json', 'dist']) {
    await cp(join(source, part), join(installed, part), { recursive: true })
  }
  const dependencies = { 'crossdock-weather': 'file:packages/crossdock-weather-0.1.0.tgz' }
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }))
}
