export function readTestArgs(
  args: string[],
  options?: { proving?: boolean }
): {
  chosen: string[]
  changed: boolean
  times: boolean
  all: boolean
}
