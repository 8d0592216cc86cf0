import { setImmediate } from 'node:timers/promises'

/** Characters read without a pause: a few milliseconds, in which the event loop is blocked. */
const turn = 65_536

/** The lines of a text with any line ending. Lets other work run between batches of lines. */
export async function* linesOf(given: string): AsyncGenerator<string> {
  let from = 0
  let next = turn
  for (const { index, 0: end } of given.matchAll(/\r\n|\n|\r|$/g)) {
    yield given.slice(from, index)
    from = index + end.length
    if (from < next) continue
    next = from + turn
    await setImmediate()
  }
}
