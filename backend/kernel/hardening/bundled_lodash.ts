import { createRequire } from 'node:module'

/**
 * @poppinss/utils carries a lodash of 2018 in its own files (4.17.5, in its newest release, too),
 * whose `merge` and `set` follow `constructor.prototype` out of the data. AdonisJS and Lucid use
 * that copy. Its functions are replaced by those of the lodash we install, before anybody calls
 * them; callers look them up on the one object the copy exports. An npm override cannot reach a
 * bundled file, and a patched file is gone after the next `npm ci`.
 */
const require = createRequire(import.meta.url)
const bundled: Record<string, unknown> = require('@poppinss/utils/lodash')
const installed: Record<string, unknown> = require('lodash')

for (const name of Object.keys(bundled)) {
  if (name in installed) bundled[name] = installed[name]
}
