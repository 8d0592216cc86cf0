import { dialect } from '../database/database.js'
import { sql } from './sql.js'

/** Lines or tenants one statement looks at. */
export const inSight = 1_000

/**
 * A table `hops(value, place)` of an indexed column's values one after the other, each in one hop however many rows have it,
 * and a null at its end. `?` of the condition and behind it the value to begin behind are given twice, the second time without.
 */
export function hops(column: string, condition: string): string {
  const found = (from: string) => `(select ${column} from jobs
    where ${condition} and ${column} > ${from} order by ${column} limit 1)`
  // PostgreSQL wants one type in both halves; SQLite would compare what is cast without the index.
  const next = (from: string) =>
    dialect() === 'postgres' ? `cast(${found(from)} as text)` : found(from)
  return `with recursive hops(value, place) as (
    select ${next('?')}, 1
    union all
    select ${next('hops.value')}, place + 1 from hops where value is not null and place < ${inSight}
  )`
}

/** Values of an indexed column one after the other. */
export async function hop(
  column: string,
  condition: string,
  { behind, fixed }: { behind: string; fixed: string[] }
): Promise<string[]> {
  const rows = await sql<{ value: string }>(
    `${hops(column, condition)} select value from hops where value is not null`,
    [...fixed, behind, ...fixed]
  )
  return rows.map(({ value }) => value)
}
