import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from '@adonisjs/core/logger'
import type { Redis } from 'ioredis'
import type { RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible'
import { clock } from '../ground/clock.js'
import { perApplication } from '../ground/application.js'
import type { Health } from '../ground/health.js'
import { settings } from '../settings/index.js'
import { Problem } from '../ground/problem.js'
import { text, type Text } from '../ground/text.js'

type TooMany = Record<'seconds' | 'minutes' | 'hours', (wait: number) => Text>

const attempts: TooMany = {
  seconds: (wait) => text('Too many attempts. Try again in {wait} seconds.', { wait }),
  minutes: (wait) => text('Too many attempts. Try again in {wait} minutes.', { wait }),
  hours: (wait) => text('Too many attempts. Try again in {wait} hours.', { wait }),
}

/** A rate limit, counted per key (an address, a client). */
export interface LimitRule {
  /** Name of the counter, e.g. `sign-in.address`. */
  name: string
  /** Messages by unit of the wait; defaults to those about attempts. */
  tooMany?: TooMany
  points: number
  seconds: number
}

type Log = Pick<Logger, 'info' | 'warn'>

interface Counting {
  /** Counters are recreated after `closeLimits`. */
  counters: WeakMap<Limit, Promise<Counters>>
  connection?: Promise<Redis>
  logger?: Log
  pausedUntil: number
  closed: boolean
}

const begin = (): Counting => ({ counters: new WeakMap(), pausedUntil: 0, closed: false })
const state = perApplication(() => ({ counting: begin() }))
const counting = (): Counting => state().counting

/** Connects to Redis if REDIS_URL is set; logs outages and recoveries. */
export function openLimits(logger: Log): void {
  counting().logger = logger
  void connected()
}

/** Health of Redis. Without Redis, each process applies limits separately. */
export async function checkRedis(): Promise<Health> {
  try {
    await (await counting().connection)?.ping()
    return { status: 'ok' }
  } catch {
    const message = 'Redis does not answer: each process applies rate limits separately.'
    return { status: 'degraded', message }
  }
}

/** Forgets all in-memory counters and closes Redis; for application shutdown. */
export async function closeLimits(): Promise<void> {
  const ended = counting()
  ended.closed = true
  state().counting = begin()
  ;(await ended.connection)?.disconnect()
}

/** Longest wait for a Redis connection or answer. */
const patienceMs = 1_000
/** After a timeout, Redis is skipped for this long. */
const pauseMs = 5_000

/** Counters of this process, and of Redis shared by all processes if configured. */
interface Counters {
  memory: RateLimiterAbstract
  redis?: RateLimiterAbstract
}

/** A limit shared by all processes when REDIS_URL is set, else kept in memory. */
export class Limit {
  constructor(private readonly rule: LimitRule) {}

  /**
   * Counts one use, or several points.
   * @returns what is left, and milliseconds until the window ends
   * @throws Problem 429 when the rule is exceeded
   */
  async use(key: string, points = 1): Promise<{ left: number; leftMs: number }> {
    const found = await this.#ask((counter) => counter.consume(key, points))
    if (!found) return { left: this.rule.points, leftMs: this.rule.seconds * 1000 }
    if (found.consumedPoints > this.rule.points) throw this.#tooMany(found)
    return { left: this.rule.points - found.consumedPoints, leftMs: found.msBeforeNext }
  }

  /** Counts one use and returns whether the limit allowed it. */
  async tryUse(key: string): Promise<boolean> {
    const found = await this.#ask((counter) => counter.consume(key, 1))
    return !found || found.consumedPoints <= this.rule.points
  }

  /** Returns one use, for rules that count only failures: they count first, then refund. */
  async giveBack(key: string): Promise<void> {
    await this.#ask((counter) => counter.reward(key))
  }

  /** While Redis is unreachable, silent or answers nonsense, this process uses its own counters. */
  async #ask(question: Question): Promise<RateLimiterRes | null> {
    const current = counting()
    const { memory, redis } = await this.#open(current)
    if (redis && clock.now() >= current.pausedUntil) {
      const asked = performance.now()
      const found = await answerOf(redis, question).catch(() => undefined)
      if (found === null || (found && isSound(found))) return found
      // Skip Redis for a while instead of waiting again on every call.
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

/** A counter's answer, including a refusal. @throws any other error */
async function answerOf(counter: RateLimiterAbstract, question: Question) {
  try {
    return await question(counter)
  } catch (result) {
    if (isRefusal(result)) return result
    throw result
  }
}

/** Checks an answer, because REDIS_URL may point at any server. */
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

/** The Redis connection for other shared counters; undefined without REDIS_URL. */
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
    // A fixed delay, so that all processes reconnect at about the same time.
    retryStrategy: () => 200,
  })
  logOutages(client, new URL(url).host, madeFor)
  const there = client.connect().catch(() => undefined)
  // Limit the wait for a host that accepts packets and never answers.
  await Promise.race([there, delay(patienceMs, undefined, { ref: false })])
  return client
}

/** Logs one line when Redis becomes unreachable, and one when it is back. */
function logOutages(client: Redis, where: string, madeFor: Counting): void {
  let away = false
  const gone = () => {
    if (away || madeFor.closed) return
    away = true
    madeFor.logger?.warn(
      `Redis at ${where} does not answer: until it is back, each process applies rate limits separately.`
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

/** The library rejects with its result when the rule is exceeded, otherwise with an error. */
function isRefusal(result: unknown): result is RateLimiterRes {
  return typeof result === 'object' && result !== null && 'msBeforeNext' in result
}

function waitSentence(tooMany: TooMany, seconds: number): Text {
  if (seconds < 60) return tooMany.seconds(seconds)
  const minutes = Math.ceil(seconds / 60)
  return minutes <= 90 ? tooMany.minutes(minutes) : tooMany.hours(Math.ceil(minutes / 60))
}
