import { EventEmitter } from 'node:events'

const bell = new EventEmitter().setMaxListeners(0)

/** Tells this process's consumers that the log has grown by an event of this type. */
export function wakeConsumers(eventType: string): void {
  bell.emit('grown', eventType)
}

export function onWake(listener: (eventType: string) => void): () => void {
  bell.on('grown', listener)
  return () => bell.off('grown', listener)
}
