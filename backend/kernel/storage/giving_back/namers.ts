import { ask } from '../../database/index.js'
import { logger } from '../../ground/logger.js'
import { asOperator } from '../../tenancy/index.js'
import { contentNames } from '../content_names.js'

const reason = 'who names contents, of all tenants'

const here = () => contentNames.entries().map(([name]) => name)

/** Notes who names contents, so that what they name is kept while they are away: a plugin that is disabled, say. */
export async function noteNamers(): Promise<void> {
  for (const name of here()) {
    await asOperator(reason, () =>
      ask('insert into content_namers (name) values (?) on conflict (name) do nothing', [name])
    )
  }
}

/** Whether all who ever named contents can be asked here. If not, nobody can say what is still named. */
export async function canAskAll(): Promise<boolean> {
  const noted = await asOperator(reason, () =>
    ask<{ name: string }>('select name from content_namers')
  )
  const known = new Set(here())
  const missing = noted.map(({ name }) => name).filter((name) => !known.has(name))
  if (missing.length === 0) return true
  logger.use().warn({ missing }, 'no content is deleted: who may still name some is not installed')
  return false
}
