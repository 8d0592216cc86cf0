import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { pluginsFolder } from './folder.mjs'

/** The repository. The compiled file is in its build/. */
const root = fileURLToPath(
  ['../../', '../../../']
    .map((path) => new URL(path, import.meta.url))
    .find((url) => existsSync(new URL('ace', url)))!
)

/** The operator's plugin folder of the installation that contains this file, resolved like the server does. */
export function installedPluginsFolder(env: Record<string, string | undefined>): string {
  const file = `${root}.env`
  const written = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}
  return pluginsFolder({ ...written, ...env }, root)
}
