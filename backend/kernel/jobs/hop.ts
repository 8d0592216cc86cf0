import { dialect } from '../database/database.js'
import { sql } from './sql.js'

/** Lines or tenants per statement. */
export const lanesPerStatement = 1_000

/**
 * Returns SQL for a table `distinctValues(value, place)` with the distinct values of an indexed column and a
 * final null. Each value takes one index lookup, however many rows have it. Bind the parameters of the
 * condition and the start value, then the parameters of the condition again.
 */
export function distinctValues(column: string, condition: string): string {
  const found = (from: string) => `(select ${column} from jobs
    where ${condition} and ${column} > ${from} order by ${column} limit 1)`
  // PostgreSQL needs the same type in both halves; SQLite would not use the index with a cast.
  const next = (from: string) =>
    dialect() === 'postgres' ? `cast(${found(from)} as text)` : found(from)
  return `with recursive distinctValues(value, place) as (
    select ${next('?')}, 1
    union all
    select ${next('distinctValues.value')}, place + 1 from distinctValues where value is not null and place < ${lanesPerStatement}
  )`
}

/** Distinct values of an indexed column in order. */
export async function readDistinct(
  column: string,
  condition: string,
  { behind, fixed }: { behind: string; fixed: string[] }
): Promise<string[]> {
  const rows = await sql<{ value: string }>(
    `${distinctValues(column, condition)} select value from distinctValues where value is not null`,
    [...fixed, behind, ...fixed]
  )
  return rows.map(({ value }) => value)
}
