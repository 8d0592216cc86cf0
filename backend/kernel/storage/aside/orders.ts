import { HORIZON, MAX_CHUNK } from '../../chunks/cut_points.js'

/** Room for the chunk that a slab before has begun: as much as can lie there without a certain cut. */
export const HEAD_BYTES = MAX_CHUNK + HORIZON
/** A slab that a stream is written into, behind its head. */
export const STREAM_SLAB = 2 * MAX_CHUNK

/** What the other thread is told, in the order in which it does it. Slabs are memory of both threads. */
export type Order =
  | { what: 'know'; slab: number; memory: SharedArrayBuffer }
  | { what: 'forget'; slab: number }
  /** Goes on with a stream behind a cut (`CutPoints`). */
  | { what: 'resume'; stream: number; lead: Uint8Array }
  | { what: 'hash'; id: number; slab: number; size: number }
  | {
      what: 'cut'
      id: number
      stream: number
      slab: number
      from: number
      to: number
      end: boolean
    }
  | { what: 'leave'; stream: number }

/** A chunk and where it lies in the slab that was cut last. */
export interface Cut {
  from: number
  to: number
  hash: string
  crc32: number
}

export type Reply = { id: number; hash: string } | { id: number; cuts: Cut[] }
