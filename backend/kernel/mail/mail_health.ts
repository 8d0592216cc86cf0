import { clock, type ClockTimer } from '../ground/clock.js'
import type { Health } from '../ground/health.js'
import type { Settings } from '../settings/index.js'
import { withoutCredentials } from './credentials.js'
import { MailRefused } from './mailer.js'

const intervalMs = 5 * 60_000

/** SMTP commands about one mail. If one fails, the mail server was reached and accepted the sign-in. */
const ofOneMail = ['MAIL FROM', 'RCPT TO', 'DATA']

/**
 * Health of the mail server, as one process knows it: from the mails it sent, and from a connection every few
 * minutes.
 */
export class MailHealth {
  #timer: ClockTimer | undefined
  #isChecking = false
  #isChecked = false
  /** Why the last connection failed. */
  #connectionError: string | undefined
  /** Why the last mail failed. Only a mail that was sent proves that mails can be sent again. */
  #mailError: string | undefined

  constructor(
    private readonly settings: Settings,
    /** Connects to the mail server and signs in there. @throws its error */
    private readonly tryOut: () => Promise<void>
  ) {}

  /** Checks the mail server now and every five minutes, one connection at a time. Sends nothing. */
  start(): void {
    if (!this.settings.SMTP_URL) return
    this.#timer = clock.every(intervalMs, () => void this.#check()).unref()
    void this.#check()
  }

  stop(): void {
    this.#timer?.stop()
  }

  /** Sends one mail and records the outcome. @throws the error of `send` */
  async noted(send: () => Promise<void>): Promise<void> {
    try {
      await send()
      this.#connectionError = this.#mailError = undefined
    } catch (error) {
      if (error instanceof MailRefused) this.#connectionError = this.#mailError = undefined
      else if (!this.settings.SMTP_URL || isOfOneMail(error))
        this.#mailError = this.#messageOf(error)
      else this.#connectionError = this.#messageOf(error)
      throw error
    } finally {
      this.#isChecked = true
    }
  }

  /** The last known health. Opens no connection. */
  get(): Health {
    const { SMTP_URL, NODE_ENV } = this.settings
    if (NODE_ENV === 'production' && !SMTP_URL) {
      return degraded('No mail server is set, so people cannot sign in by mail. Set SMTP_URL.')
    }
    if (this.#connectionError)
      return degraded(`The mail server cannot be used: ${this.#connectionError}`)
    if (this.#mailError) return degraded(`The last mail could not be sent: ${this.#mailError}`)
    if (this.#isChecked || !SMTP_URL) return { status: 'ok' }
    return { status: 'unknown', message: 'The mail server was not checked yet.' }
  }

  async #check(): Promise<void> {
    if (this.#isChecking) return
    this.#isChecking = true
    try {
      await this.tryOut()
      this.#connectionError = undefined
    } catch (error) {
      this.#connectionError = this.#messageOf(error)
    } finally {
      this.#isChecked = true
      this.#isChecking = false
    }
  }

  #messageOf(error: unknown): string {
    const message = error instanceof Error ? error.message : String(error)
    return withoutCredentials(message, this.settings.SMTP_URL)
  }
}

const degraded = (message: string): Health => ({ status: 'degraded', message })

const isOfOneMail = (error: unknown) =>
  ofOneMail.includes((error as { command?: string }).command ?? '')
