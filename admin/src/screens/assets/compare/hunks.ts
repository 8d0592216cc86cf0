import type { DiffLine } from '@crossdock/admin/kit'

/** Number of context lines around a change. */
const AROUND = 3

/** Lines that are shown, and the number of equal lines before them that are left out. */
export interface Hunk {
  skipped: number
  lines: DiffLine[]
}

/** The changes, with a few lines of context. */
export function hunksOf(lines: readonly DiffLine[]): { hunks: Hunk[]; skipped: number } {
  const isShown = new Uint8Array(lines.length)
  lines.forEach(({ kind }, at) => {
    if (kind !== 'same') isShown.fill(1, Math.max(0, at - AROUND), at + AROUND + 1)
  })
  const hunks: Hunk[] = []
  let skipped = 0
  lines.forEach((line, at) => {
    if (!isShown[at]) return void (skipped += 1)
    if (skipped > 0 || hunks.length === 0) hunks.push({ skipped, lines: [] })
    skipped = 0
    hunks.at(-1)!.lines.push(line)
  })
  return { hunks, skipped }
}
