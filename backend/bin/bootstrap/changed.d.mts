export interface Plan {
  specs: string[]
  own: string[]
  stories: string[]
}

export function planFor(files: string[]): Plan
export function findChanged(): Plan
