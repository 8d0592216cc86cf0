export interface Recorded {
  file?: string
  title: string
  outcome: 'passed' | 'failed' | 'skipped' | 'cost'
  seconds: number
  error?: string
}

export interface Result {
  part: {
    name: string
    again: (files: string[], say: (line: string) => void) => Promise<Recorded[]>
  }
  records: Recorded[]
}

export const mostForgiven: number

export function secondLook(
  results: Result[],
  say: (line: string) => void
): Promise<{ part: string; record: Recorded }[]>
