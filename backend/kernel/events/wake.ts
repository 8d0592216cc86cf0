import { EventEmitter } from 'node:events'
import { perApplication } from '../ground/application.js'
import { Channel } from '../database/channel.js'

const bells = perApplication(() => new EventEmitter().setMaxListeners(0))

/** On which processes tell each other that the log has grown. */
export const channel = new Channel('crossdock_events')

/** Tells this application and those of other processes that the log has grown by an event of this type. */
export function wakeConsumers(eventType: string): void {
  bells().emit('grown', eventType)
  channel.tell({ kind: 'grown' })
}

/** Listens until the returned function is called. */
export function onWake(listener: (eventType: string) => void): () => void {
  const bell = bells()
  bell.on('grown', listener)
  return () => bell.off('grown', listener)
}
