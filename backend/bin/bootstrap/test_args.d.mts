export function readTestArgs(args: string[]): {
  chosen: string[]
  changed: boolean
  times: boolean
}
