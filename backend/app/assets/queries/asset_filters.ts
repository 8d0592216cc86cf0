import {
  narrowedTo,
  Problem,
  text,
  type FilterRange,
  type FilterValue,
} from '@crossdock/kernel/http'
import { currentContext, currentTenantId } from '@crossdock/kernel/tenancy'
import { dateOf } from '../metadata_values.js'
import type { Asset } from '../models/asset.js'
import { tagKey } from '../tag.js'
import { mostVisits } from '../actions/visit.js'

type Query = ReturnType<typeof Asset.query>
type Values = (string | number)[]

/** Rows of a table beside the assets, whose index says which assets a list is about. */
interface Beside {
  table: string
  where: string
  values: Values
}

/** Narrows a list to assets that have such a row: the condition, and where they are few the way to them. */
async function having(query: Query, { table, where, values }: Beside) {
  const own = [currentTenantId(), ...values]
  query.whereRaw(
    `exists (select 1 from ${table} where asset_id = assets.id and tenant_id = ? and ${where})`,
    own
  )
  const sql = `select asset_id as id from ${table} where tenant_id = ? and ${where}`
  return await narrowedTo(query, 'assets', { sql, values: own })
}

/** Those that have all of the tags. */
export async function tagged(query: Query, value: FilterValue) {
  const keys = Array.isArray(value) ? new Set(value.map(tagKey)) : []
  let said: Awaited<ReturnType<typeof having>>
  let isFew = false
  for (const key of keys) {
    said = await having(query, { table: 'asset_tags', where: 'tag_key = ?', values: [key] })
    isFew ||= said === undefined
  }
  return isFew ? undefined : said
}

/** Those that the caller has starred, or not. */
export async function starred(query: Query, value: FilterValue) {
  const beside = { table: 'asset_stars', where: 'user_id = ?', values: [callerId()] }
  if (value === true) return await having(query, beside)
  query.whereRaw(
    'not exists (select 1 from asset_stars where asset_id = assets.id and tenant_id = ? and user_id = ?)',
    [currentTenantId(), callerId()]
  )
  return undefined
}

/** The files that the caller has opened or changed last; they are sorted by `visited_at`, too. */
export async function recent(query: Query, value: FilterValue) {
  if (value !== true) return undefined
  const sql = `select asset_id as id, visited_at from asset_visits
    where tenant_id = ? and user_id = ? order by visited_at desc, id desc limit ${mostVisits}`
  const values = [currentTenantId(), callerId()]
  return await narrowedTo(query, 'assets', { sql, values }, ['visited_at'])
}

/** Who is nobody has no stars and has opened nothing. */
const callerId = () => currentContext().actor.userId ?? ''

/** Those whose metadata have a value at this key, or one in a range. */
export async function described(query: Query, value: FilterValue, key: string) {
  const { where, values } = comparison(key, value as FilterRange | string | number | boolean)
  const beside = {
    table: 'asset_metadata',
    where: `key = ? and ${where}`,
    values: [key, ...values],
  }
  return await having(query, beside)
}

type Comparison = Pick<Beside, 'where' | 'values'>

function comparison(key: string, value: FilterRange | string | number | boolean): Comparison {
  if (typeof value === 'number') return { where: 'number_value = ?', values: [value] }
  if (typeof value === 'object') return range(key, value)
  const text = String(value)
  const number = numberOf(text)
  return number === undefined
    ? { where: 'text_value = ?', values: [text] }
    : { where: '(text_value = ? or number_value = ?)', values: [text, number] }
}

const operators = { gt: '>', gte: '>=', lt: '<', lte: '<=' }

/** @throws Problem 400 for ends that are neither all numbers nor all dates */
function range(key: string, ends: FilterRange): Comparison {
  const given = Object.entries(ends) as [keyof typeof operators, string | number][]
  const numbers = given.flatMap(([, end]) => numberOf(end) ?? [])
  const dates = given.flatMap(([, end]) => dateOf(String(end)) ?? [])
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
    where: given.map(([end]) => `${column} ${operators[end]} ?`).join(' and '),
    values: isNumbers ? numbers : dates,
  }
}

function numberOf(given: string | number): number | undefined {
  const isNumber = typeof given === 'number' || /^-?\d+(\.\d+)?(e[-+]?\d{1,3})?$/i.test(given)
  const number = Number(given)
  return isNumber && Number.isFinite(number) ? number : undefined
}
