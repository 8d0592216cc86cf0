import { setImmediate } from 'node:timers/promises'

/** So many characters are looked at without a pause: some milliseconds, in which others wait. */
const turn = 65_536

/** The lines of a text, however they end, with turns for others between them. */
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
