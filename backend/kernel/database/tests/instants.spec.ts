// onBothDatabases: its SQL differs by database
import { test } from '@japa/runner'
import { installed } from '../../../plugins.js'
import { bootApp, migratedDatabase } from '@crossdock/backend/testing'
import { ask } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import { sessionAt, testDatabase } from '@crossdock/kernel/testing'
import { instantOf } from '../drivers/instants.js'

test.group('Instants of PostgreSQL', () => {
  // Red when decimals are not padded. Also red when another zone than UTC, a year of five digits, or more
  // decimals are converted by slicing.
  test('are ISO 8601 in UTC with milliseconds, in every notation')
    .with([
      ['2026-11-27 18:03:00+00', '2026-11-27T18:03:00.000Z'],
      ['2026-11-27 18:03:00.1+00', '2026-11-27T18:03:00.100Z'],
      ['2026-11-27 18:03:00.12+00', '2026-11-27T18:03:00.120Z'],
      ['2026-11-27 18:03:00.123+00', '2026-11-27T18:03:00.123Z'],
      ['2026-11-27 18:03:00.123987+00', '2026-11-27T18:03:00.123Z'],
      ['2026-11-27 19:03:00+01', '2026-11-27T18:03:00.000Z'],
      ['2026-11-27 23:33:00+05:30', '2026-11-27T18:03:00.000Z'],
      ['0001-01-01 00:00:00+00', '0001-01-01T00:00:00.000Z'],
    ] as const)
    .run(({ assert }, [written, instant]) => {
      assert.equal(instantOf(written), instant)
    })

  if (testDatabase === 'pg') {
    // Red when connections keep the zone of the server or the role: no time would be converted by slicing.
    test('are in UTC, whatever the zone of the database', async ({ assert }) => {
      const database = await migratedDatabase(installed)
      await sessionAt(database.databaseUrl!, async (client) => {
        const name = new URL(database.databaseUrl!).pathname.slice(1)
        await client.query(`alter database ${name} set timezone to 'Asia/Kolkata'`)
      })
      const app = await bootApp({ database })
      try {
        const [row] = await app.inside(() =>
          asOperator('look at the zone', () =>
            ask<{ zone: string }>(`select current_setting('TimeZone') as zone`)
          )
        )
        assert.equal(row!.zone, 'UTC')
      } finally {
        await app.stop()
        await database.remove()
      }
    })
  }
})
