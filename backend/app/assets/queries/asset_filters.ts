import { fewRows, narrowedTo, type FilterRange, type FilterValue } from '@crossdock/kernel/lists'
import { Problem, text } from '@crossdock/kernel/ground'
import { ExactNumber } from '@crossdock/kernel/json'
import { currentContext, currentTenantId } from '@crossdock/kernel/tenancy'
import { comparedText, parseDate } from '../metadata_values.js'
import type { Asset } from '../models/asset.js'
import { tagKey } from '../tag.js'

/** Visits kept for each person; older ones are deleted. */
export const mostVisits = 100

type Query = ReturnType<typeof Asset.query>
type Values = (string | number)[]

/** A condition on another table, whose index finds the matching assets. */
interface RelatedRows {
  table: string
  /** Column that selects at most one row for each asset. */
  which: string
  value: string
  /** Additional condition on that row. */
  range?: Comparison
}

/** A condition that begins with `and`, with a value for each `?`. */
interface Comparison {
  where: string
  values: Values
}

const any: Comparison = { where: '', values: [] }

/**
 * Narrows a list to assets with this row. If few assets match, the list starts from their ids. `limit 1`
 * makes SQLite look up an asset's row first; the index of values would read the whole range for each asset.
 */
async function whereRelated(query: Query, { table, which, value, range = any }: RelatedRows) {
  const tenantId = currentTenantId()
  query.whereRaw(
    `exists (select 1 from (
       select * from ${table} where asset_id = assets.id and ${which} = ? limit 1
     ) as own where tenant_id = ? ${range.where})`,
    [value, tenantId, ...range.values]
  )
  const sql = `select asset_id as id from ${table} where tenant_id = ? and ${which} = ? ${range.where}`
  return await narrowedTo(query, 'assets', { sql, values: [tenantId, value, ...range.values] })
}

/** Assets that have all of the tags. */
export async function filterByTags(query: Query, value: FilterValue) {
  const keys = Array.isArray(value) ? new Set(value.map(tagKey)) : []
  let said: Awaited<ReturnType<typeof whereRelated>>
  let isFew = false
  for (const key of keys) {
    said = await whereRelated(query, { table: 'asset_tags', which: 'tag_key', value: key })
    isFew ||= said === fewRows
  }
  return isFew ? fewRows : said
}

/** Assets that the caller has starred. */
export const filterByStar = (query: Query) =>
  whereRelated(query, { table: 'asset_stars', which: 'user_id', value: callerId() })

/** The files that the caller last opened or changed; they can also be sorted by `visited_at`. */
export async function filterByVisit(query: Query) {
  const sql = `select asset_id as id, visited_at from asset_visits
    where tenant_id = ? and user_id = ? order by visited_at desc, id desc limit ${mostVisits}`
  const values = [currentTenantId(), callerId()]
  return await narrowedTo(query, 'assets', { sql, values }, ['visited_at'])
}

/** Callers who are not people have no stars and no visits. */
const callerId = () => currentContext().actor.userId ?? ''

/** Assets with this metadata value at the key, or one in a range. */
export async function filterByMetadata(query: Query, value: FilterValue, key: string) {
  const range = comparison(key, value as FilterRange | string | number | boolean)
  return await whereRelated(query, { table: 'asset_metadata', which: 'key', value: key, range })
}

function comparison(key: string, value: FilterRange | string | number | boolean): Comparison {
  if (typeof value === 'number') return { where: `and ${isNumber}`, values: [value] }
  if (typeof value === 'object') return range(key, value)
  const text = comparedText(value)
  const number = numberOf(text)
  if (number === undefined) return { where: 'and text_value = ?', values: [text] }
  const exact = ExactNumber.of(text)
  return typeof exact === 'number'
    ? { where: `and (text_value = ? or ${isNumber})`, values: [text, exact] }
    : { where: 'and text_value in (?, ?)', values: [text, exact.text] }
}

/** Exact for numbers that fit a double; only others also have a text. */
const isNumber = '(number_value = ? and text_value is null)'

const operators = { gt: '>', gte: '>=', lt: '<', lte: '<=' }

/** @throws Problem 400 for ends that are not both numbers or both dates */
function range(key: string, ends: FilterRange): Comparison {
  const given = Object.entries(ends) as [keyof typeof operators, string | number][]
  const numbers = given.flatMap(([, end]) => numberOf(end) ?? [])
  const dates = given.flatMap(([, end]) => parseDate(String(end)) ?? [])
  const isNumbers = numbers.length === given.length
  if (!isNumbers && dates.length !== given.length) {
    throw new Problem(
      400,
      'E_LIST',
      text(
        'The ends of the range of "metadata.{key}" must be numbers, or dates such as {example}.',
        {
          key,
          example: '2026-01-31',
        }
      )
    )
  }
  const column = isNumbers ? 'number_value' : 'date_value'
  return {
    where: given.map(([end]) => `and ${column} ${operators[end]} ?`).join(' '),
    values: isNumbers ? numbers : dates,
  }
}

function numberOf(given: string | number): number | undefined {
  const looksSo = typeof given === 'number' || /^-?\d+(\.\d+)?(e[-+]?\d{1,3})?$/i.test(given)
  const number = Number(given)
  return looksSo && Number.isFinite(number) ? number : undefined
}
