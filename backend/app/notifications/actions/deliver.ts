import { presentRights } from '@crossdock/backend/access'
import { accounts, people } from '@crossdock/backend/users'
import { clock, newId, now } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { enqueue, type RunningJob } from '@crossdock/kernel/jobs'
import { currentTenantId, systemActor, tenantRows, withContext } from '@crossdock/kernel/tenancy'
import { notificationKinds, type NotificationKind } from '../contracts/index.js'
import { notificationAdded } from '../event_types.js'
import { mailDigest, type Delivery } from '../jobs/names.js'
import { Notice } from '../models/notice.js'
import { Notification } from '../models/notification.js'
import { aboutOf } from '../queries/about.js'
import { choicesOf } from '../queries/choices.js'

/** People looked at in one transaction. */
const atATime = 100
/** What comes within it goes in one mail. */
const gatheredMs = 5 * 60_000

/** Tells all whom a notice concerns, some at a time; whoever has it already is passed over, so that it may begin anew. */
export async function deliver(job: RunningJob<Delivery>): Promise<void> {
  const { noticeId, to, except, mails } = job.payload
  const notice = await Notice.find(noticeId)
  const kind = notice && notificationKinds.get(notice.kind)
  if (!notice || !kind) return
  for await (const userIds of to ? slices(to) : everybody()) {
    job.signal.throwIfAborted()
    const others = userIds.filter((id) => id !== except)
    await job.commit(() => tell({ notice, kind, mails }, others), { progress: true })
  }
}

async function* slices(ids: string[]): AsyncGenerator<string[]> {
  for (let at = 0; at < ids.length; at += atATime) yield ids.slice(at, at + atATime)
}

async function* everybody(): AsyncGenerator<string[]> {
  for (let behind: string | undefined; ;) {
    const page = await people.use().active({ behind, limit: atATime })
    if (page.length > 0) yield page.map(({ id }) => id)
    if (page.length < atATime) return
    behind = page.at(-1)!.id
  }
}

interface Telling {
  notice: Notice
  kind: NotificationKind
  mails: boolean
}

async function tell({ notice, kind, mails }: Telling, userIds: string[]): Promise<void> {
  const concerned: string[] = []
  for (const id of userIds) if (await concerns(kind, id)) concerned.push(id)
  if (concerned.length === 0) return
  // Whoever is removed now is waited for, or waits.
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
      ...{ id: newId(), notice_id: notice.id, user_id: userId, kind: notice.kind },
      ...{ about_type: type, about_id: aboutId, in_console: inConsole },
      ...{ mail_due_at: mail ? time : null, read_at: null },
    }))
  )
  for (const { userId, inConsole, mail } of rows) {
    if (inConsole) await announce(userId, notice.kind)
    if (mail) await plan(userId)
  }
}

/** Whether somebody is of this tenant, is let in, and may read it. */
async function concerns({ permission }: NotificationKind, userId: string): Promise<boolean> {
  const account = await accounts.use().known(userId)
  if (account?.tenantId !== currentTenantId()) return false
  const { mayEnter, permissions } = await presentRights.use().of(userId)
  return mayEnter && (permission === null || permissions.has(permission.name))
}

/** For the live console of the one it is for. */
const announce = (userId: string, kind: string) =>
  withContext({ actor: { ...systemActor, userId } }, () =>
    recordEvent(notificationAdded, { target: { type: 'user', id: userId }, payload: { kind } })
  )

/**
 * A job for each five minutes in which somebody has mail due, which comes when no transaction of these minutes can be open
 * any more: what a job finds is all of it.
 */
async function plan(userId: string): Promise<void> {
  const window = Math.floor(clock.now() / gatheredMs)
  await enqueue(
    mailDigest,
    { userId },
    {
      limitKey: userId,
      uniqueKey: `${userId} ${window}`,
      runAt: new Date((window + 1) * gatheredMs + 60_000),
      priority: 6,
    }
  )
}
