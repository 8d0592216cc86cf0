import { EventEmitter } from 'node:events'
import { perApplication } from '../ground/application.js'
import { channel } from './wake.js'

const bells = perApplication(() => new EventEmitter().setMaxListeners(0))
/** PostgreSQL allows 8,000 bytes; a hint names one or two rows. */
const longest = 200

/**
 * Sends a hint to all processes, including this one. Hints are not stored, so a lost one must do no harm. It is
 * sent immediately, even inside a transaction: call it after the commit.
 */
export function hint(topic: string, text: string): void {
  bells().emit(topic, text)
  channel.tell({ kind: 'hint', topic, text })
}

/** Listens until the returned function is called. `listener` must neither wait nor throw. */
export function onHint(topic: string, listener: (text: string) => void): () => void {
  const bell = bells()
  bell.on(topic, listener)
  return () => bell.off(topic, listener)
}

/** Passes on a message of another process. @returns false when the message is not a hint */
export function receiveHint({ kind, topic, text }: Record<string, unknown>): boolean {
  const isHint = kind === 'hint' && isShort(topic) && isShort(text)
  // An `error` event without a listener would throw.
  if (isHint && topic !== 'error') bells().emit(topic, text)
  return isHint
}

const isShort = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= longest
