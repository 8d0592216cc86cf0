/** A line of two texts laid over each other, with its number in each of them. */
export interface DiffLine {
  kind: 'same' | 'removed' | 'added'
  text: string
  before?: number
  after?: number
}

/** Beyond so many changed lines the way from one text to the other is not worked out: all between counts as changed. */
const MOST_CHANGES = 1_000

/** What was removed from and added to a text, line by line: the shortest way (Myers). */
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
    ...(wayBetween(middleA, middleB) ?? [
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

// A line end of another system, or none behind the last line, is no change anybody sees.
const linesOf = (text: string): string[] => {
  const lines = text.split(/\r\n|\r|\n/)
  if (lines.at(-1) === '') lines.pop()
  return lines
}

/** Undefined when it is longer than anybody reads. */
function wayBetween(a: readonly string[], b: readonly string[]): Kind[] | undefined {
  const most = Math.min(a.length + b.length, MOST_CHANGES)
  // How far each diagonal has come, by the number of changes.
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
