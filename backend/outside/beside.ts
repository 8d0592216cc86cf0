import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { pluginsFolder } from './folder.mjs'

/** The repository; compiled, this file lies in its build/. */
const root = fileURLToPath(
  ['../../', '../../../']
    .map((path) => new URL(path, import.meta.url))
    .find((url) => existsSync(new URL('ace', url)))!
)

/** The operator's folder of the installation this file belongs to, as its server finds it. */
export function folderBeside(env: Record<string, string | undefined>): string {
  const file = `${root}.env`
  const written = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}
  return pluginsFolder({ ...written, ...env }, root)
}
