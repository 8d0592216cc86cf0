import { accounts } from '@crossdock/backend/users'
import { currentContext, holds } from '@crossdock/kernel/tenancy'
import { assetsAll } from '../contracts/permissions.js'
import type { Level } from '../models/folder_permissions.js'
import { rules, type Rule } from './rules.js'

const nothing: ReadonlySet<string> = new Set()

/** No folder is closed to internal work of the server, or to callers with `assets.all`. */
export function bypassesPermissions(): boolean {
  return currentContext().actor.type === 'system' || holds(assetsAll)
}

/**
 * Folders whose own permissions keep the caller from reading, or changing, their contents. A folder is open when it
 * and every folder above it are open.
 */
export async function closedFolders(level: Level): Promise<ReadonlySet<string>> {
  if (bypassesPermissions()) return nothing
  const all = await rules()
  if (all.size === 0) return nothing
  const isClosed = await createExclusionCheck(level)
  const closed = [...all].filter(([, rule]) => isClosed(rule))
  return new Set(closed.map(([id]) => id))
}

/** Returns a check whether a rule excludes the caller. Only for callers to whom folder permissions apply. */
export async function createExclusionCheck(level: Level): Promise<(rule: Rule) => boolean> {
  const people = await findActingPeople()
  return (rule) => people.some((one) => !allowsAccess(rule, level, one))
}

/** The acting person, and the person whose rights they use. A folder closed to either is closed. */
async function findActingPeople() {
  const { actor, lenderId } = currentContext()
  const ids = new Set([actor.userId, lenderId].filter((id) => typeof id === 'string'))
  const found = []
  // Sequential, because a transaction can be in only one tenant at a time.
  for (const id of ids) found.push(await accounts.use().known(id))
  return found.length > 0 ? found : [null]
}

/** Whether a folder's own permissions give a person access; null for a caller who is not a person of the tenant. */
export function allowsAccess(
  { everyone, grants }: Rule,
  level: Level,
  person: { id: string; role: string } | null
): boolean {
  if (level === 'read' && everyone === 'read') return true
  return grants.some(
    (grant) =>
      (level === 'read' || grant.level === 'write') &&
      (grant.kind === 'user' ? grant.id === person?.id : grant.id === person?.role)
  )
}
