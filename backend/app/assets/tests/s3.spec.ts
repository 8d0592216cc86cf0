import { until } from '@crossdock/backend/testing'
import { unscoped } from '@crossdock/kernel/database'
import { enqueue, jobRef } from '@crossdock/kernel/jobs'
import { scrubWeekly } from '@crossdock/kernel/storage'
import { asOperator, inTenant } from '@crossdock/kernel/tenancy'
import { size, testClock } from '@crossdock/kernel/testing'
import { test } from '@japa/runner'
import type { TestContext } from '@japa/runner/core'
import { bootApp } from '@crossdock/backend/testing'
import type { Asked, Fault } from '../../../kernel/storage/tests/s3_proxy.js'
import { seededBytes } from '../../../kernel/storage/tests/seeded_bytes.js'
import { testBucket } from '../../../kernel/storage/tests/test_bucket.js'
import { Files } from './support.js'
import { metadataOf, Tus } from './tus_client.js'

const MiB = 1024 * 1024

const look = <T>(work: () => Promise<T>) => asOperator('a test looks', work)

async function opened(context: TestContext) {
  context.cleanup(() => testClock.reset())
  const bucket = await testBucket(context)
  const app = await bootApp({ settings: { STORAGE_URL: bucket.url } })
  context.cleanup(() => app.stop())
  const as = await app.superAdmin()
  const body = { name: 'Freightway', subdomain: 'freightway', adminEmail: 'a@freightway.example' }
  const { id } = await app.ok<{ id: string }>('POST', '/api/tenants', { as, body })
  const files = new Files(app, { headers: { ...as.headers, 'x-tenant': id } })
  const keys = async () => {
    const lister = bucket.open()
    const found: string[] = []
    for await (const { key } of lister.list(`${id}/`)) found.push(key)
    await lister.close()
    return found
  }
  const bytesOf = async (asset: string, headers: Record<string, string> = {}) => {
    const url = `${app.url}/api/assets/${asset}/content`
    const reply = await fetch(url, { headers: { ...files.as.headers, ...headers } })
    return { status: reply.status, bytes: Buffer.from(await reply.arrayBuffer()) }
  }
  const storageIs = (status: string) =>
    until(`the storage to be ${status}`, async () => {
      type Health = { components: Record<string, { status: string }> }
      const health = await app.call<Health>('GET', '/api/health')
      return health.body.components.storage?.status === status
    })
  return { bucket, app, tenant: id, files, keys, bytesOf, storageIs }
}

const puts = ({ method }: Asked) => method === 'PUT'
/** Returns the fault, and moves the clock past the server's retries when the fault begins. */
function patienceEnds<Kind extends Fault>(fault: Kind): Kind {
  if (typeof fault === 'object' && 'status' in fault && fault.status === 503)
    testClock.advance(30_000)
  return fault
}

const gets = ({ method, list }: Asked) => method === 'GET' && !list

test.group('Files in a bucket', () => {
  test('are stored as objects, downloaded in ranges, resumed, and deleted', async (context) => {
    const { assert } = context
    const { tenant, files, keys, bytesOf } = await opened(context)
    const bytes = seededBytes('large', size({ quick: 5, full: 11 }) * MiB)
    const { body: file } = await files.upload({ name: 'large.bin', bytes })
    assert.isTrue((await bytesOf(file.id)).bytes.equals(bytes))
    const range = await bytesOf(file.id, { range: `bytes=${3 * MiB}-${4 * MiB}` })
    assert.equal(range.status, 206)
    assert.isTrue(range.bytes.equals(bytes.subarray(3 * MiB, 4 * MiB + 1)))

    const tus = new Tus(files)
    const resumed = new Uint8Array(seededBytes('resumed', 3 * MiB))
    const address = await tus.begin({
      'upload-length': String(resumed.length),
      'upload-metadata': metadataOf({ filename: 'resumed.bin' }),
    })
    assert.equal((await tus.patch(address, 0, resumed.subarray(0, MiB))).status, 204)
    assert.equal(await tus.offset(address), MiB)
    assert.equal((await tus.patch(address, MiB, resumed.subarray(MiB))).status, 204)
    const [found] = await files.list('?search=resumed.bin')
    assert.isTrue((await bytesOf(found!.id)).bytes.equals(Buffer.from(resumed)))

    assert.isNotEmpty(await keys())
    for (const { id } of [file, found!]) {
      await files.call('DELETE', `/${id}`)
      assert.equal((await files.call('POST', `/${id}/purge`)).status, 204)
    }
    // Objects younger than two hours are not deleted, so the test makes all of them older.
    const waiting = () =>
      unscoped().from('jobs').where({ tenant_id: tenant, name: 'storage.giveBack' })
    await look(async () => {
      await waiting().delete()
      await unscoped()
        .from('content_leases')
        .where('tenant_id', tenant)
        .update({ expires_at: '2026-01-01T00:00:00.000Z' })
    })
    await inTenant(tenant, () => enqueue(jobRef<object>('storage.giveBack'), {}))
    await until(
      'unreferenced objects to be deleted',
      async () => (await look(waiting)).length === 0
    )
    for (const table of ['contents', 'content_chunks']) {
      assert.lengthOf(await look(async () => unscoped().from(table).where('tenant_id', tenant)), 0)
    }
  })

  /** Red when bytes are not checked against their hash: a changed byte would reach the reader. */
  test('that are damaged there are reported as damaged, and repaired by an upload', async (context) => {
    const { assert } = context
    const { bucket, files, keys, bytesOf, storageIs } = await opened(context)
    const bytes = seededBytes('damaged', 200_000)
    const { body: file } = await files.upload({ name: 'a.bin', bytes })
    const [key] = await keys()
    await bucket.replace(key!, Buffer.alloc(200_000, '?'))
    await look(() => enqueue(scrubWeekly.job, scrubWeekly.payload))
    await storageIs('degraded')
    assert.equal((await bytesOf(file.id)).status, 500)
    await files.upload({ name: 'b.bin', bytes })
    assert.isTrue((await bytesOf(file.id)).bytes.equals(bytes))
    await storageIs('ok')
  })

  test('a store that flips bytes in transit never serves a wrong one', async (context) => {
    const { bucket, files, bytesOf } = await opened(context)
    const { body: file } = await files.upload({ name: 'a.bin', bytes: seededBytes('f', 100_000) })
    const end = bucket.suffer((asked) => (gets(asked) ? 'flip the body' : undefined))
    context.assert.equal((await bytesOf(file.id)).status, 500)
    end()
  })

  test('{how}: an upload is refused in a way that allows a retry, and leaves nothing')
    .with([
      { how: 'refused', fault: { refuse: 'AccessDenied', status: 403 }, status: 503 },
      { how: 'overloaded', fault: { refuse: 'SlowDown', status: 503 }, status: 503 },
      { how: 'full', fault: { refuse: 'QuotaExceeded', status: 403 }, status: 507 },
    ])
    .run(async (context, { fault, status }) => {
      const { assert } = context
      const { bucket, files, keys, storageIs } = await opened(context)
      const end = bucket.suffer((asked) => (puts(asked) ? patienceEnds(fault) : undefined))
      const upload = () => files.upload({ name: 'a.bin', bytes: seededBytes('again', 100_000) })
      const refused = await upload()
      assert.equal(refused.status, status)
      if (status === 503) {
        assert.equal(refused.body.code, 'E_STORAGE_AWAY')
        assert.isAbove(Number(refused.headers.get('retry-after')), 0)
      }
      assert.deepEqual(await files.list(), [])
      await storageIs('down')
      end()
      assert.equal((await upload()).status, 201)
      assert.lengthOf(await keys(), 1)
      await storageIs('ok')
    })

  test('reads are retried while the store is briefly unavailable', async (context) => {
    const { bucket, files, bytesOf } = await opened(context)
    const bytes = seededBytes('away', 100_000)
    const { body: file } = await files.upload({ name: 'a.bin', bytes })
    const end = bucket.suffer((asked) =>
      gets(asked) ? patienceEnds({ refuse: 'ServiceUnavailable', status: 503 }) : undefined
    )
    context.assert.equal((await bytesOf(file.id)).status, 503)
    end()
    context.assert.isTrue((await bytesOf(file.id)).bytes.equals(bytes))
  })
})
