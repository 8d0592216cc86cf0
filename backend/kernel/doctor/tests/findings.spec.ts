// onBothDatabases: its SQL differs by database
import { chmod, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { test } from '@japa/runner'
import { bootApp, migratedDatabase } from '@crossdock/backend/testing'
import { testDatabase, type FreshDatabase } from '@crossdock/kernel/testing'
import { installed } from '../../../plugins.js'
import { newId, unscoped } from '../../database/index.js'
import { pluginHost, type PluginHost } from '../../plugin/index.js'
import { readSettings } from '../../settings/index.js'
import { asOperator } from '../../tenancy/index.js'
import { examineInstallation, type Finding } from '../index.js'
import { clockResult } from '../check_database.js'

/** Changed settings, and the finding they must cause. */
type Case = [given: Record<string, string>, check: string, Finding['status'], says: RegExp]

const isPostgres = testDatabase === 'pg'

test.group('Findings of the doctor', (group) => {
  let place: FreshDatabase
  let root: URL
  let host: PluginHost

  group.setup(async () => {
    place = await migratedDatabase(installed)
    const app = await bootApp({ database: place })
    root = app.app.appRoot
    host = await app.inside(async () => pluginHost.use())
    const { id: tenant_id } = await app.tenant('acme')
    const at = '2026-01-01T00:00:00.000Z'
    await app.inside(() =>
      asOperator('a test causes problems', async () => {
        const add = (table: string, row: object) =>
          unscoped().insertQuery().table(table).insert(row)
        await add('parked_events', {
          id: newId(),
          tenant_id,
          consumer: 'gone',
          event_id: newId(),
          event_type: 'gone',
          transaction: 0,
          seq: 1,
          state: 'failed',
          tries: 1,
          created_at: at,
        })
        await add('jobs', {
          id: newId(),
          lane: 'gone',
          name: 'gone.work',
          payload: '{}',
          state: 'waiting',
          priority: 5,
          run_at: at,
          actor: '{}',
          created_at: at,
        })
        await add('content_chunks', {
          tenant_id,
          hash: 'a'.repeat(64),
          size: 1,
          pack_id: newId(),
          pack_offset: 0,
          created_at: at,
          damaged_at: at,
        })
      })
    )
    await app.stop()
    return () => place.remove()
  })

  const examine = (given: Record<string, string> = {}): Promise<Finding[]> => {
    const { dataDir: DATA_DIR, databaseUrl } = place
    const environment = {
      NODE_ENV: 'test',
      PORT: '1',
      APP_KEY: 'k'.repeat(40),
      DATA_DIR,
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      ...given,
    }
    return examineInstallation({
      environment,
      root,
      misspelled: () => undefined,
      plugins: async () => host,
      settings: () => readSettings(environment),
    })
  }

  // Red when check_settings.ts, check_work.ts or check_storage.ts misses one of these problems.
  test('include every problem of the installation', async ({ assert }) => {
    const file = join(place.dataDir, 'a-file')
    await writeFile(file, '')
    const production = { NODE_ENV: 'production', DEMO: 'true' }
    const open = { METRICS_PORT: '2', METRICS_HOST: '0.0.0.0' }
    const migrating = { MIGRATION_DATABASE_URL: 'postgres://127.0.0.1:1/quay' }
    const folder = pathToFileURL(join(place.dataDir, 'content')).href
    const twice = { STORAGE_URL: folder, STORAGE_FROM_URL: folder }
    const ofDatabase: Case[] = isPostgres
      ? [
          [production, 'database', 'wrong', /is a superuser or has BYPASSRLS/],
          [{}, 'database', 'warning', /Production refuses it/],
          [{}, 'clock', 'ok', /of the database are \d+ ms apart/],
        ]
      : [[migrating, 'settings', 'warning', /has no effect without DATABASE_URL/]]
    const cases: Case[] = [
      ...ofDatabase,
      [production, 'settings', 'warning', /APP_URL is not set/],
      [production, 'mail', 'warning', /No mail server is set: .*so people cannot/],
      [{}, 'mail', 'ok', /No mail server is set: mails go to/],
      [production, 'settings', 'warning', /DEMO is true in production/],
      [
        { NODE_EXTRA_CA_CERTS: '/no/ca.pem' },
        'settings',
        'wrong',
        /ca\.pem\) cannot be read \(ENOENT/,
      ],
      [{ APP_URL: 'https://quay.example' }, 'settings', 'warning', /TRUST_PROXY is not true/],
      [open, 'settings', 'warning', /Anyone who reaches 0\.0\.0\.0:2 can read the metrics/],
      [twice, 'settings', 'wrong', /STORAGE_FROM_URL and STORAGE_URL are the same place/],
      [{ STORAGE_URL: pathToFileURL(file).href }, 'storage', 'wrong', /a-file cannot be written/],
      [{}, 'storage', 'wrong', /^1 stored chunks are damaged/],
      [{}, 'work', 'warning', /^1 events are parked/],
      [{}, 'work', 'warning', /^1 jobs have waited/],
    ]
    for (const [given, check, status, says] of cases) {
      const findings = await examine(given)
      const found = findings.find((one) => one.check === check && says.test(one.says))
      assert.equal(found?.status, status, `${check} ${says}\n${JSON.stringify(findings, null, 1)}`)
    }
  })

  // Red when check_settings.ts does not check file modes, or ignores the missing key of a used installation.
  test('include a folder readable by other accounts, and a missing key', async ({ assert }) => {
    await chmod(place.dataDir, 0o755)
    const said = async () =>
      (await examine({ APP_KEY: '' }))
        .filter(({ check }) => check === 'key')
        .map(({ says }) => says)
    assert.match((await said()).join('\n'), /Other accounts of this machine can read /)
    await chmod(place.dataDir, 0o700)
    assert.notMatch((await said()).join('\n'), /Other accounts/)
    await rm(join(place.dataDir, 'app.key'), { force: true })
    assert.match((await said()).join('\n'), /the next start creates a new one/)
  })

  // Red when differing clocks are not reported.
  test('include the difference of the clocks', ({ assert }) => {
    const status = (offMs: number) => clockResult(offMs).status
    assert.deepEqual([1_999, -1_999].map(status), ['ok', 'ok'])
    assert.deepEqual([2_000, -59_999].map(status), ['warning', 'warning'])
    assert.deepEqual([60_000, -60_000].map(status), ['wrong', 'wrong'])
  })
})
