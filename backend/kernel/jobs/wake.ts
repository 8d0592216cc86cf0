import { EventEmitter } from 'node:events'
import { perApplication } from '../ground/application.js'

/** Places of a limited job that may be free; see limits.ts. */
export interface Place {
  name: string
  /** The line of its key. */
  gate: string | null
  /** The tenant that just had its turn. */
  lastTenant: string | null
}

/** Signals about the job table within one application. */
export type Signal =
  /** There are jobs to claim, or jobs due in this many milliseconds. */
  | { kind: 'work'; dueInMs?: number | undefined }
  /** A running job was deleted. */
  | { kind: 'cancelled'; id: string }
  /** From an untrusted sender: the job's row decides. */
  | { kind: 'doubtful'; id: string }
  /** A limited job has left its places. */
  | { kind: 'vacated'; place: Place }

const bells = perApplication(() => new EventEmitter<{ signal: [Signal] }>().setMaxListeners(0))

export function signal(event: Signal): void {
  bells().emit('signal', event)
}

/** Listens until the returned function is called. */
export function onSignal(listener: (event: Signal) => void): () => void {
  const bell = bells()
  bell.on('signal', listener)
  return () => bell.off('signal', listener)
}
