/** Why an expression cannot be used. */
export interface Fault {
  /** A code of JSONata or of Crossdock. */
  code: string
  /** Position of the error in the expression, in characters. */
  position: number | null
  /** The message of the parser, which contains parts of the expression but no values. */
  said?: string
}

export const evalRefused = 'noEval'
export const regexRefused = 'regex'
