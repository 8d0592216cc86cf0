import { service } from '../ground/service.js'
import type { Message } from './message.js'

/** Sends a mail. Resolves once the mail server has accepted it. */
export interface Mailer {
  /** @throws MailRefused when a retry is useless; other errors may be temporary */
  send(message: Message): Promise<void>
}

export const mailer = service<Mailer>('mail.mailer')

/** The mail server refuses this address permanently. */
export class MailRefused extends Error {
  override name = 'MailRefused'
}
