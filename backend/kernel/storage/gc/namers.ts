import { ask } from '../../database/index.js'
import { logger } from '../../ground/logger.js'
import { asOperator } from '../../tenancy/index.js'
import { contentNames } from '../index/content_names.js'

const reason = 'which plugins name contents, across all tenants'

const installed = () => contentNames.entries().map(([name]) => name)

/**
 * Records the plugins that reference contents. While one of them is not loaded, for example disabled, no
 * contents are deleted.
 */
export async function recordNamers(): Promise<void> {
  for (const name of installed()) {
    await asOperator(reason, () =>
      ask('insert into content_namers (name) values (?) on conflict (name) do nothing', [name])
    )
  }
}

/**
 * Whether all plugins that ever referenced contents are loaded. If not, it is unknown which contents are still
 * in use.
 */
export async function allReferencingPluginsLoaded(): Promise<boolean> {
  const recorded = await asOperator(reason, () =>
    ask<{ name: string }>('select name from content_namers')
  )
  const known = new Set(installed())
  const missing = recorded.map(({ name }) => name).filter((name) => !known.has(name))
  if (missing.length === 0) return true
  logger
    .use()
    .warn(
      { missing },
      'no content is deleted: plugins that may still name content are not installed'
    )
  return false
}
