import type { Validator } from '../operation.js'

/** What an operation is that does not answer and is done. */
export type Live =
  | { kind: 'feed'; events: Record<string, Validator> }
  | { kind: 'channel'; receives: Validator; sends: Validator; maxBytes?: number }
