import { enqueue, jobRef } from '../jobs/index.js'
import { extensionPoint } from '../ground/extension_point.js'
import type { Message } from './message.js'

/**
 * A kind of mail. It is composed when it is sent, so that codes and links it holds never lie in the
 * job table, and a mail that is tried again carries fresh ones.
 */
export interface Letter {
  /** Returns null when there is nothing to send (any more). */
  compose(data: Record<string, unknown>): Promise<Message | null>
  /** Who asked for it waits for it: tried again for a quarter of an hour, while others wait for a mail server for days. */
  isWaitedFor?: true
}

/** Kinds of mail by name, e.g. `access.signIn`. */
export const mailLetters = extensionPoint<Letter>('mail.letters')

export interface Sending {
  letter: string
  data: Record<string, unknown>
}

/** Composes and sends one letter. */
export const sendMail = jobRef<Sending>('mail.send')
/** As `sendMail`, for one that is waited for. */
export const sendMailSoon = jobRef<Sending>('mail.sendSoon')

/** Has a letter sent by a durable job, once the current transaction has committed. */
export async function sendLetter(letter: string, data: Record<string, unknown>): Promise<void> {
  const job = mailLetters.get(letter)?.isWaitedFor ? sendMailSoon : sendMail
  await enqueue(job, { letter, data })
}
