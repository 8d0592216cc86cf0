import pc from 'picocolors'

export type Colors = ReturnType<typeof pc.createColors>

export function createColors(enabled: boolean): Colors {
  return pc.createColors(enabled)
}
