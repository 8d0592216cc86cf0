import { withoutCredentials } from '../mail/credentials.js'
import { smtpMailer } from '../mail/smtp_mailer.js'
import type { Settings } from '../settings/index.js'
import { ok, sentence, warning, wrong, type Said } from './finding.js'

const patienceMs = 10_000

/** Whether the mail server lets us in: greeting, STARTTLS and sign-in, and no mail unless one is asked for. */
export async function ofMail(settings: Settings, to: string | undefined): Promise<Said[]> {
  const { SMTP_URL, MAIL_FROM, DATA_DIR, NODE_ENV } = settings
  if (!SMTP_URL) {
    const says = `There is no mail server: mails go to ${DATA_DIR}/mail`
    if (to) return [wrong(`${says}.`, 'Set SMTP_URL to send one.')]
    if (NODE_ENV !== 'production') return [ok(`${says}.`)]
    return [warning(`${says}, so people cannot sign in by mail.`, 'Set SMTP_URL.')]
  }
  const { host } = new URL(SMTP_URL)
  try {
    const server = smtpMailer(inTime(SMTP_URL), MAIL_FROM)
    await server.tryOut()
    if (!to)
      return [ok(`The mail server ${host} answers and lets us in. (--mail ADDRESS sends a mail.)`)]
    await server.send({
      to,
      subject: 'A mail to try out',
      text: 'This mail was sent by "node ace doctor --mail": mails of Crossdock arrive.',
      html: '<p>This mail was sent by "node ace doctor --mail": mails of Crossdock arrive.</p>',
    })
    return [ok(`The mail server ${host} took a mail to ${to}. Look whether it arrives.`)]
  } catch (error) {
    // Its own words may repeat what was sent.
    const said = withoutCredentials(sentence(error), SMTP_URL)
    return [
      wrong(
        `The mail server ${host} cannot be used: ${said}`,
        isOfCertificate(error)
          ? 'If the certificate is right, name the file of its authority in NODE_EXTRA_CA_CERTS, in .env. Nobody gets mails until then.'
          : 'Correct SMTP_URL, or mend the server. Nobody gets mails until then.'
      ),
    ]
  }
}

/** An address whose mail server is silent for a shorter time than the doctor waits for a check. */
function inTime(SMTP_URL: string): string {
  const url = new URL(SMTP_URL)
  if (!url.searchParams.has('socketTimeout'))
    url.searchParams.set('socketTimeout', String(patienceMs))
  return url.href
}

/** Node does not know the authority that signed the certificate (codes of OpenSSL). */
const isOfCertificate = (error: unknown) => {
  const { code = '', originalCode = code } = error as { code?: string; originalCode?: string }
  return /SELF_SIGNED_CERT|UNABLE_TO_(GET_ISSUER|VERIFY_LEAF)/.test(originalCode)
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
