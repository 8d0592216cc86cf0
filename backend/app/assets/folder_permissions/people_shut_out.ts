import { presentRights } from '@crossdock/backend/access'
import { accounts, people } from '@crossdock/backend/users'
import { assetsAll, assetsRead, assetsWrite } from '../contracts/permissions.js'
import type { Level } from '../models/folder_permissions.js'
import { lineage } from '../tree/lineage.js'
import { allowsAccess } from './closed.js'
import { rules, type Rule } from './rules.js'

/** Limits for one change: people to check, and people to notify. */
const mostChecked = 1_000
const mostNotified = 100
const atATime = 100

const permissions = { read: assetsRead.name, write: assetsWrite.name }
const levels: readonly Level[] = ['read', 'write']

/**
 * Finds active people who lose access to a folder when its rule changes. Checks at most 1,000 people and
 * returns at most 100. Call it outside a transaction, because it reads many rows.
 * @param after null: the folder is open to all
 */
export async function findPeopleShutOut(folderId: string, after: Rule | null): Promise<string[]> {
  const all = await rules()
  const before = all.get(folderId)
  if (!after || isSameRule(before, after)) return []
  const path = await lineage(folderId)
  // The change itself refuses a folder that does not exist.
  if (path.length === 0) return []
  const above = path.slice(0, -1).flatMap(({ id }) => all.get(id) ?? [])
  const found: string[] = []
  let behind: string | undefined
  for (let looked = 0; looked < mostChecked; looked += atATime) {
    const page = await people.use().active({ behind, limit: atATime })
    for (const { id } of page) {
      if (await losesAccess(id, { before, after, above })) found.push(id)
      if (found.length === mostNotified) return found
    }
    if (page.length < atATime) break
    behind = page.at(-1)!.id
  }
  return found
}

const isSameRule = (before: Rule | undefined, after: Rule): boolean =>
  before !== undefined &&
  JSON.stringify([before.everyone, before.grants]) ===
    JSON.stringify([after.everyone, after.grants])

interface Change {
  before: Rule | undefined
  after: Rule
  above: readonly Rule[]
}

async function losesAccess(userId: string, { before, after, above }: Change): Promise<boolean> {
  const person = await accounts.use().known(userId)
  const rights = await presentRights.use().of(userId)
  if (!person || rights.permissions.has(assetsAll.name)) return false
  return levels.some(
    (level) =>
      rights.permissions.has(permissions[level]) &&
      above.every((rule) => allowsAccess(rule, level, person)) &&
      (!before || allowsAccess(before, level, person)) &&
      !allowsAccess(after, level, person)
  )
}
