import type { DiffLine } from '@crossdock/admin/kit'

/** Lines around a change that stay in sight. */
const AROUND = 3

/** Lines that are shown, behind so many that are the same and left out. */
export interface Hunk {
  skipped: number
  lines: DiffLine[]
}

/** What has changed, with a few lines around each change. */
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
