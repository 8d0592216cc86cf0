/** Bounds of an expression and of one evaluation. */
export const limits = {
  sourceCharacters: 10_000,
  /** JSON of what it reads. */
  inputBytes: 4 * 1024 * 1024,
  /** JSON of what it makes. */
  resultBytes: 64 * 1024,
  usualMs: 500,
  mostMs: 5_000,
  /** Calls of functions in functions. */
  stack: 1_000,
  /** Entries of one list. */
  sequence: 100_000,
  /** Characters that `$pad` may make. */
  padCharacters: 1_000_000,
  heapMb: 128,
} as const
