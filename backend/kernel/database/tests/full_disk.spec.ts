// onBothDatabases: its SQL differs by database
import { test } from '@japa/runner'
import { bootApp, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { checkDatabase } from '../../boot/database_health.js'
import { pluginHost } from '../../plugin/host.js'
import { testDatabase, type Caller } from '../../testing/index.js'
import { asOwner } from './refused_commits.js'
import { fillDatabase } from './no_room.js'

/** Large downloads are recorded in the audit log, so they are refused while it cannot be written. */
const leavingEvidence = ['/api/audit/export']

const list = '/api/assets?range=[0,0]'

test.group('A full disk', (group) => {
  let app: TestApp
  let acme: TestTenant
  let turn = 0

  group.setup(async () => {
    app = await bootApp({ settings: { LOG_LEVEL: 'silent' } })
    return () => app.stop()
  })
  group.each.setup(async () => {
    acme = await app.tenant(`acme${turn++}`)
  })

  const status = async (path: string, as: Caller) => (await app.call('GET', path, { as })).status
  const upload = async () => {
    const body = new FormData()
    body.set('file', new Blob(['bytes']), 'kept.txt')
    return app.call<{ id: string }>('POST', '/api/assets', { as: acme.admin, body })
  }
  const fill = async (cleanup: (end: () => Promise<void>) => void) => {
    const empty = await fillDatabase(app.database)
    let isFull = true
    const makeRoom = async () => {
      if (isFull) await empty()
      isFull = false
    }
    cleanup(makeRoom)
    return makeRoom
  }

  // Red when findSession() or noteUse() fails because it cannot write, or a rate limit (Windows) because it
  // cannot count.
  test('still allows every read', async ({ assert, cleanup }) => {
    const { body: file } = await upload()
    const operations = await pluginHost.use().operations()
    const reads = operations
      .filter(({ method, live }) => method === 'GET' && !live)
      .map(({ path }) => path.replace(/\{[\w*]+\}/g, crypto.randomUUID()))
    assert.isAbove(reads.length, 50)
    // All sessions were last used long ago.
    const longAgo = new Date(Date.now() - 3_600_000).toISOString()
    await asOwner(app.database, `update sessions set last_seen_at = '${longAgo}'`)
    await asOwner(app.database, `update api_tokens set last_used_at = '${longAgo}'`)
    await fill(cleanup)
    for (const as of [acme.viewer, acme.token, acme.admin]) {
      for (const path of [`/api/assets/${file.id}`, `/api/assets/${file.id}/content`]) {
        assert.equal(await status(path, as), 200, path)
      }
      const refused: string[] = []
      for (const path of reads) if ((await status(path, as)) >= 500) refused.push(path)
      assert.includeMembers(leavingEvidence, refused)
    }
    const { status: refused } = await upload()
    assert.equal(refused, 507)
  })

  // Red when takeUnwritten() grants every request, or paid() forgets what was counted during the outage.
  test('keeps counting: limits apply, and the counts are stored when there is room', async ({
    assert,
    cleanup,
  }) => {
    await app.limit(acme.id, { rate_limit_per_minute: 1_000, api_calls_per_month: 5 })
    assert.equal(await status(list, acme.token), 200)
    const makeRoom = await fill(cleanup)
    for (let at = 0; at < 2; at++) assert.equal(await status(list, acme.token), 200)
    await makeRoom()
    for (let at = 0; at < 2; at++) assert.equal(await status(list, acme.token), 200)
    await fill(cleanup)
    assert.equal(await status(list, acme.token), 429)
    const [row] = await asOwner<{ used: unknown }>(
      app.database,
      `select used from ledger_windows where tenant_id = '${acme.id}' and meter = 'apiCallsPerMonth'`
    )
    assert.equal(Number(row!.used), 5)
  })

  // Red when a read-only disk is reported as a full one, or as a fault of the server (notWritten in faults.ts).
  test('or a read-only one is reported correctly, also by health', async ({ assert, cleanup }) => {
    await asOwner(app.database, 'pragma query_only = on')
    cleanup(async () => void (await asOwner(app.database, 'pragma query_only = off')))
    assert.equal(await status(list, acme.token), 200)
    const body = { type: 'folder', name: 'Refused' }
    const { status: refused, body: problem } = await app.call<{ detail: string }>(
      'POST',
      '/api/assets',
      { as: acme.editor, body }
    )
    assert.equal(refused, 507)
    assert.include(problem.detail, 'its disk is full, or can only be read')
    const { status: health, message } = await app.inside(checkDatabase)
    assert.equal(health, 'degraded')
    assert.match(message!, /can only be read|did not get onto its disk/)
  }).skip(testDatabase === 'pg', 'PostgreSQL that only reads is one after a failover')

  // Red when nothing is counted while nothing can be written.
  test('enforces limits that have no counts yet', async ({ assert, cleanup }) => {
    await app.limit(acme.id, { rate_limit_per_minute: 3 })
    await fill(cleanup)
    const met: number[] = []
    for (let at = 0; at < 5; at++) met.push(await status(list, acme.token))
    assert.deepEqual(met, [200, 200, 200, 429, 429])
  })
})
