import type { DatabaseQueryBuilderContract } from '@adonisjs/lucid/types/querybuilder'
import type { LucidModel, ModelQueryBuilderContract } from '@adonisjs/lucid/types/model'
import { dialect } from '../database/database.js'
import { Problem } from '../ground/problem.js'
import { text } from '../ground/text.js'

export type AnyQuery =
  ModelQueryBuilderContract<LucidModel> | DatabaseQueryBuilderContract<Record<string, unknown>>

/**
 * Ids rise with time, so four characters fit all rows of weeks; a workflow's fit its million runs. More
 * rows than these are not sorted while somebody waits: whoever means one of them can say more.
 */
const mostFitting = 1_000

/**
 * The rows of `query` in which an id begins so.
 * @param value the beginning, a star behind it
 * @throws Problem 400 when it fits too many
 */
export async function fitting(
  query: AnyQuery,
  name: string,
  column: string,
  value: string
): Promise<string[]> {
  const start = value.slice(0, -1)
  const found = query.clone().clearSelect().clearOrder().select('id') as AnyQuery
  // Behind every id that begins so: ids are hexadecimal.
  found.whereRaw(`${few('?? >= ?')} and ${few('?? < ?')}`, [column, start, column, `${start}g`])
  // What PostgreSQL sorts by the rules of a language may hold others, too.
  found.where(column, 'like', `${start}%`).limit(mostFitting + 1)
  const rows = (await ('pojo' in found ? found.pojo() : found)) as { id: string }[]
  if (rows.length <= mostFitting) return rows.map(({ id }) => id)
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

/** SQLite knows no figures of its tables, and would rather read a whole tenant by the index of its times. */
const few = (condition: string) =>
  dialect() === 'postgres' ? condition : `likelihood(${condition}, 0.0001)`
