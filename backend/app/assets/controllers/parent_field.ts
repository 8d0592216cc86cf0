import { notFound } from '@crossdock/kernel/http'
import { refuseForeignTenant } from './foreign_tenant.js'

/** The folder that the fields of a form name; null for the top level. @throws Problem 403, 404 */
export async function parentOf(fields: Record<string, string>): Promise<string | null> {
  await refuseForeignTenant(fields)
  const { parentId = '' } = fields
  if (parentId === '') return null
  if (!/^[\w-]{1,36}$/.test(parentId))
    throw notFound('There is no folder with the id "{id}".', parentId)
  return parentId
}
