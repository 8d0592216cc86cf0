import { EventEmitter } from 'node:events'
import { perApplication } from '../../ground/application.js'
import type { Happening } from '../identity.js'

const bells = perApplication(() => new EventEmitter().setMaxListeners(0))

/** Tells what happened that may have changed what somebody may do: whoever it concerns and has a feed or channel open is looked at again. */
export function tellRightsChanged(happening: Happening): void {
  bells().emit('changed', happening)
}

/** Listens until the returned function is called. */
export function onRightsChanged(listener: (happening: Happening) => void): () => void {
  const bell = bells()
  bell.on('changed', listener)
  return () => bell.off('changed', listener)
}
