import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The repository, which is also the application's root. */
export const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/[\\/]$/, '')

/** Where the person stands who started this: what they name is seen from there. */
export const startedIn =
  (process.env.npm_lifecycle_event === 'ace' && process.env.INIT_CWD) || process.cwd()

/** A path inside the repository. */
export const at = (...parts) => join(root, ...parts)

/** Node keeps its compiled code there: a second start is a fifth quicker. */
export const codeCache = { NODE_COMPILE_CACHE: at('node_modules', '.cache', 'crossdock', 'code') }

/** The environment of everything the set-up starts: `node` means the project's own Node. */
export function environment(extra = {}) {
  const path = process.env.PATH ?? process.env.Path ?? ''
  const own = at('node_modules', '.bin')
  const PATH = path.split(delimiter).includes(own) ? path : `${own}${delimiter}${path}`
  return { ...process.env, PATH, ...extra }
}
