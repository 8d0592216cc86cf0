/** A line of two compared texts, with its number in each. */
export interface DiffLine {
  kind: 'same' | 'removed' | 'added'
  text: string
  before?: number
  after?: number
}

/**
 * With more changed lines than this, the diff is not computed: all lines between the equal beginning and the equal end
 * count as changed.
 */
const MOST_CHANGES = 1_000

/** The lines removed from and added to a text: the shortest edit script (Myers). */
export function diffLines(before: string, after: string): DiffLine[] {
  const [a, b] = [linesOf(before), linesOf(after)]
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1
  let end = 0
  const most = Math.min(a.length, b.length) - start
  while (end < most && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1

  const [middleA, middleB] = [a.slice(start, a.length - end), b.slice(start, b.length - end)]
  const kinds = [
    ...Array<Kind>(start).fill('same'),
    ...(shortestEdit(middleA, middleB) ?? [
      ...middleA.map((): Kind => 'removed'),
      ...middleB.map((): Kind => 'added'),
    ]),
    ...Array<Kind>(end).fill('same'),
  ]
  let [x, y] = [0, 0]
  return kinds.map((kind) => {
    if (kind === 'same') return { kind, text: b[y]!, before: ++x, after: ++y }
    if (kind === 'removed') return { kind, text: a[x]!, before: ++x }
    return { kind, text: b[y]!, after: ++y }
  })
}

type Kind = DiffLine['kind']

// A different line ending, or a missing one after the last line, is not a visible change.
const linesOf = (text: string): string[] => {
  const lines = text.split(/\r\n|\r|\n/)
  if (lines.at(-1) === '') lines.pop()
  return lines
}

/** Returns the shortest edit script; undefined when the diff is too long to read. */
function shortestEdit(a: readonly string[], b: readonly string[]): Kind[] | undefined {
  const most = Math.min(a.length + b.length, MOST_CHANGES)
  // The furthest point on each diagonal, by number of changes.
  const reached: Int32Array[] = []
  const furthest = new Int32Array(2 * most + 3)
  for (let changes = 0; changes <= most; changes += 1) {
    reached.push(furthest.slice(most + 1 - changes - 1, most + 1 + changes + 2))
    for (let diagonal = -changes; diagonal <= changes; diagonal += 2) {
      const at = most + 1 + diagonal
      const isDown =
        diagonal === -changes || (diagonal !== changes && furthest[at - 1]! < furthest[at + 1]!)
      let x = isDown ? furthest[at + 1]! : furthest[at - 1]! + 1
      while (x < a.length && x - diagonal < b.length && a[x] === b[x - diagonal]) x += 1
      furthest[at] = x
      if (x >= a.length && x - diagonal >= b.length) return walkBack(reached, a.length, b.length)
    }
  }
  return undefined
}

function walkBack(reached: readonly Int32Array[], endA: number, endB: number): Kind[] {
  const kinds: Kind[] = []
  let [x, y] = [endA, endB]
  for (let changes = reached.length - 1; changes >= 0; changes -= 1) {
    const row = reached[changes]!
    const of = (diagonal: number) => row[diagonal + changes + 1]!
    const diagonal = x - y
    const isDown =
      diagonal === -changes || (diagonal !== changes && of(diagonal - 1) < of(diagonal + 1))
    const from = isDown ? diagonal + 1 : diagonal - 1
    const fromX = changes === 0 ? 0 : of(from)
    const fromY = changes === 0 ? 0 : fromX - from
    while (x > fromX && y > fromY) {
      kinds.push('same')
      x -= 1
      y -= 1
    }
    if (changes > 0) {
      kinds.push(isDown ? 'added' : 'removed')
      ;[x, y] = [fromX, fromY]
    }
  }
  return kinds.reverse()
}
