import { accounts, type Account } from '@crossdock/backend/users'
import type { RunningJob } from '@crossdock/kernel/jobs'
import { mailer, MailRefused } from '@crossdock/kernel/mail'
import { Notification } from '../models/notification.js'
import { composeDigest } from '../letters/digest.js'
import { withNotices } from '../queries/list.js'
import { readableOf } from '../queries/own.js'
import { readingAs } from '../queries/reading_as.js'
import { sentenceOf } from '../queries/sentence.js'

/** What letters line up for. */
const mailServer = 'mail'
/** What is due longer is in the console anyway. */
const mostDue = 500

/** Mails somebody what is due and not read meanwhile, in one mail. */
export async function sendDigest(job: RunningJob<{ userId: string }>): Promise<void> {
  if (!job.reserve(mailServer)) return job.lineUp(mailServer)
  const account = await accounts.use().find(job.payload.userId)
  if (!account?.mayEnter) return
  const due = await dueTo(account)
  if (due.length === 0) return
  const told = (await withNotices(due)).map(({ notice }) => notice)
  if (told.length === 0) return
  const kinds = new Set(told.map(({ kind }) => kind))
  const message = await composeDigest(account, told.map(sentenceOf), kinds)
  try {
    await job.outside(() => mailer.use().send(message))
  } catch (error) {
    // It will never be taken: in the console it stands all the same.
    if (!(error instanceof MailRefused)) throw error
  }
  await job.finish(async () => {
    const ids = due.map(({ id }) => id)
    await Notification.query().whereIn('id', ids).update({ mail_due_at: null })
  })
}

/** Newest first. */
function dueTo(account: Account) {
  return readingAs(account, async () => {
    const readable = await readableOf(account.id)
    return readable()
      .whereNull('readAt')
      .whereNotNull('mailDueAt')
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .limit(mostDue)
  })
}
