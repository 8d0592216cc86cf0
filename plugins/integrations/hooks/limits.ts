import { Limit } from '@crossdock/kernel/http'

/** Requests to addresses that do not exist, of one client. */
export const unknownPerClient = new Limit({
  ...{ name: 'webhooks.unknown', points: 120, seconds: 60 },
})

/** Refused requests of one address that are logged: whoever forges fills no table. */
export const refusalsPerAddress = new Limit({
  ...{ name: 'webhooks.refusals', points: 60, seconds: 60 },
})

/** Longest body of an address when nobody has said otherwise, and the most that can be said, in bytes. */
export const usualBytes = 1024 * 1024
export const mostBytes = 10 * 1024 * 1024
/** A longer body lies in the content store. */
export const bytesInRow = 64 * 1024
/** A sender waits for an answer at most so long. */
export const mostWaitSeconds = 30

/** Bytes of bodies that this process keeps in memory at the same time, of all tenants. */
export const mostBytesUnderWay = 256 * 1024 * 1024
