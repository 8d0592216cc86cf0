import type { Redis } from 'ioredis'
import { neverLeftMs, type Row } from './row.js'
import { partsOfRest, type Take, type Taken } from './window_rows.js'

const nameOf = (row: Row) => `ledger:window:${row.key}`

/**
 * Takes a share of a window atomically. Returns -1 if Redis does not know the window (any more) and `msLeft` is
 * 0. The caller then repeats the call with the database's values: usage as `floor`, remaining time as `msLeft`.
 */
const takeScript = `
local limit, want, floor, msLeft = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local never = tonumber(ARGV[5])
local used, ms = tonumber(redis.call('GET', KEYS[1])), redis.call('PTTL', KEYS[1])
if not used or ms <= 0 or ms > never then
  if msLeft <= 0 then return {-1, 0, 0} end
  used, ms = 0, msLeft
end
if floor > used then used = floor end
local granted = 0
if used < limit then
  granted = math.min(limit - used, math.max(want, math.floor((limit - used) / ${partsOfRest})))
end
used = used + granted
redis.call('SET', KEYS[1], string.format('%.0f', used), 'PX', string.format('%.0f', ms))
return {granted, used, ms}`

const giveScript = `
local used, ms = tonumber(redis.call('GET', KEYS[1])), redis.call('PTTL', KEYS[1])
if not used or ms <= 0 then return -1 end
used = math.max(0, used - tonumber(ARGV[1]))
redis.call('SET', KEYS[1], string.format('%.0f', used), 'PX', ms)
return used`

/**
 * @param known the database's values, if they were read
 * @returns undefined when Redis does not know the window
 */
export async function takeOfRedis(
  client: Redis,
  take: Take,
  known?: Pick<Taken, 'used' | 'msLeft'>
): Promise<Taken | undefined> {
  const floor = known ? Math.max(take.floor, known.used) : 0
  // At least 1: 0 would mean that the database was not asked.
  const msLeft = known ? Math.max(1, Math.ceil(known.msLeft)) : 0
  const answer = await client.eval(
    takeScript,
    1,
    nameOf(take),
    take.limit,
    take.want,
    floor,
    msLeft,
    neverLeftMs[take.window]
  )
  const [granted, used, ms] = numbersIn(answer, 3)
  return granted! < 0 ? undefined : { granted: granted!, used: used!, msLeft: ms! }
}

/** @returns the usage afterwards; undefined when Redis does not know the window */
export async function giveToRedis(
  client: Redis,
  row: Row,
  unspent: number
): Promise<number | undefined> {
  const [used] = numbersIn([await client.eval(giveScript, 1, nameOf(row), unspent)], 1)
  return used! < 0 ? undefined : used
}

/** Usage of a running window. @returns undefined if Redis does not know it */
export async function readUsageInRedis(client: Redis, row: Row): Promise<Taken | undefined> {
  const used = await client.get(nameOf(row))
  const msLeft = await client.pttl(nameOf(row))
  return used === null || msLeft <= 0 ? undefined : { granted: 0, used: Number(used), msLeft }
}

/** Like `readUsageInRedis`, for several rows, by scope. Rows that Redis does not know are omitted. */
export async function readUsagesInRedis(
  client: Redis,
  rows: readonly Row[]
): Promise<Map<string, number>> {
  const found = await client.mget(rows.map(nameOf))
  return new Map(
    rows.flatMap(({ scope }, at) => {
      const used = found[at] ?? null
      return used === null ? [] : [[scope, Number(used)] as const]
    })
  )
}

/**
 * Checks an answer, because REDIS_URL may point at any server.
 * @throws for an unexpected answer
 */
export function numbersIn(answer: unknown, count: number): number[] {
  const numbers = Array.isArray(answer) ? answer : []
  if (numbers.length === count && numbers.every((one) => Number.isSafeInteger(one))) return numbers
  throw new Error('Redis gave an unexpected answer.')
}
