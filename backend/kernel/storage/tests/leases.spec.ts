// onBothDatabases: asks which database it runs on
import { buffer } from 'node:stream/consumers'
import { bootApp, until } from '@crossdock/backend/testing'
import { test } from '@japa/runner'
import type { TestContext } from '@japa/runner/core'
import { dialect, transaction, unscoped } from '../../database/index.js'
import { inTenant } from '../../tenancy/index.js'
import { onPool } from '../index/content_index.js'
import { Leases } from '../chunks/leases.js'
import { reclaimableChunks } from '../gc/collection.js'
import { condemnChunks, ContentStore, DiskPacks, LeaseEnded, type StoredContent } from '../index.js'
import { openStore } from './opened_store.js'
import { pieces, seededBytes } from './seeded_bytes.js'

const MiB = 1024 * 1024
const maxBytes = 1024 * MiB

const write = (store: ContentStore, bytes: Buffer) => store.write(pieces(bytes), { maxBytes })
const record = (store: ContentStore, stored: StoredContent) =>
  transaction(() => store.record(stored))
const hashesOf = ({ chunks }: StoredContent) => chunks.map(({ hash }) => hash).sort()
const reclaimable = async (tenant: string) => (await reclaimableChunks(tenant, 1000)).unnamed

/** Stores chunks that no content references, as after the deletion of a file's last version. */
async function orphaned(store: ContentStore, tenant: string, bytes: Buffer): Promise<string[]> {
  const stored = await write(store, bytes)
  await record(store, stored)
  await onPool(tenant, () =>
    unscoped().from('contents').where({ tenant_id: tenant, id: stored.id }).delete()
  )
  return hashesOf(stored)
}

/** Ends all leases, as if their time had passed, because the writer died or was suspended. */
const expire = (tenant: string) =>
  onPool(tenant, () =>
    unscoped()
      .from('content_leases')
      .where('tenant_id', tenant)
      .update({ expires_at: '2026-01-01T00:00:00.000Z' })
  )

const leasesOf = (tenant: string) =>
  onPool(tenant, () => unscoped().from('content_leases').where('tenant_id', tenant))

const condemned = (tenant: string) =>
  onPool(tenant, () =>
    unscoped().from('content_chunks').where('tenant_id', tenant).whereNotNull('condemned_epoch')
  )

/** Opens the same folder and database as another process would. */
function anotherProcess({ cleanup }: TestContext, root: string, leases = new Leases()) {
  const packs = new DiskPacks(root)
  cleanup(() => packs.close())
  return new ContentStore(packs, () => {}, leases)
}

test.group('Leases of written content', (group) => {
  group.setup(async () => {
    const app = await bootApp()
    return () => app.stop()
  })

  // Red when settledEpoch() ignores leases, or write() takes none.
  test('reused chunks are kept until they are recorded, and after that because they are named', async (context) => {
    const { store, root, tenant, other } = await openStore(context)
    const bytes = seededBytes('found', 3 * MiB)
    await inTenant(tenant, async () => {
      const hashes = await orphaned(store, tenant, bytes)
      await expire(tenant)
      const stored = await write(anotherProcess(context, root), bytes)
      context.assert.deepEqual(stored.placed, [])
      await condemnChunks(tenant, hashes)
      await inTenant(other, () => write(store, bytes))
      context.assert.deepEqual(await reclaimable(tenant), [])
      await record(store, stored)
      // Red when reclaimableChunks() does not check which chunks contents reference.
      await expire(tenant)
      context.assert.deepEqual(await reclaimable(tenant), [])
      context.assert.isTrue((await buffer(await store.read(stored.id))).equals(bytes))
      // Red when referenced chunks stay condemned (pardon()).
      context.assert.deepEqual((await write(store, bytes)).placed, [])
    })
  })

  // Red when the lease is taken at the end of the stream.
  test('a lease begins before the first chunk is looked up', async (context) => {
    const { store, root, tenant } = await openStore(context)
    const bytes = seededBytes('slow', 9 * MiB)
    await inTenant(tenant, async () => {
      const hashes = await orphaned(store, tenant, bytes)
      await expire(tenant)
      context.assert.deepEqual(await reclaimable(tenant), [])
      const gate = Promise.withResolvers<void>()
      let waits = false
      const slowly = async function* () {
        yield bytes
        waits = true
        await gate.promise
      }
      const writing = anotherProcess(context, root).write(slowly(), { maxBytes })
      writing.catch(() => undefined)
      await until('the stream to be read', () => waits)
      await condemnChunks(tenant, hashes)
      context.assert.deepEqual(await reclaimable(tenant), [])
      gate.resolve()
      await writing.catch(() => undefined)
      await expire(tenant)
      context.assert.deepEqual(await reclaimable(tenant), hashes)
    })
  })

  // Red when expired leases stay (endExpired()).
  test('chunks reused by a dead process are reclaimable when its lease has ended', async (context) => {
    const { store, tenant } = await openStore(context)
    const bytes = seededBytes('died', 3 * MiB)
    await inTenant(tenant, async () => {
      const hashes = await orphaned(store, tenant, bytes)
      const stored = await write(store, bytes)
      await condemnChunks(tenant, hashes)
      context.assert.deepEqual(await reclaimable(tenant), [])
      await expire(tenant)
      context.assert.deepEqual(await reclaimable(tenant), hashes)

      // The writer was only slow. Red when record() does not hold the lease: it would reference chunks that may
      // be deleted.
      const late = await record(store, stored).catch((error: unknown) => error)
      context.assert.instanceOf(late, LeaseEnded)
      await context.assert.rejects(() => store.read(stored.id), /No content/)

      // Red when the next writer gets the ended lease, or writers reuse condemned chunks.
      const again = await write(store, bytes)
      context.assert.deepEqual(again.placed.map(({ hash }) => hash).sort(), hashes)
      await record(store, again)
      // Red when a condemned chunk keeps its place and its mark (recordChunks()).
      context.assert.deepEqual(await condemned(tenant), [])
      context.assert.isTrue((await buffer(await store.read(again.id))).equals(bytes))
    })
  })

  // Red when keep() renews nothing.
  test('a long write renews the lease, and fails when it has ended', async (context) => {
    const { root, tenant } = await openStore(context)
    await inTenant(tenant, async () => {
      const store = anotherProcess(context, root, new Leases(0))
      const during = (what: () => Promise<unknown>) =>
        async function* () {
          yield seededBytes('first', MiB)
          await what()
          yield seededBytes('last', MiB)
        }
      const renewed = await store.write(during(() => expire(tenant))(), { maxBytes })
      await reclaimable(tenant)
      await record(store, renewed)
      const end = async () => {
        await expire(tenant)
        await reclaimable(tenant)
      }
      const ended = store.write(during(end)(), { maxBytes })
      await context.assert.rejects(() => ended, /no longer keeps its bytes. Nothing was stored/)
      await record(store, await write(store, seededBytes('next', MiB)))
    })
  })

  // Red when hold() takes no lock: the lease could end between the check and the commit.
  test('a lease does not end during a transaction that records', async (context) => {
    const { store, tenant } = await openStore(context)
    const bytes = seededBytes('recording', MiB)
    await inTenant(tenant, async () => {
      const hashes = await orphaned(store, tenant, bytes)
      const stored = await write(store, bytes)
      await condemnChunks(tenant, hashes)
      await transaction(async () => {
        await store.record(stored)
        await expire(tenant)
        context.assert.deepEqual(await reclaimable(tenant), [])
      })
      context.assert.deepEqual(await reclaimable(tenant), [])
    })
  }).skip(() => dialect() !== 'postgres', 'SQLite has one connection, so no other comes in between')

  // Red when each writer takes a separate lease.
  test('many writers of a tenant share a lease; the next one removes expired leases', async (context) => {
    const { store, root, tenant } = await openStore(context)
    await inTenant(tenant, async () => {
      const writers = Array.from({ length: 20 }, (_, index) =>
        write(store, seededBytes(`${index}`, 1000))
      )
      await Promise.all(writers)
      context.assert.lengthOf(await leasesOf(tenant), 1)
      await expire(tenant)
      await write(anotherProcess(context, root), seededBytes('next', 1000))
      context.assert.lengthOf(await leasesOf(tenant), 1)
    })
  })
})
