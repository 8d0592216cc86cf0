// onBothDatabases: its SQL differs by database
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { bootApp, until, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { onWake } from '../../events/wake.js'
import { inTenant } from '../../tenancy/index.js'
import { testDatabase } from '../../testing/index.js'
import { transaction, unscoped } from '../index.js'
import { asOwner, refuseCommits } from './refused_commits.js'

const postgres = testDatabase === 'pg'

interface Refusal {
  code: string
  detail: string
}

test.group('A write that was not stored', (group) => {
  let app: TestApp
  let acme: TestTenant
  group.setup(async () => {
    app = await bootApp({ settings: { LOG_LEVEL: 'silent' } })
    acme = await app.tenant('acme')
    await refuseCommits(app.database, 'assets', 'name')
    return () => app.stop()
  })

  const makeFolder = (name: string) =>
    app.call<Refusal>('POST', '/api/assets', { as: acme.editor, body: { type: 'folder', name } })
  const upload = (name: string) => {
    const body = new FormData()
    body.set('file', new Blob(['bytes']), name)
    return app.call<Refusal>('POST', '/api/assets', { as: acme.editor, body })
  }
  const count = async (table: string, condition = 'true') => {
    const sql = `select count(*) as total from ${table} where ${condition}`
    const [row] = await asOwner<{ total: number }>(app.database, sql)
    return Number(row!.total)
  }

  // Red when `transaction()` ignores the error of its COMMIT (without the first `await` of
  // OpenTransaction.commit()).
  test('is not a success: the commit failed', async ({ assert, cleanup }) => {
    const woken: string[] = []
    // Events of the creation of the tenant's environment may still arrive.
    cleanup(onWake((type) => void (/^(file|folder)_/.test(type) && woken.push(type))))
    const written = () =>
      count('middleware_events', `event_type like 'file%' or event_type like 'folder%'`)
    const events = await written()
    for (const ask of [makeFolder, upload]) {
      const { status, body, headers } = await ask('refused')
      assert.equal(status, postgres ? 503 : 500)
      if (postgres) assert.equal(body.code, 'E_DATABASE_BUSY')
      if (postgres) assert.equal(headers.get('retry-after'), '1')
    }
    assert.equal(await count('assets', `name like 'refused%'`), 0)
    assert.equal(await written(), events)
    assert.deepEqual(woken, [])
    // The connection is still usable.
    assert.equal((await makeFolder('after a refused one')).status, 201)
  })

  // Red when the answer to COMMIT is ignored: PostgreSQL answers ROLLBACK without an error.
  test('is not a success: a statement had failed before', async ({ assert }) => {
    await assert.rejects(
      () =>
        inTenant(acme.id, () =>
          transaction(async () => {
            await unscoped()
              .rawQuery('select 1 / 0')
              .catch(() => undefined)
            return 'done'
          })
        ),
      /nothing was stored/
    )
  }).skip(!postgres, 'a failed statement does not end a transaction of SQLite')

  // Red when a connection that breaks during COMMIT counts as a success, or as "nothing stored".
  test('may have been stored: the connection broke during the commit', async ({ assert }) => {
    const asked = upload('slow.txt')
    await until('the commit to be ended', async () => {
      const [found] = await asOwner<{ ended: boolean }>(
        app.database,
        `select pg_terminate_backend(pid) as ended from pg_stat_activity
         where datname = current_database() and query ilike 'commit%' and wait_event = 'PgSleep'`
      )
      return found?.ended
    })
    const { status, body } = await asked
    assert.equal(status, 503)
    assert.equal(body.code, 'E_OUTCOME_UNKNOWN')
    assert.match(body.detail, /not known whether it was stored/)
    assert.equal((await makeFolder('after a broken connection')).status, 201)
  }).skip(!postgres, 'SQLite has no connection that could break')

  // Red when a full database is treated like any other error (the first line of databaseFault()).
  test('has no room', async ({ assert, cleanup }) => {
    const most = await pragma('max_page_count')
    cleanup(async () => void (await pragma(`max_page_count = ${most}`)))
    await pragma(`max_page_count = ${await pragma('page_count')}`)
    const long = 'x'.repeat(200)
    const kept = await count('assets')
    let made = 0
    const refusal = await until('the database to be full', async () => {
      const reply = await makeFolder(`${long} ${made}`)
      if (reply.status !== 201) return reply
      made += 1
      return undefined
    })
    assert.equal(refusal.status, 507)
    assert.equal(refusal.body.code, 'E_NO_ROOM')
    assert.match(refusal.body.detail, /no room left in the database/)
    assert.equal(await count('assets'), kept + made)
    await pragma(`max_page_count = ${most}`)
    assert.equal((await makeFolder(`${long} ${made}`)).status, 201)
  }).skip(postgres, 'only SQLite has a size limit')

  // Red when wake-ups go out before the log is on disk, or one failure is remembered forever.
  test('is not confirmed while the disk fails, and is confirmed later', async ({
    assert,
    cleanup,
  }) => {
    const log = join(app.database.dataDir, 'crossdock.sqlite3-wal')
    const woken: string[] = []
    cleanup(onWake((type) => woken.push(type)))
    await rename(log, `${log}.away`)
    const replies = await Promise.all([1, 2, 3].map((n) => makeFolder(`doubtful ${n}`)))
    await rename(`${log}.away`, log)
    for (const { status, body } of replies) {
      assert.equal(status, 503)
      assert.equal(body.code, 'E_OUTCOME_UNKNOWN')
    }
    assert.notInclude(woken, 'folder_create')
    assert.equal((await makeFolder('certain')).status, 201)
    assert.include(woken, 'folder_create')
  }).skip(postgres, 'PostgreSQL sees to its own log')

  const pragma = async (statement: string) => {
    const [row] = await asOwner<Record<string, number>>(app.database, `pragma ${statement}`)
    return Object.values(row!)[0]
  }
})
