import { createRequire } from 'node:module'

/**
 * @poppinss/utils bundles a lodash of 2018 (4.17.5, even in its newest release), whose `merge` and `set` follow
 * `constructor.prototype` in data. AdonisJS and Lucid use that copy. This replaces its functions with those of
 * the installed lodash before their first use; callers look them up on the exported object. An npm override
 * cannot reach a bundled file, and a patched file is lost with the next `npm ci`.
 */
const require = createRequire(import.meta.url)
const bundled: Record<string, unknown> = require('@poppinss/utils/lodash')
const installed: Record<string, unknown> = require('lodash')

for (const name of Object.keys(bundled)) {
  if (name in installed) bundled[name] = installed[name]
}
