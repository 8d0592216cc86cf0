import type { Redis } from 'ioredis'
import { leaseMs, type Claim } from './held_rows.js'
import { numbersIn } from './redis_windows.js'
import type { Row } from './row.js'

const nameOf = (row: Row) => `ledger:held:${row.key}`

/** Lua: sums other holders' unexpired leases and drops expired ones. */
const others = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function held(but)
  local sum = 0
  local all = redis.call('HGETALL', KEYS[1])
  for at = 1, #all, 2 do
    local places, ends = string.match(all[at + 1], '^(%d+) (%d+)$')
    if not ends or tonumber(ends) <= now then redis.call('HDEL', KEYS[1], all[at])
    elseif all[at] ~= but then sum = sum + tonumber(places) end
  end
  return sum
end`

const claimScript = `${others}
local want, least, limit = tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local places = math.max(least, math.min(want, limit - held(ARGV[1])))
redis.call('HSET', KEYS[1], ARGV[1], string.format('%.0f %.0f', places, now + ${leaseMs}))
redis.call('PEXPIRE', KEYS[1], ${leaseMs})
return {places}`

const takenScript = `${others}
return {held('')}`

/** Like `claimPlaces`, in Redis. */
export async function claimInRedis(client: Redis, claim: Claim): Promise<number> {
  const { holder, want, least, limit } = claim
  const given = [holder, want, least, limit]
  return numbersIn([await client.eval(claimScript, 1, nameOf(claim), ...given)].flat(), 1)[0]!
}

export async function takenInRedis(client: Redis, row: Row): Promise<number> {
  return numbersIn([await client.eval(takenScript, 1, nameOf(row))].flat(), 1)[0]!
}
