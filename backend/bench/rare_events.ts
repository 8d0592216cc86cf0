import { loadavg } from 'node:os'
import vine from '@vinejs/vine'
import { bootApp } from '@crossdock/backend/testing'
import { transaction, unscoped } from '@crossdock/kernel/database'
import { defineEvent, recordEvent, type Consumer } from '@crossdock/kernel/events'
import { definePlugin } from '@crossdock/kernel/plugin'
import { asOperator } from '@crossdock/kernel/tenancy'
import { freshDatabase, testDatabase } from '@crossdock/kernel/testing'
import { ConsumerRunner } from '../kernel/events/consumer_runner.js'
import { ensureCursors } from '../kernel/events/cursor.js'
import { Tail } from '../kernel/events/tail.js'
import { median } from './load.js'
import type { Line } from './report.js'

const empty = vine.object({})
const rare = defineEvent('rare', { payload: empty, description: 'Hardly ever happens' })
const foreignEvent = defineEvent('foreign', { payload: empty, description: 'Happens all the time' })
const probe = definePlugin({
  name: 'bench',
  version: '1.0.0',
  compatibility: '^0.1',
  eventTypes: [rare, foreignEvent],
})
const foreign = Number(process.env.BENCH_EVENTS ?? 5_000_000)
/** Consumers measured together, so that their cost exceeds the noise. */
const consumersMeasured = 20
const wakeUps = 200
const rounds = 5

/**
 * Measures the cost that a consumer of rare events adds to each event that it skips, in a log full of those
 * events.
 */
export async function benchRareEvents(): Promise<Line[]> {
  const database = await freshDatabase()
  const app = await bootApp({
    database,
    settings: { LOG_LEVEL: 'silent', ROLE: 'web' },
    plugins: [probe],
  })
  await asOperator('fill the log', copyForeignEvents)
  const logger = await app.app.container.make('logger')
  const tail = new Tail(logger, database.databaseUrl)
  await tail.start()
  const { end } = tail
  const consumers: Consumer[] = Array.from({ length: consumersMeasured }, (_, at) => {
    return { name: `rare.${at}`, from: 'now', on: [rare], handle: async () => {} }
  })
  await asOperator('move cursors to the end', () => ensureCursors(consumers, end))
  const follow = () => consumers.map((consumer) => new ConsumerRunner(consumer, tail, logger))
  const wakeUp = async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const stop = tail.follow(() => resolve())
    await asOperator('a foreign event', () =>
      transaction(async () => void (await recordEvent(foreignEvent, { payload: {} })))
    )
    await promise
    stop()
  }
  /** CPU time of this process for one skipped event and the wake-up it causes, in milliseconds. */
  const measure = async () => {
    const before = process.cpuUsage()
    for (let at = 0; at < wakeUps; at++) await wakeUp()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000 / wakeUps
  }
  await measure()
  const without: number[] = []
  const withThem: number[] = []
  for (let round = 0; round < rounds; round++) {
    without.push(await measure())
    const runners = follow()
    for (const runner of runners) runner.start()
    await measure()
    withThem.push(await measure())
    for (const runner of runners) await runner.stop()
  }
  await tail.stop()
  await app.stop()
  await database.remove()
  const each = median(withThem.map((ms, round) => (ms - without[round]!) / consumersMeasured))
  const base = median(without)
  const events = foreign.toLocaleString('en')
  return [
    {
      what: `a consumer of rare events behind ${events} others, CPU a wake-up (${testDatabase}, load ${loadavg()[0]!.toFixed(0)})`,
      ours: `${each.toFixed(3)} ms`,
      yardstick: `event and tail without it: ${base.toFixed(2)} ms`,
      ratio: '',
      target: '1 ms',
      holds: each <= 1,
    },
  ]
}

/** Copies one skipped event many times, a quarter of a million per statement. */
async function copyForeignEvents(): Promise<void> {
  const step = 250_000
  await transaction(async () => void (await recordEvent(foreignEvent, { payload: {} })))
  const [one] = await unscoped().from('middleware_events').where('event_type', 'foreign')
  const columns = ['event_type', 'actor_type', 'payload', 'root_id', 'created_at']
  const values = columns.map((column) => one[column])
  const series =
    testDatabase === 'pg'
      ? `select gen_random_uuid()::text, ?, ?, ?::jsonb, ?, ?::timestamptz from generate_series(1, ${step})`
      : `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${step})
         select lower(hex(randomblob(16))), ?, ?, ?, ?, ? from n`
  for (let done = 0; done < foreign; done += step) {
    await transaction(async () => {
      await unscoped().rawQuery(`insert into middleware_events (id, ${columns}) ${series}`, values)
    })
  }
  if (testDatabase === 'pg') await unscoped().rawQuery('analyze middleware_events')
}
