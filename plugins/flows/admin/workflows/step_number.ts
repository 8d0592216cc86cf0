import { placeOf, type ListPlace, type StepNode } from './step_tree.js'

/** The number of a step with its path: `2 yes 1`. */
export function numberIn(tree: readonly StepNode[], key: string): string {
  const place = placeOf(tree, key)
  return place ? `${numberBefore(tree, place.list)}${place.at + 1}` : ''
}

/** The prefix of the numbers in a list: the path to its branch. */
export const numberBefore = (tree: readonly StepNode[], list: ListPlace): string =>
  list ? `${numberIn(tree, list.step)} ${list.branch} ` : ''
