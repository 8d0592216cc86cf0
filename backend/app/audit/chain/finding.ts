/** A defect of a chain. */
export interface Finding {
  kind:
    | 'changed'
    | 'missing'
    | 'inserted'
    | 'reordered'
    | 'rewritten'
    | 'cut'
    | 'signature'
    | 'unknown_key'
    | 'broken'
    /** The entry is stored under another organization than its chain's. */
    | 'foreign'
    /** A part was erased, but no later entry records an erasure. */
    | 'erased'
  /** Number of the first entry concerned. */
  seq: number
  /** Number of the last entry, or of the second one of two. */
  to?: number | undefined
  /** The changed part of the entry, if known. */
  part?: 'person' | 'details' | undefined
}

/** Maximum number of reported findings. */
export const maxFindings = 100
