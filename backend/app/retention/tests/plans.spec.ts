// onBothDatabases: asks which database it runs on
import { bootApp, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { ask, dialect, transaction } from '@crossdock/kernel/database'
import { inTenant } from '@crossdock/kernel/tenancy'
import { DriverTrace, type Asked } from '@crossdock/kernel/testing'
import { test } from '@japa/runner'
import { keptRecords } from '../contracts/index.js'
import { daysAgo, look, rowsOf } from './support.js'

/**
 * Tables that a plan scans: on SQLite by its own words, on PostgreSQL, with sequential scans disabled, where it has no
 * other way.
 */
const scanned = (plan: string): string[] =>
  [...plan.matchAll(/(?:\bSCAN|Seq Scan on) (\w+)/g)].map(([, table]) => table!)

/** Small tables: the rows of a page, of a count, or of a second lookup. */
const few = new Set(['oldest', 'some', 'CONSTANT', 'SUBQUERY', 'event_cursors'])

test.group('Queries for old records', (group) => {
  let app: TestApp
  let acme: TestTenant
  group.setup(async () => {
    app = await bootApp()
    acme = await app.tenant('acme')
    return () => app.stop()
  })

  async function planOf({ text, values }: Asked): Promise<string> {
    if (dialect() === 'sqlite') {
      const rows = await ask<{ detail: string }>(`explain query plan ${text}`, [...values] as never)
      return rows.map(({ detail }) => detail).join('; ')
    }
    await ask('set local enable_seqscan = off')
    const marked = text.replaceAll(/\$\d+/g, '?')
    const rows = await ask<Record<string, string>>(`explain ${marked}`, [...values] as never)
    return rows.map((row) => Object.values(row)[0]).join('; ')
  }

  // Red when an index of a kind is dropped: parked_events (event_id), assets_trash, activity_logs (tenant_id,
  // created_at, id).
  test('each kind uses an index', async ({ assert }) => {
    const [production] = await rowsOf('tenant_environments', { tenant_id: acme.id })
    const trace = new DriverTrace()
    const scans: string[] = []
    try {
      for (const [kind, { prune, count, belongsTo }] of keptRecords.entries()) {
        const environmentId = belongsTo === 'environment' ? String(production!.id) : null
        const within = <T>(work: () => Promise<T>) =>
          app.inside(() => inTenant(acme.id, () => transaction(work), { environmentId }))
        trace.asked.length = 0
        await within(async () => {
          await prune(daysAgo(1), 100)
          await count?.(daysAgo(1), 100)
        })
        const asked = trace.asked.filter(
          ({ text }) =>
            /^\s*(select|delete)\b/i.test(text) &&
            /created_at|failed_at|completed_at|trashed_at|"?date|`date/.test(text)
        )
        assert.isNotEmpty(asked, kind)
        for (const one of asked) {
          const plan = await look(() => transaction(() => planOf(one)))
          const whole = scanned(plan).filter((table) => !few.has(table))
          if (whole.length > 0) scans.push(`${kind}: ${one.text}\n  ${plan}`)
        }
      }
    } finally {
      trace.stop()
    }
    assert.isEmpty(scans, scans.join('\n'))
  })
})
