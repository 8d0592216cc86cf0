import { createTransport } from 'nodemailer'
import { smtpMailer } from '../mail/smtp_mailer.js'
import type { Settings } from '../settings/index.js'
import { ok, sentence, warning, wrong, type Said } from './finding.js'

const patienceMs = 10_000

/** Whether the mail server lets us in: greeting, STARTTLS and sign-in, and no mail unless one is asked for. */
export async function ofMail(settings: Settings, to: string | undefined): Promise<Said[]> {
  const { SMTP_URL, MAIL_FROM, DATA_DIR } = settings
  if (!SMTP_URL) {
    const says = `There is no mail server: mails go to ${DATA_DIR}/mail.`
    return to ? [wrong(says, 'Set SMTP_URL to send one.')] : [ok(says)]
  }
  const { host } = new URL(SMTP_URL)
  try {
    const transport = createTransport({
      url: SMTP_URL,
      connectionTimeout: patienceMs,
      greetingTimeout: patienceMs,
      socketTimeout: patienceMs,
    })
    await transport.verify().finally(() => transport.close())
    if (!to)
      return [ok(`The mail server ${host} answers and lets us in. (--mail ADDRESS sends a mail.)`)]
    await smtpMailer(SMTP_URL, MAIL_FROM).send({
      to,
      subject: 'A mail to try out',
      text: 'This mail was sent by "node ace doctor --mail": mails of Crossdock arrive.',
      html: '<p>This mail was sent by "node ace doctor --mail": mails of Crossdock arrive.</p>',
    })
    return [ok(`The mail server ${host} took a mail to ${to}. Look whether it arrives.`)]
  } catch (error) {
    // Its own words may repeat what was sent; the password never stands in them, and is taken out all the same.
    return [
      wrong(
        `The mail server ${host} cannot be used: ${without(SMTP_URL, sentence(error))}`,
        'Correct SMTP_URL, or mend the server. Nobody gets mails until then.'
      ),
    ]
  }
}

/** Redis, which processes share limits by. */
export async function ofRedis({ REDIS_URL }: Settings): Promise<Said[]> {
  if (!REDIS_URL) return []
  const { host } = new URL(REDIS_URL)
  const { Redis } = await import('ioredis')
  const client = new Redis(REDIS_URL, {
    lazyConnect: true,
    connectTimeout: patienceMs,
    commandTimeout: patienceMs,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  })
  let reason: Error | undefined
  client.on('error', (error) => (reason = error))
  try {
    await client.connect()
    await client.ping()
    return [ok(`Redis at ${host} answers.`)]
  } catch (error) {
    return [
      warning(
        `Redis at ${host} cannot be used: ${without(REDIS_URL, sentence(reason ?? error))}`,
        'Start it, or correct REDIS_URL. Until then each process limits by itself.'
      ),
    ]
  } finally {
    client.disconnect()
  }
}

/** A text without the password of an address. */
function without(url: string, said: string): string {
  const { password } = new URL(url)
  if (!password) return said
  return said.replaceAll(password, '***').replaceAll(decodeURIComponent(password), '***')
}
