import { clock, type ClockTimer } from '../ground/clock.js'
import type { Health } from '../ground/health.js'
import type { Settings } from '../settings/index.js'
import { withoutCredentials } from './credentials.js'
import { MailRefused } from './mailer.js'

const everyMs = 5 * 60_000

/** Commands of SMTP about one mail: when they fail, the mail server was reached and let us in. */
const ofOneMail = ['MAIL FROM', 'RCPT TO', 'DATA']

/** What one process knows of its mail server: from mails it sent, and from trying it every few minutes. */
export class MailHealth {
  #timer: ClockTimer | undefined
  #isTrying = false
  #isTried = false
  /** Why the last connection failed. */
  #refused: string | undefined
  /** Why the last mail failed. Only a mail that is sent proves that mails can be sent again. */
  #unsent: string | undefined

  constructor(
    private readonly settings: Settings,
    /** Connects to the mail server and signs in there. @throws its error */
    private readonly tryOut: () => Promise<void>
  ) {}

  /** Tries the mail server now and every five minutes, with one connection at a time. Sends nothing. */
  start(): void {
    if (!this.settings.SMTP_URL) return
    this.#timer = clock.every(everyMs, () => void this.#try()).unref()
    void this.#try()
  }

  stop(): void {
    this.#timer?.stop()
  }

  /** Sends one mail, and notes how that ended. @throws the error of `send` */
  async noted(send: () => Promise<void>): Promise<void> {
    try {
      await send()
      this.#refused = this.#unsent = undefined
    } catch (error) {
      if (error instanceof MailRefused) this.#refused = this.#unsent = undefined
      else if (!this.settings.SMTP_URL || isOfOneMail(error)) this.#unsent = this.#said(error)
      else this.#refused = this.#said(error)
      throw error
    } finally {
      this.#isTried = true
    }
  }

  /** What is known. Opens no connection. */
  get(): Health {
    const { SMTP_URL, NODE_ENV } = this.settings
    if (NODE_ENV === 'production' && !SMTP_URL) {
      return degraded('There is no mail server, so people cannot sign in by mail: set SMTP_URL.')
    }
    if (this.#refused) return degraded(`The mail server cannot be used: ${this.#refused}`)
    if (this.#unsent) return degraded(`The last mail could not be sent: ${this.#unsent}`)
    if (this.#isTried || !SMTP_URL) return { status: 'ok' }
    return { status: 'unknown', message: 'The mail server was not tried yet.' }
  }

  async #try(): Promise<void> {
    if (this.#isTrying) return
    this.#isTrying = true
    try {
      await this.tryOut()
      this.#refused = undefined
    } catch (error) {
      this.#refused = this.#said(error)
    } finally {
      this.#isTried = true
      this.#isTrying = false
    }
  }

  #said(error: unknown): string {
    const said = error instanceof Error ? error.message : String(error)
    return withoutCredentials(said, this.settings.SMTP_URL)
  }
}

const degraded = (message: string): Health => ({ status: 'degraded', message })

const isOfOneMail = (error: unknown) =>
  ofOneMail.includes((error as { command?: string }).command ?? '')
