import type { DatabaseQueryBuilderContract } from '@adonisjs/lucid/types/querybuilder'
import { unscoped } from '../database.js'

/**
 * Counts the rows that a query finds in the current scope, up to `most`.
 * @param column any column of these rows
 */
export async function countUpTo<Row>(
  query: DatabaseQueryBuilderContract<Row>,
  most: number,
  column = 'id'
): Promise<number> {
  const [row] = await unscoped()
    .from(query.select(column).limit(most).as('some'))
    .count('* as total')
  return Number(row!.total)
}
