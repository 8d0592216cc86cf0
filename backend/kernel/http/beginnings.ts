import type { DatabaseQueryBuilderContract } from '@adonisjs/lucid/types/querybuilder'
import type { LucidModel, ModelQueryBuilderContract } from '@adonisjs/lucid/types/model'
import { dialect } from '../database/database.js'
import { Problem } from '../ground/problem.js'
import { text } from '../ground/text.js'

export type AnyQuery =
  | ModelQueryBuilderContract<LucidModel>
  | DatabaseQueryBuilderContract<Record<string, unknown>>

/**
 * Ids rise with time, so four characters fit all rows of weeks; a workflow's fit its million runs. More
 * rows than these are not sorted while somebody waits: whoever means one of them can say more.
 */
const mostFitting = 1_000

/**
 * Narrows a query to the rows in which an id begins so.
 * @param value the beginning, a star behind it
 * @throws Problem 400 when it fits too many
 */
export async function beginsWith(
  query: AnyQuery,
  name: string,
  column: string,
  value: string
): Promise<void> {
  const start = value.slice(0, -1)
  const narrow = (narrowed: AnyQuery) => {
    // Behind every id that begins so: ids are hexadecimal.
    narrowed.whereRaw(`${few('?? >= ?')} and ${few('?? < ?')}`, [
      ...[column, start],
      ...[column, `${start}g`],
    ])
    // What PostgreSQL sorts by the rules of a language may hold others, too.
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

/** SQLite knows no figures of its tables, and would rather read a whole tenant by the index of its times. */
const few = (condition: string) =>
  dialect() === 'postgres' ? condition : `likelihood(${condition}, 0.0001)`
