import { isOver, type UploadItem } from './queue.js'

type State = UploadItem['state']

/** Maximum number of rows. More would make the page slow, and a dropped folder may have thousands of files. */
const MOST = 100

/** Running uploads come before finished ones. */
const places: Record<State, number> = {
  sending: 0,
  waiting: 1,
  paused: 1,
  interrupted: 2,
  failed: 2,
  done: 3,
}

/** Returns the rows to render. If there are too many, finished uploads are left out first. */
export function shownItems(items: readonly UploadItem[]): readonly UploadItem[] {
  const wanted = items.length <= MOST ? items : byState(items, neediest).slice(0, MOST)
  return byState(wanted, (state) => places[state])
}

const neediest = (state: State): number =>
  state === 'done' ? 2 : state === 'sending' || isOver(state) ? 0 : 1

const byState = (items: readonly UploadItem[], placeOf: (state: State) => number): UploadItem[] =>
  items.toSorted((one, other) => placeOf(one.state) - placeOf(other.state))
