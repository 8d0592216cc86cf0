import { setTimeout as delay } from 'node:timers/promises'
import ipaddr from 'ipaddr.js'
import type { Logger } from '@adonisjs/core/logger'
import type { Redis } from 'ioredis'
import type { RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible'
import { clock } from '../ground/clock.js'
import { perApplication } from '../ground/application.js'
import type { Health } from '../ground/health.js'
import { settings } from '../settings/index.js'
import { Problem } from '../ground/problem.js'
import { text, type Text } from '../ground/text.js'
import { readAddress } from './client_address.js'

type TooMany = Record<'seconds' | 'minutes' | 'hours', (wait: number) => Text>

const attempts: TooMany = {
  seconds: (wait) => text('Too many attempts. Try again in {wait} seconds.', { wait }),
  minutes: (wait) => text('Too many attempts. Try again in {wait} minutes.', { wait }),
  hours: (wait) => text('Too many attempts. Try again in {wait} hours.', { wait }),
}

/** How often something may happen, counted per key (an address, a client). */
export interface LimitRule {
  /** Name of the counter, e.g. `sign-in.address`. */
  name: string
  /** The refusal by the unit of the wait; of attempts when absent. */
  tooMany?: TooMany
  points: number
  seconds: number
}

type Log = Pick<Logger, 'info' | 'warn'>

interface Counting {
  /** All counters are made anew after `closeLimits`. */
  counters: WeakMap<Limit, Promise<Counters>>
  connection?: Promise<Redis>
  logger?: Log
  pausedUntil: number
  closed: boolean
}

const begin = (): Counting => ({ counters: new WeakMap(), pausedUntil: 0, closed: false })
const state = perApplication(() => ({ counting: begin() }))
const counting = (): Counting => state().counting

/** Connects to Redis where REDIS_URL names one; tells the log when it goes and when it is back. */
export function openLimits(logger: Log): void {
  counting().logger = logger
  void connected()
}

/** Health of Redis: without it limits hold in each process by itself. */
export async function checkRedis(): Promise<Health> {
  try {
    await (await counting().connection)?.ping()
    return { status: 'ok' }
  } catch {
    const message = 'Redis does not answer: limits hold in each process by itself.'
    return { status: 'degraded', message }
  }
}

/** Forgets every counter kept in memory and lets go of Redis; for the end of an application. */
export async function closeLimits(): Promise<void> {
  const ended = counting()
  ended.closed = true
  state().counting = begin()
  ;(await ended.connection)?.disconnect()
}

/** Longest wait for Redis to be connected, or to answer one question. */
const patienceMs = 1_000
/** How long a Redis that let somebody wait in vain is not asked. */
const pauseMs = 5_000

/** Who counts: this process for itself, and Redis for all, when there is one. */
interface Counters {
  memory: RateLimiterAbstract
  redis?: RateLimiterAbstract
}

/** A limit shared by all processes when REDIS_URL is set, else kept in this one's memory. */
export class Limit {
  constructor(private readonly rule: LimitRule) {}

  /**
   * Counts one use, or one that is worth several.
   * @returns what is left of the rule, and for how many milliseconds
   * @throws Problem 429 when the rule is exceeded
   */
  async use(key: string, points = 1): Promise<{ left: number; leftMs: number }> {
    const found = await this.#ask((counter) => counter.consume(key, points))
    if (!found) return { left: this.rule.points, leftMs: this.rule.seconds * 1000 }
    if (found.consumedPoints > this.rule.points) throw this.#tooMany(found)
    return { left: this.rule.points - found.consumedPoints, leftMs: found.msBeforeNext }
  }

  /** Counts one use, and says whether there was room for it. */
  async tryUse(key: string): Promise<boolean> {
    const found = await this.#ask((counter) => counter.consume(key, 1))
    return !found || found.consumedPoints <= this.rule.points
  }

  /** Takes one use back, for rules that count only failures: those count first and are paid back. */
  async giveBack(key: string): Promise<void> {
    await this.#ask((counter) => counter.reward(key))
  }

  /** While Redis is away, silent or answers nonsense, this process goes on with its own counters. */
  async #ask(question: Question): Promise<RateLimiterRes | null> {
    const current = counting()
    const { memory, redis } = await this.#open(current)
    if (redis && clock.now() >= current.pausedUntil) {
      const asked = performance.now()
      const found = await answerOf(redis, question).catch(() => undefined)
      if (found === null || (found && isSound(found))) return found
      // Not again for everybody who comes in the next moment.
      if (performance.now() - asked > patienceMs / 2) current.pausedUntil = clock.now() + pauseMs
    }
    return answerOf(memory, question)
  }

  #tooMany({ msBeforeNext }: RateLimiterRes): Problem {
    const { tooMany = attempts } = this.rule
    const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000))
    return new Problem(429, 'E_TOO_MANY_REQUESTS', waitSentence(tooMany, seconds), {
      headers: { 'retry-after': String(seconds) },
    })
  }

  #open({ counters }: Counting): Promise<Counters> {
    const known = counters.get(this)
    if (known) return known
    const made = create(this.rule)
    counters.set(this, made)
    return made
  }
}

type Question = (counter: RateLimiterAbstract) => Promise<RateLimiterRes | null>

/** What a counter says, be it a refusal. @throws what is no answer */
async function answerOf(counter: RateLimiterAbstract, question: Question) {
  try {
    return await question(counter)
  } catch (result) {
    if (isRefusal(result)) return result
    throw result
  }
}

/** Anything may listen where REDIS_URL points. */
const isSound = ({ consumedPoints, msBeforeNext }: RateLimiterRes) =>
  Number.isInteger(consumedPoints) && Number.isFinite(msBeforeNext)

async function create({ name, points, seconds }: LimitRule): Promise<Counters> {
  const { RateLimiterMemory, RateLimiterRedis } = await import('rate-limiter-flexible')
  const options = { keyPrefix: `limit:${name}`, points, duration: seconds }
  const memory = new RateLimiterMemory(options)
  const storeClient = await connected()
  if (!storeClient) return { memory }
  return { memory, redis: new RateLimiterRedis({ ...options, storeClient }) }
}

/** The connection to Redis, for others who count for all processes; none without REDIS_URL. */
export const redisOfLimits = (): Promise<Redis> | undefined => connected()

/** The connection to Redis; none without REDIS_URL. */
function connected(): Promise<Redis> | undefined {
  const url = settings.use().REDIS_URL
  return url ? (counting().connection ??= connect(url)) : undefined
}

async function connect(url: string): Promise<Redis> {
  const madeFor = counting()
  const { Redis: Client } = await import('ioredis')
  const client = new Client(url, {
    lazyConnect: true,
    connectTimeout: 2_000,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    commandTimeout: patienceMs,
    // All processes find it again at about the same time.
    retryStrategy: () => 200,
  })
  tellOutages(client, new URL(url).host, madeFor)
  const there = client.connect().catch(() => undefined)
  // Nobody waits longer for a host that swallows what it is sent.
  await Promise.race([there, delay(patienceMs, undefined, { ref: false })])
  return client
}

/** One line when Redis goes, one when it is back. */
function tellOutages(client: Redis, where: string, madeFor: Counting): void {
  let away = false
  const gone = () => {
    if (away || madeFor.closed) return
    away = true
    madeFor.logger?.warn(
      `Redis at ${where} is away: until it is back each process limits by itself.`
    )
  }
  client.on('error', gone)
  client.on('close', gone)
  client.on('ready', () => {
    if (!away) return
    away = false
    madeFor.logger?.info(`Redis at ${where} is back.`)
  })
}

/** The library rejects with its result when the rule is exceeded, with an error otherwise. */
function isRefusal(result: unknown): result is RateLimiterRes {
  return typeof result === 'object' && result !== null && 'msBeforeNext' in result
}

function waitSentence(tooMany: TooMany, seconds: number): Text {
  if (seconds < 60) return tooMany.seconds(seconds)
  const minutes = Math.ceil(seconds / 60)
  return minutes <= 90 ? tooMany.minutes(minutes) : tooMany.hours(Math.ceil(minutes / 60))
}

/** The well-known prefix of NAT64 (RFC 6052). An IPv4 address follows it, so all clients of a NAT64 have the same /64. */
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')

/** What a client's limits are counted by: its address, for IPv6 the /64 one customer gets. */
export function clientKey(ip: string): string {
  const plain = readAddress(ip)
  // What is no address counts by its own text: clients that differ share no limit.
  if (plain === null) return ip.slice(0, 100)
  const address = ipaddr.parse(plain)
  if (address.kind() === 'ipv4') return address.toString()
  const { parts } = address as ipaddr.IPv6
  if (address.match(nat64)) return new ipaddr.IPv4(address.toByteArray().slice(12)).toString()
  return parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')
}
