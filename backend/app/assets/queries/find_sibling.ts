import { conflict, type Problem } from '@crossdock/kernel/http'
import { Asset } from '../models/asset.js'

/** What bears this name in a folder, locked until the transaction ends. */
export async function findSibling(parentId: string | null, name: string): Promise<Asset | null> {
  return await Asset.query()
    .where({ parent_key: parentId ?? '', name })
    .whereNull('trashed_at')
    .forUpdate()
    .first()
}

/** Name of the unique index that guards the rule when two requests race. */
export const siblingIndex = 'assets_sibling_name'

export function nameTaken(name: string): Problem {
  const message = `"${name}" exists already in this folder. Choose another name.`
  return conflict('E_NAME_TAKEN', message, 'name')
}
