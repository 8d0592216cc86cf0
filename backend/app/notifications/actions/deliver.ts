import { presentRights } from '@crossdock/backend/access'
import { accounts, people } from '@crossdock/backend/users'
import { clock, newId, now } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { enqueue, type RunningJob } from '@crossdock/kernel/jobs'
import { currentTenantId, systemActor, tenantRows, withContext } from '@crossdock/kernel/tenancy'
import { notificationKinds, type NotificationKind } from '../contracts/index.js'
import { notificationAdded } from '../event_types.js'
import { mailDigest, type Delivery } from '../job_refs.js'
import { Notice } from '../models/notice.js'
import { Notification } from '../models/notification.js'
import { aboutOf } from '../queries/about.js'
import { choicesOf } from '../queries/choices.js'

/** People checked in one transaction. */
const batchSize = 100
/** Notifications within this time go into one mail. */
const windowMs = 5 * 60_000

/**
 * Delivers a notice to the people it concerns, in batches. Skips people who already have it, so the job can run
 * again.
 */
export async function deliver(job: RunningJob<Delivery>): Promise<void> {
  const { noticeId, to, except, mails } = job.payload
  const notice = await Notice.find(noticeId)
  const kind = notice && notificationKinds.get(notice.kind)
  if (!notice || !kind) return
  for await (const userIds of to ? slices(to) : readEveryone()) {
    job.signal.throwIfAborted()
    const others = userIds.filter((id) => id !== except)
    await job.commit(() => deliverTo({ notice, kind, mails }, others), { progress: true })
  }
}

async function* slices(ids: string[]): AsyncGenerator<string[]> {
  for (let at = 0; at < ids.length; at += batchSize) yield ids.slice(at, at + batchSize)
}

async function* readEveryone(): AsyncGenerator<string[]> {
  for (let after: string | undefined; ;) {
    const page = await people.use().active({ behind: after, limit: batchSize })
    if (page.length > 0) yield page.map(({ id }) => id)
    if (page.length < batchSize) return
    after = page.at(-1)!.id
  }
}

interface Recipients {
  notice: Notice
  kind: NotificationKind
  mails: boolean
}

async function deliverTo({ notice, kind, mails }: Recipients, userIds: string[]): Promise<void> {
  const concerned: string[] = []
  for (const id of userIds) if (await mayReceive(kind, id)) concerned.push(id)
  if (concerned.length === 0) return
  // Waits for a running removal of these people, and makes later removals wait.
  await accounts.use().hold(concerned)
  const there: string[] = []
  for (const id of concerned) if (await accounts.use().find(id)) there.push(id)
  const has = await Notification.query().where('noticeId', notice.id).whereIn('userId', there)
  const known = new Set(has.map(({ userId }) => userId))
  const choices = await choicesOf(notice.kind, kind, there)
  const time = now()
  const rows = there
    .filter((id) => !known.has(id))
    .map((userId) => {
      const { console: inConsole, mail } = choices(userId)
      return { userId, inConsole, mail: mail && mails }
    })
    .filter(({ inConsole, mail }) => inConsole || mail)
  if (rows.length === 0) return
  const { type, id: aboutId } = aboutOf(notice)
  await tenantRows('notifications').insertAll(
    rows.map(({ userId, inConsole, mail }) => ({
      id: newId(),
      notice_id: notice.id,
      user_id: userId,
      kind: notice.kind,
      about_type: type,
      about_id: aboutId,
      in_console: inConsole,
      mail_due_at: mail ? time : null,
      read_at: null,
    }))
  )
  for (const { userId, inConsole, mail } of rows) {
    if (inConsole) await announce(userId, notice.kind)
    if (mail) await scheduleMail(userId)
  }
}

/** Whether a person belongs to this tenant, may sign in, and may read the kind. */
async function mayReceive({ permission }: NotificationKind, userId: string): Promise<boolean> {
  const account = await accounts.use().known(userId)
  if (account?.tenantId !== currentTenantId()) return false
  const { mayEnter, permissions } = await presentRights.use().of(userId)
  return mayEnter && (permission === null || permissions.has(permission.name))
}

/** Informs the live console of the person. */
export const announce = (userId: string, kind: string) =>
  withContext({ actor: { ...systemActor, userId } }, () =>
    recordEvent(notificationAdded, { target: { type: 'user', id: userId }, payload: { kind } })
  )

/**
 * Schedules one mail job per person and five minutes. The job runs when no transaction of these minutes can still be
 * open, so it finds all notifications of these minutes.
 */
export async function scheduleMail(userId: string): Promise<void> {
  const window = Math.floor(clock.now() / windowMs)
  await enqueue(
    mailDigest,
    { userId },
    {
      limitKey: userId,
      uniqueKey: `${userId} ${window}`,
      runAt: new Date((window + 1) * windowMs + 60_000),
      priority: 6,
    }
  )
}
