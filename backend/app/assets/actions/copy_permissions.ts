import { now } from '@crossdock/kernel/database'
import { tenantRows } from '@crossdock/kernel/tenancy'
import { rules, type Rule } from '../folder_permissions/rules.js'
import { assertRoom } from './set_folder_permissions.js'

/**
 * Copies the permissions of folders. Without them, a copy would show people what the original hides.
 * @returns the copied permissions by the id of the new folder, without folders that have none
 */
export async function copyPermissions(
  copies: readonly { id: string; of: { id: string } }[]
): Promise<ReadonlyMap<string, Rule>> {
  const all = await rules()
  const ruled = copies.flatMap(({ id, of }) => {
    const rule = all.get(of.id)
    return rule ? [{ id, rule }] : []
  })
  if (ruled.length === 0) return new Map()
  await assertRoom(ruled.length)
  await tenantRows('folder_permissions').insertAll(
    ruled.map(({ id, rule: { everyone, grants } }) => ({
      asset_id: id,
      everyone,
      grants: JSON.stringify(grants),
      updated_at: now(),
    }))
  )
  return new Map(ruled.map(({ id, rule }) => [id, rule]))
}
