import { accounts, type Account } from '@crossdock/backend/users'
import type { RunningJob } from '@crossdock/kernel/jobs'
import { mailer, MailRefused } from '@crossdock/kernel/mail'
import { currentContext } from '@crossdock/kernel/tenancy'
import { contextTables } from '../queries/scope.js'
import { composeDigest } from '../letters/digest.js'
import { withNotices } from '../queries/list.js'
import { readableNotifications } from '../queries/own.js'
import { runAsPerson } from '../queries/run_as_person.js'
import { sentenceOf } from '../transformers/sentence.js'

/** Name of the shared slot that all mail jobs wait for. */
const mailServer = 'mail'
/** Maximum per mail; older ones remain in the console. */
const maxDue = 500

/** Mails a person their due and unread notifications, in one mail. */
export async function sendDigest(job: RunningJob<{ userId: string }>): Promise<void> {
  if (!job.reserve(mailServer)) return job.lineUp(mailServer)
  const account = await accounts.use().find(job.payload.userId)
  // The job belongs to the tenant, or to none, that the person had when it was enqueued.
  if (!account?.mayEnter || account.isSuperAdmin !== currentContext().operator) return
  const due = await dueNotifications(account)
  if (due.length === 0) return
  const notices = (await withNotices(due)).map(({ notice }) => notice)
  if (notices.length === 0) return
  const kinds = new Set(notices.map(({ kind }) => kind))
  const message = await composeDigest(account, notices.map(sentenceOf), kinds)
  try {
    await job.outside(() => mailer.use().send(message))
  } catch (error) {
    // The server will never accept this mail. The notifications stay in the console.
    if (!(error instanceof MailRefused)) throw error
  }
  await job.finish(async () => {
    const ids = due.map(({ id }) => id)
    await contextTables().Notification.query().whereIn('id', ids).update({ mail_due_at: null })
  })
}

/** Newest first. */
function dueNotifications(account: Account) {
  return runAsPerson(account, async () => {
    const readable = await readableNotifications(account.id)
    return readable()
      .whereNull('readAt')
      .whereNotNull('mailDueAt')
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .limit(maxDue)
  })
}
