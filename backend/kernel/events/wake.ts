import { EventEmitter } from 'node:events'

const bell = new EventEmitter().setMaxListeners(0)

/** Tells this process's consumers that the log has grown. */
export function wakeConsumers(): void {
  bell.emit('grown')
}

export function onWake(listener: () => void): () => void {
  bell.on('grown', listener)
  return () => bell.off('grown', listener)
}
