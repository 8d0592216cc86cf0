import { EventEmitter } from 'node:events'
import { perApplication } from '../ground/application.js'
import { Channel } from '../database/watch/channel.js'

const bells = perApplication(() => new EventEmitter().setMaxListeners(0))

/** Channel by which processes announce new events to each other. */
export const channel = new Channel('crossdock_events')

/** Announces to all processes that the log has a new event of this type. */
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
