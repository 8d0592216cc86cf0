import { newId, now } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { Problem } from '@crossdock/kernel/http'
import { tenantRows } from '@crossdock/kernel/tenancy'
import { applyChanges, mayCostAnAdmin, type UserChanges } from '../actions/update_user.js'
import { invitations } from '../contracts/index.js'
import { usersImported } from '../event_types.js'
import { countInvitation } from '../limits.js'
import type { User } from '../models/user.js'
import { countOf, type UserImport } from '../models/user_import.js'
import { UserImportRow } from '../models/user_import_row.js'
import { holdAdmins } from '../policies/last_admin.js'
import { peopleCalled } from '../queries/people_called.js'
import { Judge, usualRole, wrong, type Candidate, type Verdict } from './judge.js'
import { rowsBehind, type RowToRun } from './rows.js'
import { sliceLength } from './slices.js'

/** Each costs some statements of its own, and all of a slice are one transaction that holds others up. */
const mostChanges = 50

/** The rows that come next; none when all are done. */
export async function nextRows({ id, reachedLine }: UserImport): Promise<RowToRun[]> {
  const rows = await rowsBehind(id, reachedLine, sliceLength)
  let changes = 0
  const tooMany = rows.findIndex(({ outcome }) => outcome === 'change' && ++changes > mostChanges)
  return tooMany < 0 ? rows : rows.slice(0, tooMany)
}

/** Those of the rows that may get a mail now; beyond the limits of inviting people stay pending without one. */
export async function mailable(file: UserImport, rows: RowToRun[]): Promise<Set<string>> {
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
 * Does what the rows say, as things are now: in one transaction, which is the caller's. A row that is refused says why, and
 * the others go on.
 */
export async function runSlice(
  file: UserImport,
  rows: RowToRun[],
  mailed: ReadonlySet<string>
): Promise<void> {
  const todo = rows.filter(({ outcome }) => outcome === 'invite' || outcome === 'change')
  if (todo.some(costly)) await holdAdmins()
  const present = await held(todo)
  const judge = new Judge()
  const added: ReturnType<typeof newPerson>[] = []
  for (const row of todo) {
    const candidate = row as RowToRun & Candidate
    const user = present.get(candidate.email)
    const verdict = await judge.judge(candidate, user)
    if (verdict.outcome === 'invite') added.push(newPerson(candidate))
    const done =
      verdict.outcome === 'change' && user ? await changed(user, candidate, verdict) : verdict
    await keep(file, row, done)
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

/** Whatever it was going to do: whoever it invites may be there by now, and an administrator. */
const costly = (row: RowToRun) => mayCostAnAdmin(changesIn(row))

/** Locked in the order of ids. */
async function held(rows: RowToRun[]): Promise<Map<string, User>> {
  const emails = rows.flatMap(({ email }) => email ?? [])
  const users = await peopleCalled(emails, { lock: true })
  return new Map(users.map((user) => [user.email, user]))
}

const newPerson = ({ email, firstName, lastName, role, isActive }: Candidate) => ({
  ...{ id: newId(), email, first_name: firstName, last_name: lastName, updated_at: now() },
  ...{ role: role ?? usualRole, is_active: isActive ?? true },
})

async function changed(user: User, row: Candidate, verdict: Verdict): Promise<Verdict> {
  try {
    await applyChanges(user, changesIn(row))
    return verdict
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return wrong(error.errors[0]?.field ?? null, error.text)
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

/** What a row did may be other than what it was going to do. */
async function keep(file: UserImport, row: RowToRun, verdict: Verdict): Promise<void> {
  const { outcome, changes } = verdict
  if (outcome === row.outcome && String(changes) === String(row.changes)) return
  file[countOf[row.outcome]] -= 1
  file[countOf[outcome]] += 1
  const kept = await UserImportRow.findOrFail(row.id)
  await kept.merge(verdict).save()
}
