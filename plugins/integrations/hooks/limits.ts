import { Limit } from '@crossdock/kernel/limits'

/** Requests of one client to unknown addresses. */
export const unknownPerClient = new Limit({
  name: 'webhooks.unknown',
  points: 120,
  seconds: 60,
})

/** Refused requests of one address that are logged: forged requests must not fill the table. */
export const refusalsPerAddress = new Limit({
  name: 'webhooks.refusals',
  points: 60,
  seconds: 60,
})

/** Default and highest value for the maximum body size of an address, in bytes. */
export const usualBytes = 1024 * 1024
export const mostBytes = 10 * 1024 * 1024
/** Longer bodies are stored in the content store. */
export const bytesInRow = 64 * 1024
/** The longest time that a sender may wait for an answer, in seconds. */
export const mostWaitSeconds = 30

/** Maximum bytes of bodies in memory of this process, for all tenants together. */
export const mostBytesUnderWay = 256 * 1024 * 1024
