import { recordEvent } from '../events/index.js'
import { defineJob, type RunningJob } from '../jobs/index.js'
import { currentContext } from '../tenancy/index.js'
import { mailLetters, sendMail, sendMailSoon, type Sending } from './letters.js'
import { mailer, MailRefused } from './mailer.js'
import { mailRefused } from './event_types.js'

/** Name of the limit that all mails of a tenant share. */
const mailServer = 'mail'

async function send(job: RunningJob<Sending>): Promise<void> {
  if (!job.reserve(mailServer)) return job.lineUp(mailServer)
  const { letter, data } = job.payload
  const kind = mailLetters.get(letter)
  if (!kind) throw new Error(`No plugin contributes the letter "${letter}" to mail.letters.`)
  const message = await kind.compose(data)
  if (!message) return
  try {
    const clean = { ...message, subject: oneLine(message.subject) }
    await job.outside(() => mailer.use().send(clean))
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error
    await job.finish(() => recordRefusal(message.to))
  }
}

/** Names in subjects may be older than the rules for names. */
const oneLine = (subject: string) => subject.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim()

/**
 * Records that the mail server refuses an address, probably mistyped. Without a tenant there are no people to
 * notify.
 */
async function recordRefusal(to: string): Promise<void> {
  if (!currentContext().tenantId) return
  await recordEvent(mailRefused, { payload: { to } })
}

const timeoutMs = 60_000

export default [
  // Two days: a mail server that is down for a day loses no mail.
  defineJob(sendMail, {
    retry: { attempts: 60, delayMs: 2_000, maxDelayMs: 60 * 60_000 },
    timeoutMs,
    handle: send,
  }),
  // A quarter of an hour.
  defineJob(sendMailSoon, {
    retry: { attempts: 10, delayMs: 2_000, maxDelayMs: 30 * 60_000 },
    timeoutMs,
    handle: send,
  }),
]
