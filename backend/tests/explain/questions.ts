import type { TestApp, Caller } from '@crossdock/backend/testing'
import type { Operation } from '@crossdock/kernel/http'
import type { FurnishedTenant } from '../matrix/furnished_tenant.js'
import { fill, hasParameter, kindOf } from '../matrix/named.js'
import { manyRows } from './growing.js'

export interface Question {
  /** The name that allows a scan: the route and its parameters. */
  name: string
  path: string
}

const unknownId = '01999999-9999-7999-8999-999999999999'
const [longAgo, lately, never] = [
  '2020-01-01T00:00:00.000Z',
  new Date(Date.now() - 15 * 24 * 3_600_000).toISOString(),
  '2099-01-01T00:00:00.000Z',
]
const listed = 25

/** Parameters without which an operation returns nothing. */
const needed = ({ ids }: FurnishedTenant): Record<string, string> => ({
  'GET /assets/zip': `?ids=${ids.asset}`,
  'GET /flows/schedule-times': `?schedule=${encodeURIComponent('45 6 * * 1-5')}`,
})

type Item = Record<string, unknown>
type FilterKind = NonNullable<Operation['list']>['filters'][string]

/** Sort orders that only some lists have. */
const neededBy: Record<string, object> = { visitedAt: { recent: true } }

/** All requests that a reading operation declares: every filter with and without a match, and every sort. */
export async function questionsOf(
  app: TestApp,
  operation: Operation,
  as: Caller,
  own: FurnishedTenant
): Promise<Question[]> {
  const { route, list } = operation
  const path = hasParameter(operation)
    ? fill(operation.path, own.ids[kindOf(operation)]!)
    : operation.path
  // A file export has the filters and the sort of its list, which is tested itself.
  if (!list || !operation.response)
    return [{ name: route, path: path + (needed(own)[route] ?? '') }]
  const first = [0, listed - 1]
  const page = (name: string, asked: object, range = first): Question => {
    const query = Object.entries({ range, ...asked }).map(
      ([key, value]) => `${key}=${encodeURIComponent(JSON.stringify(value))}`
    )
    return { name: `${route} ${name}`.trim(), path: `${path}?${query.join('&')}` }
  }
  const items = await app.ok<Item[]>('GET', page('', {}).path, { as })
  const filters: [string, FilterKind][] = [['id', 'id'], ...Object.entries(list.filters)]
  return [
    page('', {}),
    page(
      'middle',
      {},
      first.map((place) => place + manyRows / 2)
    ),
    ...['id', ...Object.keys(list.sorts)].flatMap((field) =>
      ['ASC', 'DESC'].map((order) =>
        page(`sort ${field}`, { sort: [field, order], filter: neededBy[field] ?? {} })
      )
    ),
    ...filters.flatMap(([name, kind]) =>
      valuesFor(name, kind, items, own).map((value) =>
        page(`filter ${name}`, {
          filter: kind === 'values' ? (value as object) : { [name]: value },
        })
      )
    ),
  ]
}

function valuesFor(name: string, kind: FilterKind, items: Item[], own: FurnishedTenant): unknown[] {
  const values = items.flatMap((item) => item[name] ?? [])
  if (kind === 'boolean') return [true, false]
  if (kind === 'number') return [Number(values[0] ?? 1), 2 ** 31 - 1]
  if (kind === 'texts') return textsFor(name, values)
  if (kind === 'values') {
    const amounts = [4_711, { gte: 4_711, lt: 4_800 }, { gte: 4_711 }, { gt: 2 ** 31 }, '4711', 'x']
    return amounts.map((amount) => ({ [`${name}.amount`]: amount }))
  }
  if (kind === 'text') return name === 'search' ? searches(items) : [...values.slice(0, 1), 'none']
  if (kind === 'id') {
    const hit = String(values[0] ?? own.ids[name.replace(/Id$/, '')] ?? own.ids.folder)
    return [hit, unknownId, [...values.slice(0, 9), unknownId], `${hit.slice(0, 20)}*`]
  }
  if ('column' in kind) return [longAgo, lately, never]
  return [...kind, [...kind]]
}

function textsFor(name: string, values: unknown[]): string[][] {
  if (name === 'tag') return [['tag 0042'], ['Tag 0042', 'tag 1042'], ['none']]
  const some = [...new Set(values.map(String))].slice(0, 2)
  return [['none'], some, ...some.map((one) => [one, 'none'])]
}

/** A part of existing values, and a value without a match. */
function searches(items: Item[]): string[] {
  const named = items.map((item) => item.name ?? item.email ?? item.executionId ?? item.action)
  const parts = named.flatMap((found) => (found ? String(found).slice(-10, -1).toUpperCase() : []))
  return [...parts.slice(0, 1), 'zzqx']
}
