export interface Counts {
  passed: number
  failed: number
  skipped: number
}

export interface Result {
  part: {
    name: string
    again: (files: string[], env: object, say: (line: string) => void) => Promise<Counts>
  }
  counts: Counts
  /** The lines of each, its title first. */
  failures: string[][]
  files: Set<string>
  told: number
  unsteady?: string[][]
}

export function secondLook(results: Result[], say: (line: string) => void): Promise<void>
