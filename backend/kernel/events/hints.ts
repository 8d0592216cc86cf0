import { EventEmitter } from 'node:events'
import { perApplication } from '../ground/application.js'
import { channel } from './wake.js'

const bells = perApplication(() => new EventEmitter().setMaxListeners(0))
/** PostgreSQL takes 8,000 bytes; a hint names a row or two. */
const longest = 200

/**
 * Tells all processes, this one included, what is worth a look now. Nothing of it is kept: what is lost must not matter.
 * Inside of a transaction it tells at once; call it behind the commit.
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

/** Passes on what another process told; false for what none of ours says. */
export function receiveHint({ kind, topic, text }: Record<string, unknown>): boolean {
  const isHint = kind === 'hint' && isShort(topic) && isShort(text)
  // `error` would throw where nothing listens.
  if (isHint && topic !== 'error') bells().emit(topic, text)
  return isHint
}

const isShort = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= longest
