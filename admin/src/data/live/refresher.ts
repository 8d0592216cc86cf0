import { concerns, type Live } from '@crossdock/admin/kit'
import type { Query, QueryClient } from '@tanstack/react-query'

/** Events that arrive within this time (ms) cause only one read. */
const GATHER = 100
/** Nothing on screen is read more often than this (ms). */
const EVERY = 600
/** Consumers of the event log write a moment after the event, so data is read a second time after this (ms). */
const SETTLE = 2_000
/** However often the stream reports a gap, the page reads everything again at most once in this time (ms). */
const CATCH_UP_EVERY = 60_000

/** Rereads stale data on screen. Many events cause only one read of each query. */
export class Refresher {
  readonly #all: string[]
  readonly #always: string[]
  readonly #ofType = new Map<string, readonly string[]>()
  /** Resource names to read again. */
  #names = new Set<string>()
  /** Queries to read again, by their hashes. */
  #hashes = new Set<string>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #settling: ReturnType<typeof setTimeout> | undefined
  #isReading = false
  #lastRead = 0
  #catching: ReturnType<typeof setTimeout> | undefined
  #caughtUp = -Infinity

  constructor(
    private readonly client: QueryClient,
    private readonly live: readonly Live[],
    private readonly signal: AbortSignal
  ) {
    this.#all = live.flatMap((one) => Object.values(one).flat())
    this.#always = live.flatMap((one) => one['*'] ?? [])
    // A hidden tab reads nothing. It catches up when it is shown.
    document.addEventListener('visibilitychange', this.#schedule, { signal })
    signal.addEventListener('abort', () => {
      clearTimeout(this.#timer)
      clearTimeout(this.#settling)
      clearTimeout(this.#catching)
    })
  }

  /** Schedules a read of the data that events of these types make stale. */
  markStale(types: readonly string[]) {
    for (const type of new Set(types)) for (const name of this.#namesOf(type)) this.#names.add(name)
    this.#settling ??= setTimeout(() => {
      this.#settling = undefined
      for (const name of this.#always) this.#names.add(name)
      this.#schedule()
    }, SETTLE)
    this.#schedule()
  }

  /** Schedules a read of all data that was read so far or is being read, because it may be stale. */
  markAllStale() {
    if (this.#catching) return
    const wait = this.#caughtUp + CATCH_UP_EVERY - Date.now()
    if (wait > 0) this.#catching = setTimeout(this.#catchUp, wait)
    else this.#catchUp()
  }

  #catchUp = () => {
    this.#catching = undefined
    this.#caughtUp = Date.now()
    this.#readAgain(
      ({ dataUpdatedAt, fetchStatus }) => dataUpdatedAt > 0 || fetchStatus === 'fetching'
    )
  }

  /** Refetches queries whose last read, with or without success, is at least this old (ms) and that are not being read. */
  refetchStale(maxAge: number) {
    const before = Date.now() - maxAge
    this.#readAgain(
      ({ dataUpdatedAt, errorUpdatedAt, fetchStatus }) =>
        dataUpdatedAt > 0 &&
        fetchStatus === 'idle' &&
        Math.max(dataUpdatedAt, errorUpdatedAt) <= before
    )
  }

  /** Schedules a read of stale queries that events can affect. */
  #readAgain(isStale: (state: Query['state']) => boolean) {
    const predicate = ({ queryKey, state }: Query) =>
      isStale(state) && concerns(this.#all, queryKey)
    for (const query of this.client.getQueryCache().findAll({ predicate })) {
      this.#hashes.add(query.queryHash)
    }
    this.#schedule()
  }

  #namesOf(type: string): readonly string[] {
    const known = this.#ofType.get(type)
    if (known) return known
    const fits = (pattern: string) =>
      pattern.endsWith('*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern
    const names = this.live.flatMap((one) =>
      Object.entries(one).flatMap(([pattern, named]) => (fits(pattern) ? named : []))
    )
    this.#ofType.set(type, names)
    return names
  }

  #schedule = () => {
    const isIdle = this.#names.size + this.#hashes.size === 0
    if (isIdle || this.#timer || this.#isReading || document.hidden) return
    const wait = Math.max(GATHER, this.#lastRead + EVERY - Date.now())
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      if (!document.hidden) void this.#read()
    }, wait)
  }

  async #read() {
    const [names, hashes] = [[...this.#names], this.#hashes]
    this.#names = new Set()
    this.#hashes = new Set()
    this.#isReading = true
    const predicate = ({ queryKey, queryHash }: Query) =>
      hashes.has(queryHash) || concerns(names, queryKey)
    const isShown = this.client.getQueryCache().findAll({ type: 'active', predicate }).length > 0
    if (isShown) this.#lastRead = Date.now()
    // Wait for the reads: rereading a running query restarts it, so it would never finish.
    await this.client.invalidateQueries({ predicate })
    this.#isReading = false
    if (!this.signal.aborted) this.#schedule()
  }
}
