import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

export const run = promisify(execFile)

/**
 * The example of docs/plugins.md in a folder of plugins, as its author packs it and an operator adds it. Returns the
 * folder and what removes it.
 */
export async function addedWeather(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const place = await mkdtemp(join(tmpdir(), 'crossdock-weather-'))
  const folder = join(place, 'plugins')
  const env = { ...process.env, CROSSDOCK_PLUGINS_DIR: folder }
  const source = join(place, 'source')
  await cp('examples/crossdock-weather', source, { recursive: true })
  // Its types are checked with ours (`npm run check`).
  const tsc = join(process.cwd(), 'node_modules/typescript/bin/tsc')
  await run(process.execPath, [tsc, '-p', source, '--noCheck', '--noResolve'])
  await run('npm', ['pack', '--ignore-scripts', '--silent'], { cwd: source, env })
  const tarball = join(source, 'crossdock-weather-1.0.0.tgz')
  await run(process.execPath, ['ace', 'plugin:add', tarball], { env })
  return { folder, remove: () => rm(place, { recursive: true, force: true }) }
}
