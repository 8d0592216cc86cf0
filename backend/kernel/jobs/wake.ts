import { EventEmitter } from 'node:events'
import { perApplication } from '../ground/application.js'

/** Places of a limited job that may be free; see limits.ts. */
export interface Place {
  name: string
  /** The line of its key. */
  gate: string | null
  /** Whose turn is over. */
  lastTenant: string | null
}

/** What the parts of one application tell each other about the job table. */
export type Signal =
  /** There is something to claim, or something that is due in so many milliseconds. */
  | { kind: 'work'; dueInMs?: number | undefined }
  /** A running job was taken away. */
  | { kind: 'cancelled'; id: string }
  /** Somebody says so who may not be one of us: the job's row decides. */
  | { kind: 'doubtful'; id: string }
  /** A limited job has left its places. */
  | { kind: 'vacated'; place: Place }

const bells = perApplication(() => new EventEmitter<{ signal: [Signal] }>().setMaxListeners(0))

export function signal(told: Signal): void {
  bells().emit('signal', told)
}

/** Listens until the returned function is called. */
export function onSignal(listener: (told: Signal) => void): () => void {
  const bell = bells()
  bell.on('signal', listener)
  return () => bell.off('signal', listener)
}
