import type { DatabaseQueryBuilderContract } from '@adonisjs/lucid/types/querybuilder'
import { unscoped } from './database.js'

/** How many rows a query of the current scope finds; more than `most` are not looked at. @param column any of theirs */
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
