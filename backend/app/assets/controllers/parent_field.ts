import type { HttpContext } from '@adonisjs/core/http'
import { invalid, notFound, text } from '@crossdock/kernel/ground'
import { suggestionFor } from '@crossdock/kernel/storage'
import { refuseForeignTenant } from './foreign_tenant.js'

/** Fields that a form may have in addition to its files. */
export const uploadFields = ['parentId', 'fileModifiedAt', 'tenantId']

/** Refuses form fields in the query, where the server would ignore them. @throws Problem 422 */
export function refuseFieldsInQuery({ request }: HttpContext): void {
  for (const name of Object.keys(request.qs())) {
    const meant = suggestionFor(name, ['parentId', 'fileModifiedAt'])
    if (!meant) continue
    throw invalid(
      name,
      text('Send "{meant}" as a field of the form, before the file, and not in the address.', {
        meant,
      })
    )
  }
}

/** The folder that the fields of a form name; null for the top level. @throws Problem 403, 404 */
export async function parentOf(fields: Record<string, string>): Promise<string | null> {
  await refuseForeignTenant(fields)
  const { parentId = '' } = fields
  if (parentId === '') return null
  if (!/^[\w-]{1,36}$/.test(parentId))
    throw notFound('There is no folder with the id "{id}".', parentId)
  return parentId
}
