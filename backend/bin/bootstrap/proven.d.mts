export interface ProvenRoom {
  name: string
  specs: string[]
  state: string
}
export function roomsToProve(): ProvenRoom[] | undefined
