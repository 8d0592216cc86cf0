import { placeOf, type ListPlace, type StepNode } from './step_tree.js'

/** The number of a step with the way to it: `2 yes 1`. */
export function numberIn(tree: readonly StepNode[], key: string): string {
  const place = placeOf(tree, key)
  return place ? `${numberBefore(tree, place.list)}${place.at + 1}` : ''
}

/** What comes before the numbers of a list: the way to its branch. */
export const numberBefore = (tree: readonly StepNode[], list: ListPlace): string =>
  list ? `${numberIn(tree, list.step)} ${list.branch} ` : ''
