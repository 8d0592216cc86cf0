import { accounts } from '@crossdock/backend/users'
import { unscoped } from '@crossdock/kernel/database'
import type { RunningJob } from '@crossdock/kernel/jobs'
import { sendLetter } from '@crossdock/kernel/mail'
import { withContext } from '@crossdock/kernel/tenancy'
import { dueReminders, reminderDays, type DueToken } from '../queries/due_reminders.js'
import { rowsIn } from '../queries/lineage.js'

/**
 * Mails owners of tokens seven days and one day before the end; one mail contains all tokens due together. Owners
 * who cannot sign in now get the mail when they can, if there is time left. Runs in operator scope.
 */
export async function remindDue(job: RunningJob): Promise<void> {
  for (const days of reminderDays) {
    let last: DueToken | null = null
    do {
      const due = await dueReminders(days, last)
      for (const tokens of byOwner(due.tokens)) {
        job.signal.throwIfAborted()
        await remind(job, days, tokens)
      }
      last = due.last
    } while (last)
  }
}

/** Groups by owner and tenant: a super administrator has tokens in several tenants, and each sends its own mail. */
function byOwner(tokens: DueToken[]): DueToken[][] {
  const groups = new Map<string, DueToken[]>()
  for (const token of tokens) {
    const key = `${token.user_id} ${token.tenant_id ?? ''}`
    groups.set(key, [...(groups.get(key) ?? []), token])
  }
  return [...groups.values()]
}

async function remind(job: RunningJob, days: number, tokens: DueToken[]): Promise<void> {
  const { user_id: userId, tenant_id: tenantId } = tokens[0]!
  const owner = await accounts.use().find(userId)
  if (!owner?.mayEnter) return
  // The mark and the mail are one commit, so that a crash cannot send a mail twice.
  await job.commit(async () => {
    const ids = await markReminded(
      days,
      tokens.map(({ id }) => id)
    )
    if (ids.length === 0) return
    await withContext({ tenantId, operator: tenantId === null }, () =>
      sendLetter('tokens.ending', { userId, ids })
    )
  })
}

/**
 * Marks the tokens as reminded.
 * @returns the ids that no other process has marked before
 */
async function markReminded(days: number, ids: string[]): Promise<string[]> {
  const marked: unknown = await unscoped().rawQuery(
    `update api_tokens set reminded_days = ?
     where id in (${ids.map(() => '?').join()}) and (reminded_days is null or reminded_days > ?)
     returning id`,
    [days, ...ids, days]
  )
  return rowsIn<{ id: string }>(marked).map(({ id }) => id)
}
