export interface ProvenArea {
  name: string
  specs: string[]
  state: string
}
export function areasToProve(): ProvenArea[] | undefined
