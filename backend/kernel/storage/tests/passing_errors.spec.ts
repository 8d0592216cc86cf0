import { mkdir, rename } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { bootApp, until } from '@crossdock/backend/testing'
import { test } from '@japa/runner'
import type { TestContext } from '@japa/runner/core'
import { transaction, unscoped } from '../../database/index.js'
import { asOperator, inTenant } from '../../tenancy/index.js'
import { ContentStore, type Damage } from '../index.js'
import { S3Packs } from '../s3/s3_packs.js'
import { newTenant, openStore } from './opened_store.js'
import type { Asked } from './s3_proxy.js'
import { pieces, seededBytes } from './seeded_bytes.js'
import { testBucket } from './test_bucket.js'

const MiB = 1024 * 1024
const gets = ({ method, list }: Asked) => method === 'GET' && !list

async function keep(store: ContentStore, bytes: Buffer) {
  const stored = await store.write(pieces(bytes), { maxBytes: bytes.length })
  await transaction(() => store.record(stored))
  return stored.id
}

/** Stores a content in a new bucket. */
async function inBucket(context: TestContext) {
  const bucket = await testBucket(context)
  const damages: Damage[] = []
  const opened = () => {
    const store = new ContentStore(new S3Packs(bucket.open()), (damage) => damages.push(damage))
    context.cleanup(() => store.close())
    return store
  }
  const [store, tenant, bytes] = [opened(), await newTenant(), seededBytes('passing', 700_000)]
  const id = await inTenant(tenant, () => keep(store, bytes))
  const read = (from = store) => inTenant(tenant, async () => buffer(await from.read(id)))
  const asSequence = () =>
    inTenant(tenant, async () => {
      const range = { start: 0, end: bytes.length - 1 }
      return await buffer(await store.readSequence([{ id, range }]))
    })
  return { bucket, damages, opened, store, tenant, bytes, id, read, asSequence }
}

const marks = async (tenant: string) => {
  const rows = await asOperator('a test looks', async () =>
    unscoped().from('content_chunks').where('tenant_id', tenant).whereNotNull('damaged_at')
  )
  return rows.length
}

test.group('Temporary errors', (group) => {
  group.setup(async () => {
    const app = await bootApp()
    return () => app.stop()
  })

  // Red when readWithRetry() marks chunks after one read.
  test('{$self} once: the bytes are read again, and nothing is marked')
    .with(['flip the body', 'send the half', 'send nothing'] as const)
    .run(async (context, fault) => {
      const { bucket, damages, tenant, bytes, read } = await inBucket(context)
      let left = 1
      bucket.suffer((asked) => (gets(asked) && left-- > 0 ? fault : undefined))
      context.assert.isTrue((await read()).equals(bytes))
      context.assert.isBelow(left, 0)
      context.assert.deepEqual(damages, [])
      context.assert.equal(await marks(tenant), 0)
    })

  // Red when assertUndamaged() trusts the mark, or readWithRetry() does not remove the mark of intact bytes.
  test('a marked chunk that is intact again can be read: {$self}')
    .with(['this process', 'another', 'a zip'])
    .run(async (context, who) => {
      const { bucket, opened, tenant, bytes, read, asSequence } = await inBucket(context)
      const end = bucket.suffer((asked) => (gets(asked) ? 'flip the body' : undefined))
      await context.assert.rejects(() => read(), /are damaged/)
      context.assert.equal(await marks(tenant), 1)
      end()
      const again = {
        'this process': () => read(),
        another: () => read(opened()),
        'a zip': asSequence,
      }[who]!
      await until('it', async () => {
        const bytesRead = await again().catch(() => null)
        return bytesRead?.equals(bytes) === true
      })
      context.assert.equal(await marks(tenant), 0)
    })

  // Red when DamageRetries does not remember recently read chunks.
  test('a damaged chunk is not read for every request', async (context) => {
    const { bucket, damages, read, asSequence } = await inBucket(context)
    let asked = 0
    bucket.suffer((one) => {
      if (!gets(one)) return undefined
      asked++
      return 'flip the body'
    })
    for (let round = 0; round < 30; round++) await context.assert.rejects(() => read())
    for (let round = 0; round < 30; round++) await context.assert.rejects(asSequence)
    // The chunk is read twice at first, then after 1, 2, 4… seconds.
    context.assert.isAtMost(asked, 8)
    context.assert.lengthOf(damages, 1)
  })

  // Red when the scrub marks chunks after one read.
  test('a scrub marks nothing after one wrong answer', async (context) => {
    const { bucket, store, damages, tenant } = await inBucket(context)
    let left = 1
    const isMeant = (asked: Asked) => gets(asked) && asked.key.startsWith(tenant)
    bucket.suffer((asked) => (isMeant(asked) && left-- > 0 ? 'flip the body' : undefined))
    for (let at = await store.scrub(null); at;) at = await store.scrub(at)
    context.assert.isBelow(left, 0)
    context.assert.lengthOf(
      damages.filter(({ tenantId }) => tenantId === tenant),
      0
    )
  })

  // Red when DiskPacks treats a missing folder as lost packs (assertNotGone()).
  test('a missing folder is no damage: {$self}')
    .with(['gone', 'an empty mount point'])
    .run(async (context, how) => {
      const { assert } = context
      const { store, root, tenant, damages } = await openStore(context)
      const bytes = seededBytes('away', 3 * MiB)
      await inTenant(tenant, async () => {
        const id = await keep(store, bytes)
        await rename(root, `${root}.away`)
        if (how === 'an empty mount point') await mkdir(root)
        const range = { start: 0, end: bytes.length - 1 }
        for (const work of [
          () => store.read(id),
          () => store.readSequence([{ id, range }]),
          () => store.write(pieces(bytes), { maxBytes: bytes.length }),
        ]) {
          const refused = await work().catch((error: unknown) => error)
          assert.include(refused, { code: 'E_STORAGE_LOST', status: 503 })
        }
        await rename(`${root}.away`, root)
        assert.isTrue((await buffer(await store.read(id))).equals(bytes))
        assert.deepEqual(damages, [])
        assert.equal(await marks(tenant), 0)
      })
    })
})
