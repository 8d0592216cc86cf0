import { HORIZON, MAX_CHUNK } from '../../chunks/cut_points.js'

/**
 * Space for the chunk that began in the previous slab. It is the largest number of bytes that can be left there
 * without a certain cut.
 */
export const HEAD_BYTES = MAX_CHUNK + HORIZON
/** Size of a slab for a stream, including the head. */
export const STREAM_SLAB = 2 * MAX_CHUNK

/** Requests to the second thread, which handles them in this order. Slabs are shared memory. */
export type ThreadRequest =
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

/** A chunk and its position in the slab of the last `cut` request. */
export interface Cut {
  from: number
  to: number
  hash: string
  crc32: number
}

export type Reply = { id: number; hash: string } | { id: number; cuts: Cut[] }
