import { createTransport } from 'nodemailer'
import { envelopeOf } from './envelope.js'
import { MailRefused, type Mailer } from './mailer.js'

const timeouts = { connectionTimeout: '10000', greetingTimeout: '10000', socketTimeout: '30000' }

/** A mailer that can check its mail server. */
export interface SmtpMailer extends Mailer {
  /**
   * Connects, encrypts and signs in as for a mail, but sends none.
   * @throws the error of the mail server, or of the connection to it
   */
  tryOut(): Promise<void>
}

/** Sends through the mail server of SMTP_URL. */
export function smtpMailer(url: string, from: string): SmtpMailer {
  const address = new URL(url)
  for (const [name, value] of Object.entries(timeouts)) {
    if (!address.searchParams.has(name)) address.searchParams.set(name, value)
  }
  const transport = createTransport(address.href)
  const headers = { 'Auto-Submitted': 'auto-generated' }
  return {
    async tryOut() {
      await transport.verify()
    },
    async send(message) {
      try {
        await transport.sendMail({ ...envelopeOf(message, from), headers })
      } catch (error) {
        if (isAboutRecipient(error)) throw new MailRefused(error.message, { cause: error })
        throw error
      }
    },
  }
}

/** A permanent refusal (5xx) of the recipient's address. */
function isAboutRecipient(error: unknown): error is Error {
  const { command, responseCode } = error as { command?: string; responseCode?: number }
  return command === 'RCPT TO' && responseCode !== undefined && responseCode >= 500
}
