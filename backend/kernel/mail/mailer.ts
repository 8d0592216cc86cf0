import { service } from '../ground/service.js'
import type { Message } from './message.js'

/** Hands a mail to the outside world; resolves once it is accepted there. */
export interface Mailer {
  /** @throws MailRefused when trying again is of no use; other errors may pass. */
  send(message: Message): Promise<void>
}

export const mailer = service<Mailer>('mail.mailer')

/** The mail server will never take mail for this address. */
export class MailRefused extends Error {
  override name = 'MailRefused'
}
