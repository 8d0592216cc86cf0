// onBothDatabases: its SQL differs by database
import { randomBytes } from 'node:crypto'
import { test } from '@japa/runner'
import { bootApp, until, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { transaction, unscoped } from '@crossdock/kernel/database'
import { asOperator, inTenant } from '@crossdock/kernel/tenancy'
import { call, DriverTrace, sessionAt, testDatabase } from '@crossdock/kernel/testing'
import { lockSpace } from '../../database/advisory_locks.js'
import { ledger } from '../ledger.js'
import { addEnvironment } from '../../../tests/matrix/environments.js'

const GB = 1024 ** 3
const MB = 1024 ** 2

interface Refusal {
  code: string
  message: string
}

test.group('Limits of total amounts', (group) => {
  let app: TestApp
  let acme: TestTenant
  let turn = 0

  group.setup(async () => {
    app = await bootApp()
    return () => app.stop()
  })
  group.each.setup(async () => {
    acme = await app.tenant(`acme${turn++}`)
  })

  const stored = async () => {
    const rows: { bytes: unknown }[] = await app.inside(() =>
      asOperator('a test adds up', () =>
        unscoped().from('content_chunks').where('tenant_id', acme.id).sum('size as bytes')
      )
    )
    return Number(rows[0]!.bytes)
  }

  /** As if this many bytes were stored. */
  const fill = (bytes: number) =>
    app.inside(() =>
      asOperator('a test fills a tenant', async () => {
        const row = { hash: 'f'.repeat(64), pack_id: 'none', pack_offset: 0 }
        await unscoped()
          .insertQuery()
          .table('content_chunks')
          .insert({ ...row, tenant_id: acme.id, size: bytes, created_at: new Date().toISOString() })
      })
    )

  const upload = (name: string, bytes: Buffer, parentId = '') => {
    const form = new FormData()
    if (parentId) form.set('parentId', parentId)
    form.set('file', new Blob([new Uint8Array(bytes)]), name)
    return call<Refusal>(app.url, 'POST', '/api/assets', { as: acme.admin, body: form })
  }

  // Red when cached limits are not used in a transaction: an upload would query four times.
  test('an upload uses cached limits', async ({ assert, cleanup }) => {
    assert.equal((await upload('first.bin', randomBytes(100))).status, 201)
    const trace = new DriverTrace()
    cleanup(() => trace.stop())
    assert.equal((await upload('second.bin', randomBytes(100))).status, 201)
    const written = trace.transactions.filter((asked) =>
      asked.some(({ text }) => /insert into .?assets/.test(text))
    )
    assert.lengthOf(written, 1)
    const limits = written.flat().filter(({ text }) => text.includes('tenant_environments'))
    assert.deepEqual(limits, [])
  })

  // Red on PostgreSQL when reservations are not serialized (the row is not locked): all twelve pass.
  test('concurrent uploads never exceed the storage, and those refused leave nothing', async ({
    assert,
  }) => {
    await app.limit(acme.id, { storage_quota_gb: 1 })
    await fill(GB - 5 * MB)
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, at) => upload(`file ${at}`, randomBytes(MB)))
    )
    const statuses = replies.map(({ status }) => status)
    assert.lengthOf(
      statuses.filter((status) => status === 201),
      5
    )
    assert.lengthOf(
      statuses.filter((status) => status === 507),
      7
    )
    assert.equal(await stored(), GB)
    const { body } = replies.find(({ status }) => status === 507)!
    assert.equal(body.code, 'E_QUOTA_STORAGE')
    assert.include(body.message, '1 GB')
    assert.include(body.message, 'storageQuotaGB')
    const list = await app.ok<unknown[]>('GET', '/api/assets', { as: acme.admin })
    assert.lengthOf(list, 5)
    // A small one finds no room either; one whose bytes are stored needs none.
    assert.equal((await upload('small', randomBytes(10))).status, 507)
  })

  /** An open transaction that has booked this much storage; `undefined`: any amount. */
  const booking = async (atMost: number | undefined) => {
    const [held, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const ended = app.inside(() =>
      inTenant(acme.id, () =>
        transaction(async () => {
          await ledger.use().lock('storageQuotaGB', atMost)
          held.resolve()
          await goOn.promise
        })
      )
    )
    await held.promise
    return async () => {
      goOn.resolve()
      await ended
    }
  }

  const waiting = async () => {
    const asked = `select from pg_locks where locktype = 'advisory' and classid = $1 and not granted
      and database = (select oid from pg_database where datname = current_database())`
    return await sessionAt(app.database.databaseUrl!, async (watcher) => {
      return (await watcher.query(asked, [lockSpace.room])).rows.length
    })
  }

  // Red when shareRow() locks exclusively: the upload waits for a transaction that stays open.
  test('while plenty is left, uploads do not wait for one another', async ({ assert }) => {
    const end = await booking(10 * MB)
    assert.equal((await upload('other.bin', randomBytes(MB))).status, 201)
    await end()
  }).skip(testDatabase !== 'pg', 'SQLite has one writer')

  // Red without releaseShared() (two waiting transactions deadlock), or when isPlenty() is always true.
  test('near the limit uploads wait for those in progress', async ({ assert }) => {
    await app.limit(acme.id, { storage_quota_gb: 3 })
    const end = await booking(10 * MB)
    const uploads = [upload('one.bin', randomBytes(MB)), upload('other.bin', randomBytes(MB))]
    await until('both to wait', async () => (await waiting()) === 2)
    await end()
    assert.deepEqual(
      (await Promise.all(uploads)).map(({ status }) => status),
      [201, 201]
    )
  }).skip(testDatabase !== 'pg', 'SQLite has one writer')

  // Red when book() books any amount.
  test('a process books no more than its part', async ({ assert }) => {
    const end = await booking(10 * MB)
    const late = upload('late.bin', randomBytes(10 * MB))
    await until('it to wait', async () => (await waiting()) === 1)
    await end()
    assert.equal((await late).status, 201)
    // An ended transaction is no longer booked.
    const again = await booking(10 * MB)
    assert.equal((await upload('small.bin', randomBytes(MB))).status, 201)
    await again()
  }).skip(testDatabase !== 'pg', 'SQLite has one writer')

  test('stored bytes need no more room', async ({ assert }) => {
    const bytes = randomBytes(MB)
    assert.equal((await upload('first', bytes)).status, 201)
    await app.limit(acme.id, { storage_quota_gb: 0 })
    assert.equal((await upload('other', randomBytes(MB))).status, 507)
    const list = await app.ok<{ id: string }[]>('GET', '/api/assets', { as: acme.admin })
    assert.lengthOf(list, 1)
    await app.ok('GET', `/api/assets/${list[0]!.id}/content`, { as: acme.admin })
  })

  test('resumable uploads are limited before and during the upload', async ({ assert }) => {
    await app.limit(acme.id, { storage_quota_gb: 1 })
    await fill(GB - MB)
    const begin = (length: string) =>
      call<Refusal>(app.url, 'POST', '/api/uploads', {
        as: acme.admin,
        headers: {
          'tus-resumable': '1.0.0',
          'upload-metadata': `filename ${Buffer.from('big.bin').toString('base64')}`,
          ...(length === '' ? { 'upload-defer-length': '1' } : { 'upload-length': length }),
        },
      })
    assert.deepEqual(
      [(await begin(String(2 * MB))).body.code, (await begin(String(MB))).status],
      ['E_QUOTA_STORAGE', 201]
    )
    // The size was not known in advance.
    const { headers } = await begin('')
    const { status } = await call(
      app.url,
      'PATCH',
      new URL(headers.get('location')!, app.url).pathname,
      {
        as: acme.admin,
        headers: {
          'tus-resumable': '1.0.0',
          'upload-offset': '0',
          'upload-length': String(3 * MB),
          'content-type': 'application/offset+octet-stream',
        },
        body: randomBytes(3 * MB),
      }
    )
    assert.equal(status, 507)
    assert.isAtMost(await stored(), GB)
  })

  test('several files in one request are stored as far as there is room', async ({ assert }) => {
    await app.limit(acme.id, { storage_quota_gb: 1 })
    await fill(GB - 3 * MB)
    const form = new FormData()
    for (const [at, size] of [MB, 4 * MB, MB].entries()) {
      form.append('file', new Blob([new Uint8Array(randomBytes(size))]), `file ${at}`)
    }
    const { files } = await app.ok<{ files: { fate: string; code: string | null }[] }>(
      'POST',
      '/api/assets/batch',
      { as: acme.admin, body: form }
    )
    assert.deepEqual(
      files.map(({ fate, code }) => [fate, code]),
      [
        ['created', null],
        ['refused', 'E_QUOTA_STORAGE'],
        ['created', null],
      ]
    )
    assert.isAtMost(await stored(), GB)
  })

  test('a file that is too large is refused by the limit', async ({ assert }) => {
    await app.limit(acme.id, { max_file_size: 1 })
    for (const size of [MB + 1, 5 * MB]) {
      const { status, body } = await upload('large', randomBytes(size))
      assert.deepEqual([status, body.code], [413, 'E_QUOTA_FILE_SIZE'])
      assert.include(body.message, '1 MB')
      assert.include(body.message, 'maxFileSize')
    }
    assert.equal((await upload('fits', randomBytes(MB))).status, 201)
  })

  // Red when ownPlace() uses the call's environment for the tenant's meters.
  test('files use the limits of production in every environment', async ({ assert }) => {
    const development = await addEnvironment(acme.id, 'development')
    const code = async () => {
      const form = new FormData()
      form.set(
        'file',
        new Blob([new Uint8Array(randomBytes(2 * MB))]),
        `${crypto.randomUUID()}.bin`
      )
      const headers = { ...acme.admin.headers, 'x-environment': 'development' }
      const { status, body } = await app.call<Refusal>('POST', '/api/assets', {
        as: { headers },
        body: form,
      })
      return status === 201 ? 201 : body.code
    }
    const only = (limits: object) =>
      asOperator('a test narrows one', () =>
        unscoped().from('tenant_environments').where('id', development).update(limits)
      )
    await only({ max_file_size: 1, storage_quota_gb: 0 })
    await app.limit(acme.id, { max_workflows: 50 })
    assert.equal(await code(), 201)
    await app.limit(acme.id, { max_file_size: 1 })
    await only({ max_file_size: 100 })
    await app.limit(acme.id, { max_workflows: 51 })
    assert.equal(await code(), 'E_QUOTA_FILE_SIZE')
  })

  const system = (name: string) => ({
    name,
    systemType: 'api',
    baseUrl: 'https://partner.example',
    authType: 'bearer',
    authConfig: { accessToken: 'secret' },
    capabilities: ['send'],
  })
  const endpoint = (name: string) => ({
    name,
    path: '/x',
    method: 'POST',
    endpointType: 'outbound',
    triggers: [],
  })
  const workflow = (name: string) => ({ name, triggerType: 'manual', steps: [] })

  // Red when pending writes are not counted, and on PostgreSQL when the row is not locked.
  test('systems, endpoints and workflows stop at their limits, also concurrently', async ({
    assert,
  }) => {
    await app.limit(acme.id, {
      max_external_systems: 3,
      max_api_endpoints: 2,
      max_workflows: 4,
    })
    const create = async (path: string, bodies: object[]) => {
      const made = await Promise.all(
        bodies.map((body) =>
          app.call<{ id: string } & Refusal>('POST', path, { as: acme.admin, body })
        )
      )
      const refused = made.filter(({ status }) => status === 409)
      return {
        ids: made.filter(({ status }) => status === 201).map(({ body }) => body.id),
        codes: new Set(refused.map(({ body }) => body.code)),
        refused: refused.length,
      }
    }
    const names = Array.from({ length: 8 }, (_, at) => `Nr ${at}`)
    const systems = await create('/api/integrations/systems', names.map(system))
    assert.deepEqual([systems.ids.length, systems.refused], [3, 5])
    assert.deepEqual([...systems.codes], ['E_QUOTA_SYSTEMS'])
    const endpoints = await create(
      `/api/integrations/systems/${systems.ids[0]}/endpoints`,
      names.map(endpoint)
    )
    assert.deepEqual([endpoints.ids.length, endpoints.refused], [2, 6])
    const workflows = await create('/api/integrations/workflows', names.map(workflow))
    assert.deepEqual([workflows.ids.length, workflows.refused], [4, 4])
    assert.deepEqual([...workflows.codes], ['E_QUOTA_WORKFLOWS'])
    // A limit below the present amount removes nothing, and deletions make room.
    await app.limit(acme.id, { max_external_systems: 1 })
    const [first, second] = systems.ids
    await app.ok('PUT', `/api/integrations/systems/${first}`, {
      as: acme.admin,
      body: { name: 'Renamed' },
    })
    for (const id of [second, systems.ids[2]]) {
      await app.ok('DELETE', `/api/integrations/systems/${id}`, { as: acme.admin })
    }
    assert.equal((await create('/api/integrations/systems', [system('more')])).refused, 1)
    await app.ok('DELETE', `/api/integrations/systems/${first}`, { as: acme.admin })
    assert.lengthOf((await create('/api/integrations/systems', [system('more')])).ids, 1)
  })

  // Red when countedIn() counts rows of other environments.
  test('rows of one environment do not count in another', async ({ assert }) => {
    await addEnvironment(acme.id, 'development')
    await app.limit(acme.id, { max_external_systems: 1, max_api_endpoints: 1, max_workflows: 1 })
    for (const environment of ['development', 'production']) {
      const create = (path: string, body: object) =>
        app.call<{ id: string } & Refusal>('POST', path, {
          as: acme.admin,
          body,
          headers: { 'x-environment': environment },
        })
      const made = await create('/api/integrations/systems', system('Partner'))
      const paths: [string, object][] = [
        ['/api/integrations/systems', system('Another')],
        [`/api/integrations/systems/${made.body.id}/endpoints`, endpoint('First')],
        [`/api/integrations/systems/${made.body.id}/endpoints`, endpoint('Second')],
        ['/api/integrations/workflows', workflow('First')],
        ['/api/integrations/workflows', workflow('Second')],
      ]
      const statuses = [made.status]
      for (const [path, body] of paths) statuses.push((await create(path, body)).status)
      assert.deepEqual(statuses, [201, 409, 201, 409, 201, 409], environment)
    }
  })
})
