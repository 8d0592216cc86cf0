import { join } from 'node:path'
import { perApplication } from '../ground/application.js'
import type { Health } from '../ground/health.js'
import { definePlugin } from '../plugin/define_plugin.js'
import { kernelVersion } from '../ground/version.js'
import type { Settings } from '../settings/index.js'
import { mailRefused } from './event_types.js'
import { mailLetters } from './letters.js'
import { mailer, MailRefused, type Mailer } from './mailer.js'
import type { Message } from './message.js'

interface MailState {
  lastFailure?: string | undefined
  missing?: boolean
}

const state = perApplication<MailState>(() => ({}))

/** Mail as one thing that is installed: its job, its extension point, its health. */
export const mail = definePlugin({
  name: 'mail',
  version: kernelVersion,
  compatibility: `^${kernelVersion}`,
  eventTypes: [mailRefused],
  extensionPoints: [mailLetters],
  jobs: () => import('./send_job.js'),
  healthChecks: [{ name: 'mail', check: async () => health() }],
  register({ settings }) {
    const known = state()
    known.missing = settings.NODE_ENV === 'production' && !settings.SMTP_URL
    let real: Promise<Mailer> | undefined
    mailer.provide({
      async send(message) {
        assertOneLine(message)
        real ??= createMailer(settings)
        try {
          await (await real).send(message)
          known.lastFailure = undefined
        } catch (error) {
          const working = error instanceof MailRefused
          known.lastFailure = working
            ? undefined
            : error instanceof Error
              ? error.message
              : String(error)
          throw error
        }
      },
    })
  },
})

/** A line end in a header begins another header, or another recipient. */
function assertOneLine({ to, subject, sender = '' }: Message): void {
  for (const [name, value] of Object.entries({ to, subject, sender })) {
    if (!['\r', '\n', '\0'].some((end) => value.includes(end))) continue
    throw new MailRefused(`The "${name}" of a mail holds a line end or NUL: it is not sent.`)
  }
}

/** Judged by the last attempt, so that asking for it opens no connection. */
function health(): Health {
  const { missing, lastFailure } = state()
  if (missing) {
    return {
      status: 'degraded',
      message:
        'There is no mail server, so nobody gets the mails they need to sign in: set SMTP_URL.',
    }
  }
  if (!lastFailure) return { status: 'ok' }
  return { status: 'degraded', message: `The last mail could not be sent: ${lastFailure}` }
}

async function createMailer({ SMTP_URL, MAIL_FROM, DATA_DIR, ...rest }: Settings): Promise<Mailer> {
  if (SMTP_URL) return (await import('./smtp_mailer.js')).smtpMailer(SMTP_URL, MAIL_FROM)
  const quiet = rest.NODE_ENV === 'test' || rest.LOG_LEVEL === 'silent'
  const { fileMailer } = await import('./file_mailer.js')
  return fileMailer({
    folder: join(DATA_DIR, 'mail'),
    from: MAIL_FROM,
    open: rest.NODE_ENV !== 'production',
    announce: (line) => void (quiet || process.stdout.write(`${line}\n`)),
  })
}
