/** Bound variables a statement stays far below on every database. */
const ROWS_PER_STATEMENT = 200

/** Places of values in a statement. */
export const marks = (list: readonly unknown[]) => list.map(() => '?').join()

/** Parts of a list that fit into a statement each. */
export function slices<Item>(items: Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / ROWS_PER_STATEMENT) }, (_, index) =>
    items.slice(index * ROWS_PER_STATEMENT, (index + 1) * ROWS_PER_STATEMENT)
  )
}
