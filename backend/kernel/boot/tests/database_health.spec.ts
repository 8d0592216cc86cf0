// onBothDatabases: its SQL differs by database
import { test } from '@japa/runner'
import { bootApp, until, type TestApp } from '@crossdock/backend/testing'
import { testDatabase } from '../../testing/index.js'
import { newContext, runInContext } from '../../ground/context.js'
import { faultProblem } from '../../database/faults.js'
import { checkDatabase } from '../database_health.js'
import type { Settings } from '../../settings/index.js'
import { readDatabase } from '../read_database.js'
import { asOwner } from '../../database/tests/refused_commits.js'

interface Health {
  components: Record<string, { status: string }>
}

const [refuse, allow] =
  testDatabase === 'pg'
    ? [
        `create function refuse() returns trigger language plpgsql as $$ begin
           raise exception 'no'; end $$;
         create trigger refuse before insert on health_probe execute function refuse()`,
        'drop trigger refuse on health_probe',
      ]
    : [
        `create trigger refuse before insert on health_probe
         begin select raise(abort, 'no'); end`,
        'drop trigger refuse',
      ]

/** Makes the health check's write fail for lack of room. */
const fill =
  testDatabase === 'pg'
    ? [
        `create function refuse() returns trigger language plpgsql as $$ begin
           raise exception 'no' using errcode = '53100'; end $$`,
        'create trigger refuse before insert on health_probe execute function refuse()',
      ]
    : [
        'create table filler (bytes)',
        `create trigger refuse before insert on health_probe
         begin insert into filler values (zeroblob(10000000)); end`,
        'pragma max_page_count = 1',
      ]

test.group('The health of the database', (group) => {
  let app: TestApp
  group.each.setup(async () => {
    app = await bootApp({ settings: { LOG_LEVEL: 'silent' } })
    return () => app.stop()
  })

  const status = async (path: string) => (await app.call('GET', `/api/health${path}`)).status

  // Red when the database is opened for writing: look() runs next to the server, without its locks.
  test('look() changes nothing', async ({ assert }) => {
    const { dataDir: DATA_DIR, databaseUrl: DATABASE_URL } = app.database
    const at = { DATA_DIR, DATABASE_URL } as Settings
    await assert.rejects(
      () => readDatabase(at, ({ ask }) => ask('delete from adonis_schema returning name')),
      /read-?only/
    )
    assert.isTrue(await readDatabase(at, async ({ tables }) => tables.has('health_probe')))
  })

  // Red when the check only reads.
  test('is down while it stores nothing, and recovers immediately', async ({ assert }) => {
    await asOwner(app.database, refuse!)
    const { body } = await app.call('GET', '/api/health')
    assert.containSubset(body, { status: 'down', components: { database: { status: 'down' } } })
    assert.equal(await status('/ready'), 503)
    assert.equal(await status('/live'), 200)
    await asOwner(app.database, allow!)
    await until('health to see it', async () => (await status('/ready')) === 200)
  })

  // Red when a full database counts as down.
  test('is degraded while it is only full, and the server stays ready', async ({ assert }) => {
    for (const statement of fill) await asOwner(app.database, statement)
    await until('health to see it', async () => {
      const { body } = await app.call<Health>('GET', '/api/health')
      return body.components.database!.status === 'degraded'
    })
    assert.equal(await status('/ready'), 200)
  })

  // Red when a write without room is not remembered.
  test('reports a write that found no room, although its own row still fits', async ({
    assert,
  }) => {
    const { code } = testDatabase === 'pg' ? { code: '53100' } : { code: 'SQLITE_FULL' }
    faultProblem(Object.assign(new Error('no room'), { code }))
    const health = await runInContext(newContext(), checkDatabase)
    assert.deepEqual(health.status, 'degraded')
  })

  // Red when every check writes, or each concurrent one.
  test('costs a write every ten seconds at most', async ({ assert }) => {
    const check = () => runInContext(newContext(), checkDatabase)
    const writtenAt = () => asOwner(app.database, 'select * from health_probe')
    await Promise.all([check(), check(), check()])
    const first = await writtenAt()
    assert.lengthOf(first, 1)
    await check()
    assert.deepEqual(await writtenAt(), first)
  })
})
