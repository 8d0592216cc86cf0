import { withoutCredentials } from '../mail/credentials.js'
import { smtpMailer } from '../mail/smtp_mailer.js'
import type { Settings } from '../settings/index.js'
import { ok, asSentence, warning, wrong, type CheckResult } from './finding.js'

const timeoutMs = 10_000

const testMessage =
  'This test message was sent by "node ace doctor --mail"; if you can read it, Crossdock can send mail to this address.'

/** Checks the mail server: greeting, STARTTLS and sign-in. Sends a test message only if `to` is given. */
export async function checkMail(
  settings: Settings,
  to: string | undefined
): Promise<CheckResult[]> {
  const { SMTP_URL, MAIL_FROM, DATA_DIR, NODE_ENV } = settings
  if (!SMTP_URL) {
    const says = `No mail server is set: mails go to ${DATA_DIR}/mail`
    if (to) return [wrong(`${says}.`, 'Set SMTP_URL to send one.')]
    if (NODE_ENV !== 'production') return [ok(`${says}.`)]
    return [warning(`${says}, so people cannot sign in by mail.`, 'Set SMTP_URL.')]
  }
  const { host } = new URL(SMTP_URL)
  try {
    const server = smtpMailer(withTimeout(SMTP_URL), MAIL_FROM)
    await server.tryOut()
    if (!to)
      return [
        ok(
          `The mail server ${host} answers and accepts the sign-in. (--mail ADDRESS sends a mail.)`
        ),
      ]
    await server.send({
      to,
      subject: 'Test message',
      text: testMessage,
      html: `<p>${testMessage}</p>`,
    })
    return [
      ok(`The mail server ${host} accepted a message to ${to}. Check whether the message arrives.`),
    ]
  } catch (error) {
    // The mail server's message may repeat the credentials.
    const said = withoutCredentials(asSentence(error), SMTP_URL)
    return [
      wrong(
        `The mail server ${host} cannot be used: ${said}`,
        isUnknownAuthority(error)
          ? 'If you trust this certificate, set NODE_EXTRA_CA_CERTS in .env to the path of a PEM file with the certificate of the authority that issued it. Until then no mail is sent.'
          : 'Correct SMTP_URL, or fix the server. Until then no mail is sent.'
      ),
    ]
  }
}

/** Returns the SMTP URL with a socket timeout shorter than the limit of a check. */
function withTimeout(SMTP_URL: string): string {
  const url = new URL(SMTP_URL)
  if (!url.searchParams.has('socketTimeout'))
    url.searchParams.set('socketTimeout', String(timeoutMs))
  return url.href
}

/** Whether Node does not trust the issuer of the certificate, by OpenSSL's error code. */
const isUnknownAuthority = (error: unknown) => {
  const { code = '', originalCode = code } = error as { code?: string; originalCode?: string }
  return /SELF_SIGNED_CERT|UNABLE_TO_(GET_ISSUER|VERIFY_LEAF)/.test(originalCode)
}

/** Checks Redis, which counts rate limits for all processes. */
export async function checkRedis({ REDIS_URL }: Settings): Promise<CheckResult[]> {
  if (!REDIS_URL) return []
  const { host } = new URL(REDIS_URL)
  const { Redis } = await import('ioredis')
  const client = new Redis(REDIS_URL, {
    lazyConnect: true,
    connectTimeout: timeoutMs,
    commandTimeout: timeoutMs,
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
        `Redis at ${host} cannot be used: ${hidePassword(REDIS_URL, asSentence(reason ?? error))}`,
        'Start it, or correct REDIS_URL. Until then each process counts its limits separately.'
      ),
    ]
  } finally {
    client.disconnect()
  }
}

/** Replaces the URL's password in a text with asterisks. */
function hidePassword(url: string, said: string): string {
  const { password } = new URL(url)
  if (!password) return said
  return said.replaceAll(password, '***').replaceAll(decodeURIComponent(password), '***')
}
