import { EventEmitter } from 'node:events'
import { perApplication } from '../../ground/application.js'
import type { Happening } from '../identity.js'

const bells = perApplication(() => new EventEmitter().setMaxListeners(0))

/**
 * Announces an event that may have changed permissions: open feeds and channels that it concerns are checked
 * again.
 */
export function notifyRightsChanged(happening: Happening): void {
  bells().emit('changed', happening)
}

/** Listens until the returned function is called. */
export function onRightsChanged(listener: (happening: Happening) => void): () => void {
  const bell = bells()
  bell.on('changed', listener)
  return () => bell.off('changed', listener)
}
