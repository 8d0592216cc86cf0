import { isOver, type UploadItem } from './queue.js'

type State = UploadItem['state']

/** More rows than nobody reads would make the page slow: a dropped folder may hold thousands of files. */
const MOST = 100

/** What goes on stands above what is over. */
const places: Record<State, number> = {
  sending: 0,
  waiting: 1,
  paused: 1,
  interrupted: 2,
  failed: 2,
  done: 3,
}

/** The rows that are drawn. Of too many, those that need a look are among them, whatever waits. */
export function shownItems(items: readonly UploadItem[]): readonly UploadItem[] {
  const wanted = items.length <= MOST ? items : byState(items, neediest).slice(0, MOST)
  return byState(wanted, (state) => places[state])
}

const neediest = (state: State): number =>
  state === 'done' ? 2 : state === 'sending' || isOver(state) ? 0 : 1

const byState = (items: readonly UploadItem[], placeOf: (state: State) => number): UploadItem[] =>
  items.toSorted((one, other) => placeOf(one.state) - placeOf(other.state))
