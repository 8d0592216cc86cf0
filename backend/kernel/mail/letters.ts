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
}

/** Kinds of mail by name, e.g. `access.signIn`. */
export const mailLetters = extensionPoint<Letter>('mail.letters')

/** Composes and sends one letter. */
export const sendMail = jobRef<{ letter: string; data: Record<string, unknown> }>('mail.send')

/** Has a letter sent by the durable job `mail.send`, once the current transaction has committed. */
export async function sendLetter(letter: string, data: Record<string, unknown>): Promise<void> {
  await enqueue(sendMail, { letter, data })
}
