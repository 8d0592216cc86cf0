import type { DiffLine } from './diff_lines.js'

/** A line of one of two texts; undefined next to a line that only the other text has. */
export type DiffSide = DiffLine | undefined

/** Returns the lines side by side: removed lines next to the added lines that replace them. */
export function sidesOf(lines: readonly DiffLine[]): [before: DiffSide, after: DiffSide][] {
  const rows: [DiffSide, DiffSide][] = []
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
