import { ask, isUniqueViolation } from '@crossdock/kernel/database'
import { conflict, text, type Problem } from '@crossdock/kernel/ground'
import { currentTenantId } from '@crossdock/kernel/tenancy'
import { Asset } from '../models/asset.js'

/** Whether a name is taken in a folder. Takes no lock: the unique index has the last word. */
export async function isNameTaken(parentId: string | null, name: string): Promise<boolean> {
  const [found] = await ask(
    'select id from assets where tenant_id = ? and parent_key = ? and name = ? and trashed_at is null',
    [currentTenantId(), parentId ?? '', name]
  )
  return found !== undefined
}

/** The asset with this name in a folder, locked until the transaction ends. */
export async function findSibling(parentId: string | null, name: string): Promise<Asset | null> {
  // Most names are free, and this runs thousands of times a second, so check without a lock first.
  if (!(await isNameTaken(parentId, name))) return null
  return await Asset.query()
    .where({ parent_key: parentId ?? '', name })
    .whereNull('trashed_at')
    .forUpdate()
    .first()
}

/** True for the error of the unique index, also when two requests race. */
export const isNameTakenError = (error: unknown): boolean =>
  isUniqueViolation(error, 'assets_sibling_name', 'parent_key')

export function nameTaken(name: string): Problem {
  const message = text('"{name}" exists already in this folder. Choose another name.', { name })
  return conflict('E_NAME_TAKEN', message, 'name')
}
