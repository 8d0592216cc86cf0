/** What is wrong with a chain. */
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
    /** It belongs to another organization than its chain. */
    | 'foreign'
    /** A part was erased, and no entry behind says that anybody was. */
    | 'erased'
  /** The first entry it is about. */
  seq: number
  /** The last one, or the other one of two. */
  to?: number | undefined
  /** What of the entry was changed, where that is known. */
  part?: 'person' | 'details' | undefined
}

/** More are not told one by one. */
export const mostFindings = 100
