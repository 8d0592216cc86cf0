import { join } from 'node:path'
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
