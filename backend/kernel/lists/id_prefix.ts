import type { DatabaseQueryBuilderContract } from '@adonisjs/lucid/types/querybuilder'
import type { LucidModel, ModelQueryBuilderContract } from '@adonisjs/lucid/types/model'
import { dialect } from '../database/database.js'
import { Problem } from '../ground/problem.js'
import { text } from '../ground/text.js'

export type AnyQuery =
  | ModelQueryBuilderContract<LucidModel>
  | DatabaseQueryBuilderContract<Record<string, unknown>>

/**
 * Ids rise with time, so four characters cover weeks of rows; for workflows, a million runs. Larger results
 * would be slow to sort, so the caller must give a longer prefix.
 */
const mostFitting = 1_000

/**
 * Narrows a query to rows whose id starts with a prefix.
 * @param value the prefix, followed by a star
 * @throws Problem 400 when too many rows match
 */
export async function beginsWith(
  query: AnyQuery,
  name: string,
  column: string,
  value: string
): Promise<void> {
  const start = value.slice(0, -1)
  const narrow = (narrowed: AnyQuery) => {
    // Ids are hexadecimal, so `g` sorts after every id with this prefix.
    narrowed.whereRaw(`${few('?? >= ?')} and ${few('?? < ?')}`, [
      column,
      start,
      column,
      `${start}g`,
    ])
    // PostgreSQL may sort by language rules; `like` removes rows that the range includes by mistake.
    narrowed.where(column, 'like', `${start}%`)
  }
  const found = query.clone().clearSelect().clearOrder().select('id') as AnyQuery
  narrow(found)
  const rows = (await found.limit(mostFitting + 1)) as unknown[]
  if (rows.length <= mostFitting) return narrow(query)
  throw new Problem(
    400,
    'E_LIST',
    text('The filter "{name}": more than {most} rows fit {value}. Give more of the id.', {
      name,
      most: mostFitting,
      value,
    })
  )
}

/** SQLite has no table statistics here; without the hint it scans the whole tenant by its time index. */
const few = (condition: string) =>
  dialect() === 'postgres' ? condition : `likelihood(${condition}, 0.0001)`
