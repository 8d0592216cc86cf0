import { newId, now } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { Problem } from '@crossdock/kernel/ground'
import { tenantRows } from '@crossdock/kernel/tenancy'
import { applyChanges, mayRemoveAnAdmin, type UserChanges } from '../actions/update_user.js'
import { invitations } from '../contracts/index.js'
import { usersImported } from '../event_types.js'
import { countInvitation } from '../limits.js'
import type { User } from '../models/user.js'
import { countOf, type UserImport } from '../models/user_import.js'
import { UserImportRow } from '../models/user_import_row.js'
import { holdAdmins } from '../policies/last_admin.js'
import { findPeopleByAddress } from '../queries/people_by_address.js'
import { RowChecker, usualRole, wrongRow, type Candidate, type RowResult } from './check_rows.js'
import { rowsAfter, type RowToRun } from './rows.js'
import { sliceLength } from './slices.js'

/** A change takes several statements, and a slice is one transaction that blocks others. */
const maxChanges = 50

/** The next rows to run; empty when all are done. */
export async function nextRows({ id, reachedLine }: UserImport): Promise<RowToRun[]> {
  const rows = await rowsAfter(id, reachedLine, sliceLength)
  let changes = 0
  const tooMany = rows.findIndex(({ outcome }) => outcome === 'change' && ++changes > maxChanges)
  return tooMany < 0 ? rows : rows.slice(0, tooMany)
}

/** The addresses of a slice that get a mail. People beyond the limits of invitations are added without one. */
export async function chooseMailable(file: UserImport, rows: RowToRun[]): Promise<Set<string>> {
  const mailed = new Set<string>()
  if (!file.invite) return mailed
  for (const { outcome, email, isActive } of rows) {
    if (outcome !== 'invite' || !email || isActive === false) continue
    try {
      if (await countInvitation(email)) mailed.add(email)
    } catch (error) {
      if (error instanceof Problem && error.status === 429) return mailed
      throw error
    }
  }
  return mailed
}

/**
 * Runs rows against the current data, in the caller's transaction. A refused row stores its reason, and the others
 * continue.
 */
export async function runSlice(
  file: UserImport,
  rows: RowToRun[],
  mailed: ReadonlySet<string>
): Promise<void> {
  const todo = rows.filter(({ outcome }) => outcome === 'invite' || outcome === 'change')
  if (todo.some(mayRemoveAdmin)) await holdAdmins()
  const present = await lockPeople(todo)
  const checker = new RowChecker()
  const added: ReturnType<typeof newPerson>[] = []
  for (const row of todo) {
    const candidate = row as RowToRun & Candidate
    const user = present.get(candidate.email)
    const result = await checker.check(candidate, user)
    if (result.outcome === 'invite') added.push(newPerson(candidate))
    const done =
      result.outcome === 'change' && user ? await applyRow(user, candidate, result) : result
    await storeResult(file, row, done)
  }
  await tenantRows('users').insertAll(added)
  if (added.length > 0) {
    await recordEvent(usersImported, {
      target: { type: 'user_import', id: file.id },
      payload: { invited: added.length },
    })
  }
  for (const { id, email, is_active } of added) {
    if (!is_active || !mailed.has(email)) continue
    await invitations.use().send(id)
    file.mailed += 1
  }
  file.done += rows.length
  file.reachedLine = rows.at(-1)!.line
  await file.save()
}

/**
 * Uses the row's content, not its expected result: the person to invite may have become an administrator by now.
 */
const mayRemoveAdmin = (row: RowToRun) => mayRemoveAnAdmin(changesIn(row))

/** Locks people in the order of their ids. */
async function lockPeople(rows: RowToRun[]): Promise<Map<string, User>> {
  const emails = rows.flatMap(({ email }) => email ?? [])
  const users = await findPeopleByAddress(emails, { lock: true })
  return new Map(users.map((user) => [user.email, user]))
}

const newPerson = ({ email, firstName, lastName, role, isActive }: Candidate) => ({
  id: newId(),
  email,
  first_name: firstName,
  last_name: lastName,
  updated_at: now(),
  role: role ?? usualRole,
  is_active: isActive ?? true,
})

async function applyRow(user: User, row: Candidate, result: RowResult): Promise<RowResult> {
  try {
    await applyChanges(user, changesIn(row))
    return result
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return wrongRow(error.errors[0]?.field ?? null, error.text)
  }
}

const changesIn = ({
  firstName,
  lastName,
  role,
  isActive,
}: Omit<Candidate, 'email'>): UserChanges => ({
  firstName: firstName ?? undefined,
  lastName: lastName ?? undefined,
  role: role ?? undefined,
  isActive: isActive ?? undefined,
})

/** Stores the result and corrects the counts, because it can differ from the expected one. */
async function storeResult(file: UserImport, row: RowToRun, result: RowResult): Promise<void> {
  const { outcome, changes } = result
  if (outcome === row.outcome && String(changes) === String(row.changes)) return
  file[countOf[row.outcome]] -= 1
  file[countOf[outcome]] += 1
  const kept = await UserImportRow.findOrFail(row.id)
  await kept.merge(result).save()
}
