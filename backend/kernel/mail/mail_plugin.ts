import { join } from 'node:path'
import { perApplication } from '../ground/application.js'
import { definePlugin } from '../plugin/define_plugin.js'
import { kernelVersion } from '../ground/version.js'
import type { Settings } from '../settings/index.js'
import { mailRefused } from './event_types.js'
import { mailLetters } from './letters.js'
import { MailHealth } from './mail_health.js'
import { mailer, MailRefused, type Mailer } from './mailer.js'
import type { Message } from './message.js'
import type { SmtpMailer } from './smtp_mailer.js'

const state = perApplication<{ health?: MailHealth }>(() => ({}))

/** Mail as a plugin: its job, its extension point, its health check. */
export const mail = definePlugin({
  name: 'mail',
  version: kernelVersion,
  compatibility: `^${kernelVersion}`,
  eventTypes: [mailRefused],
  extensionPoints: [mailLetters],
  jobs: () => import('./send_job.js'),
  healthChecks: [{ name: 'mail', check: async () => state().health!.get() }],
  register({ settings }) {
    let loaded: ReturnType<typeof createMailer> | undefined
    const load = () => (loaded ??= createMailer(settings))
    const health = new MailHealth(settings, async () => (await load()).tryOut?.())
    state().health = health
    mailer.provide({
      async send(message) {
        assertOneLine(message)
        await health.noted(async () => (await load()).send(message))
      },
    })
  },
  ready: () => state().health!.start(),
  shutdown: () => state().health?.stop(),
})

/** A line break in a header starts another header, or adds another recipient. */
function assertOneLine({ to, subject, sender = '' }: Message): void {
  for (const [name, value] of Object.entries({ to, subject, sender })) {
    if (!['\r', '\n', '\0'].some((end) => value.includes(end))) continue
    throw new MailRefused(`The "${name}" of a mail contains a line break or NUL: it is not sent.`)
  }
}

async function createMailer({
  SMTP_URL,
  MAIL_FROM,
  DATA_DIR,
  ...rest
}: Settings): Promise<Mailer & Partial<SmtpMailer>> {
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
