import { enqueue, jobRef } from '../jobs/index.js'
import { extensionPoint } from '../ground/extension_point.js'
import type { Message } from './message.js'

/**
 * A kind of mail. It is composed when it is sent: codes and links are never stored in the job table, and a
 * retry contains fresh ones.
 */
export interface Letter {
  /** Returns null when there is nothing to send, or no longer. */
  compose(data: Record<string, unknown>): Promise<Message | null>
  /**
   * The person who requested it waits for it. It is retried for a quarter of an hour; other mails are retried
   * for days.
   */
  isWaitedFor?: true
}

/** Kinds of mail by name, e.g. `access.signIn`. */
export const mailLetters = extensionPoint<Letter>('mail.letters')

export interface Sending {
  letter: string
  data: Record<string, unknown>
}

/** Composes and sends one mail. */
export const sendMail = jobRef<Sending>('mail.send')
/** Like `sendMail`, for a mail that a person waits for. */
export const sendMailSoon = jobRef<Sending>('mail.sendSoon')

/** Enqueues a durable job that sends a mail once the current transaction has committed. */
export async function sendLetter(letter: string, data: Record<string, unknown>): Promise<void> {
  const job = mailLetters.get(letter)?.isWaitedFor ? sendMailSoon : sendMail
  await enqueue(job, { letter, data })
}
