import { setTimeout as delay } from 'node:timers/promises'
import { clock } from '../../ground/clock.js'
import { inApplication, currentApplication } from '../../ground/application.js'
import { countersOf } from '../../counters/index.js'
import { poolFigures } from '../../database/connections/pool_figures.js'
import { eventsBehind } from '../../events/behind.js'
import { followers } from '../../events/followers.js'
import { tail } from '../../events/tail.js'
import { countParkedEvents } from '../../events/trouble.js'
import { jobDepths } from '../../jobs/depths.js'
import { contentStore } from '../../storage/service.js'
import { asOperator } from '../../tenancy/switch.js'
import type { Prometheus } from './prometheus.js'

/** Maximum delay of a scrape by a busy or unreachable database. */
const timeoutMs = 5_000
/** Stored amounts change slowly, and reading them takes a write or a walk over all tenants. */
const storedMs = 60_000

/**
 * Metrics that are queried for each scrape: the job table, the event log and its followers, pools, stored
 * content.
 */
export function collectOnScrape(prometheus: Prometheus): () => Promise<void> {
  const inDatabase = collectDatabase(prometheus)
  const stored = collectStorage(prometheus)
  const pools = collectPools(prometheus)
  const up = prometheus.gauge('database_up', 'Whether the database answered this scrape in time.')
  const application = currentApplication()
  return () =>
    inApplication(application, async () => {
      pools()
      up.set(Number(await inTime(() => asOperator('metrics are read', inDatabase))))
      // Separate, because a failing storage does not mean a failing database.
      await inTime(() => asOperator('metrics are read', stored))
    })
}

/** Whether the work succeeded within the timeout. */
function inTime(work: () => Promise<void>): Promise<boolean> {
  const done = work().then(
    () => true,
    () => false
  )
  return Promise.race([done, delay(timeoutMs, false, { ref: false })])
}

function collectPools(prometheus: Prometheus): () => void {
  const gauge = prometheus.gauge(
    'database_connections',
    'Connections of a pool, and callers waiting for one.',
    ['pool', 'state']
  )
  return () => {
    for (const { pool, ...states } of poolFigures()) {
      for (const [state, n] of Object.entries(states)) gauge.set({ pool, state }, n)
    }
  }
}

function collectDatabase(prometheus: Prometheus): () => Promise<void> {
  const depth = prometheus.gauge('jobs', 'Jobs in the table by state, each counted up to 10,000.', [
    'state',
  ])
  const parked = prometheus.gauge('parked_events', 'Events parked for a consumer, up to 10,000.')
  const behind = prometheus.gauge(
    'log_tail_lag_events',
    'Events this process has not seen yet, up to 10,000.'
  )
  const lag = prometheus.gauge(
    'consumer_lag_events',
    'Events a consumer has not passed yet, up to 10,000.',
    ['consumer']
  )
  const gauges = [depth, parked, behind, lag]
  return async () => {
    // Values that cannot be read are left out, instead of repeating old ones.
    for (const gauge of gauges) gauge.reset()
    for (const gauge of [parked, behind]) gauge.remove()
    for (const { state, count } of await jobDepths()) depth.set({ state }, count)
    parked.set(await countParkedEvents())
    const seen = tail.peek()
    if (seen) behind.set(await eventsBehind(seen.end))
    for (const { name, at } of followers()) lag.set({ consumer: name }, await eventsBehind(at))
  }
}

function collectStorage(prometheus: Prometheus): () => Promise<void> {
  const bytes = prometheus.gauge(
    'content_bytes',
    'Bytes of all tenants in the packs of the content store.'
  )
  const chunks = prometheus.gauge(
    'content_chunks',
    'Chunks of all tenants in the packs of the content store.'
  )
  const free = prometheus.gauge(
    'content_free_bytes',
    'Free space in the storage of packs; not reported for a bucket.'
  )
  let next = 0
  return async () => {
    if (clock.ticks() < next) return
    const [sum] = await countersOf(['storage.chunks'])
    bytes.set(sum?.total ?? 0)
    chunks.set(sum?.n ?? 0)
    free.remove()
    const { freeBytes } = await contentStore.use().check()
    if (Number.isFinite(freeBytes)) free.set(freeBytes)
    next = clock.ticks() + storedMs
  }
}
