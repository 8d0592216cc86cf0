import type { DiffLine } from './diff_lines.js'

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

export type Side = DiffLine | undefined

/** Side by side: what was removed stands beside what was added in its place. */
export function sidesOf(lines: readonly DiffLine[]): [before: Side, after: Side][] {
  const rows: [Side, Side][] = []
  for (let at = 0; at < lines.length;) {
    const line = lines[at]!
    if (line.kind === 'same') {
      rows.push([line, line])
      at += 1
      continue
    }
    const run = { removed: [] as DiffLine[], added: [] as DiffLine[] }
    for (let next = lines[at]; next && next.kind !== 'same'; next = lines[(at += 1)]) {
      run[next.kind].push(next)
    }
    const count = Math.max(run.removed.length, run.added.length)
    for (let row = 0; row < count; row += 1) rows.push([run.removed[row], run.added[row]])
  }
  return rows
}
