import { HORIZON, MAX_CHUNK } from '../../chunks/cut_points.js'

/**
 * Space for the chunk that began in the previous slab: as many bytes as can remain there without a certain cut.
 */
export const HEAD_BYTES = MAX_CHUNK + HORIZON
/** Size of a slab that a stream is written into, after its head. */
export const STREAM_SLAB = 2 * MAX_CHUNK

/** Orders to the second thread, which carries them out in order. Slabs are shared memory. */
export type Order =
  | { what: 'know'; slab: number; memory: SharedArrayBuffer }
  | { what: 'forget'; slab: number }
  /** Continues a stream after a cut (`CutPoints`). */
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

/** A chunk and its position in the slab that was cut last. */
export interface Cut {
  from: number
  to: number
  hash: string
  crc32: number
}

export type Reply = { id: number; hash: string } | { id: number; cuts: Cut[] }
