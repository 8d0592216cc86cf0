/** Limits for an expression and for one evaluation. */
export const limits = {
  sourceCharacters: 10_000,
  /** Maximum size of the input as JSON. */
  inputBytes: 4 * 1024 * 1024,
  /** Maximum size of the result as JSON. */
  resultBytes: 64 * 1024,
  usualMs: 500,
  mostMs: 5_000,
  /** Maximum depth of nested function calls. */
  stack: 1_000,
  /** Maximum number of entries of a list. */
  sequence: 100_000,
  /** Maximum number of characters that `$pad` creates. */
  padCharacters: 1_000_000,
  heapMb: 128,
} as const
