import { accounts } from '@crossdock/backend/users'
import { currentContext, holds } from '@crossdock/kernel/tenancy'
import { assetsAll } from '../contracts/permissions.js'
import type { Level } from '../models/folder_permissions.js'
import { rules, type Rule } from './rules.js'

const nothing: ReadonlySet<string> = new Set()

/** Work of the product's own, and who may open every folder, pass all of them. */
export function passesAll(): boolean {
  return currentContext().actor.type === 'system' || holds(assetsAll)
}

/**
 * Folders whose own permissions keep the caller from reading, or changing, what lies in them. A folder is open to somebody
 * when it and every folder above it are.
 */
export async function closedFolders(level: Level): Promise<ReadonlySet<string>> {
  if (passesAll()) return nothing
  const all = await rules()
  if (all.size === 0) return nothing
  const isClosed = await closesTo(level)
  const closed = [...all].filter(([, rule]) => isClosed(rule))
  return new Set(closed.map(([id]) => id))
}

/** Which permissions of folders keep the caller out, who does not pass them all. */
export async function closesTo(level: Level): Promise<(rule: Rule) => boolean> {
  const people = await peopleBehind()
  return (rule) => people.some((one) => !lets(rule, level, one))
}

/** The person who acts, and the one whose rights are used for it: what is closed to either is closed. */
async function peopleBehind() {
  const { actor, lenderId } = currentContext()
  const ids = new Set([actor.userId, lenderId].filter((id) => typeof id === 'string'))
  const found = []
  // One behind the other: a transaction is in one tenant at a time.
  for (const id of ids) found.push(await accounts.use().known(id))
  return found.length > 0 ? found : [null]
}

/** Whether a folder's own permissions let somebody in; null for who is no person of the tenant's. */
export function lets(
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
