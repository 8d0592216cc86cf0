import type { Validator } from '../../shapes/validator.js'

/** An operation that stays open instead of answering once. */
export type Live =
  | { kind: 'feed'; events: Record<string, Validator> }
  | { kind: 'channel'; receives: Validator; sends: Validator; maxBytes?: number }
