/** Number of rows in a statement, far below the limit of bound variables of both databases. */
const ROWS_PER_STATEMENT = 200

/** Returns placeholders for the values of a list. */
export const marks = (list: readonly unknown[]) => list.map(() => '?').join()

/** Splits a list into parts that fit into one statement each. */
export function slices<Item>(items: Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / ROWS_PER_STATEMENT) }, (_, index) =>
    items.slice(index * ROWS_PER_STATEMENT, (index + 1) * ROWS_PER_STATEMENT)
  )
}
