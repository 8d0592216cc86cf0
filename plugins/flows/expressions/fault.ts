/** Why an expression cannot be used. */
export interface Fault {
  /** Of JSONata, or one of ours. */
  code: string
  /** Characters of the expression that were read up to it. */
  position: number | null
  /** What the parser says; it names parts of the expression only. */
  said?: string
}

export const evalRefused = 'noEval'
export const regexRefused = 'regex'
