import { buffer } from 'node:stream/consumers'
import { bootApp } from '@crossdock/backend/testing'
import { test } from '@japa/runner'
import { newId, transaction, unscoped } from '../../database/index.js'
import { inTenant } from '../../tenancy/index.js'
import { reclaimableChunks } from '../gc/collection.js'
import { onPool } from '../index/content_index.js'
import {
  condemnChunks,
  ContentNotFound,
  damagedContents,
  type ContentStore,
  type StoredContent,
} from '../index.js'
import { expire, rowsOf } from './giving_back.js'
import { openStore } from './opened_store.js'
import { pieces, seededBytes } from './seeded_bytes.js'

const MiB = 1024 * 1024
const maxBytes = 1024 * MiB

/** Writes and records bytes for a tenant. */
const keep = (store: ContentStore, tenant: string, bytes: Buffer): Promise<StoredContent> =>
  inTenant(tenant, async () => {
    const stored = await store.write(pieces(bytes), { maxBytes })
    await transaction(() => store.record(stored))
    return stored
  })

const read = (store: ContentStore, tenant: string, id: string) =>
  inTenant(tenant, async () => buffer(await store.read(id)))

/** Verifies all stored chunks. */
async function scrub(store: ContentStore) {
  for (let after = await store.scrub(null); after !== null;) after = await store.scrub(after)
}

/** Equal bytes have equal ids everywhere: only the tenant distinguishes the rows. */
test.group('The same bytes in two tenants', (group) => {
  group.setup(async () => {
    const app = await bootApp()
    return () => app.stop()
  })

  // Red when damagedChunks or unmark ignores the tenant.
  test('are damaged, and repaired, in one of them', async (context) => {
    const { assert } = context
    const { store, storage, tenant, other } = await openStore(context)
    const bytes = seededBytes('damaged', 300_000)
    const { id, chunks } = await keep(store, tenant, bytes)
    assert.equal((await keep(store, other, bytes)).id, id)
    const flip = async (whose: string) => {
      const [row] = await onPool(whose, () =>
        unscoped().from('content_chunks').where({ tenant_id: whose, hash: chunks[0]!.hash })
      )
      await storage.flip(whose, { pack: row.pack_id, offset: row.pack_offset })
    }
    const damagedIn = (whose: string) => inTenant(whose, () => damagedContents(10))
    await flip(tenant)
    await scrub(store)
    assert.deepEqual([await damagedIn(tenant), await damagedIn(other)], [[id], []])
    await assert.rejects(() => read(store, tenant, id))
    assert.isTrue((await read(store, other, id)).equals(bytes))
    // Repair the later one, so that the scrub does not read the other again.
    const [first, last] = [tenant, other].sort() as [string, string]
    await flip(other)
    await scrub(store)
    assert.deepEqual([await damagedIn(first), await damagedIn(last)], [[id], [id]])
    await flip(last)
    await scrub(store)
    assert.deepEqual([await damagedIn(first), await damagedIn(last)], [[id], []])
    assert.isTrue((await read(store, last, id)).equals(bytes))
  })

  // Red when absentOf or knownChecksums ignores the tenant.
  test('exist only for the tenant they were written for', async (context) => {
    const { assert } = context
    const { store, tenant, other } = await openStore(context)
    const { id } = await keep(store, tenant, seededBytes('absent', 300_000))
    await inTenant(tenant, () => transaction(() => store.hold(id)))
    await inTenant(other, async () => {
      await assert.rejects(() => transaction(() => store.hold(id)), ContentNotFound)
      assert.equal((await store.checksums([id])).size, 0)
      await assert.rejects(() => store.keepChecksum(id), ContentNotFound)
    })
  })

  // Red when keepChecksum changes rows of every tenant.
  test('get their checksum in each of them', async (context) => {
    const { assert } = context
    const { store, tenant, other } = await openStore(context)
    const bytes = seededBytes('checksum', 300_000)
    const { id } = await keep(store, tenant, bytes)
    await keep(store, other, bytes)
    // Remove the checksums, as in older contents.
    for (const whose of [tenant, other]) {
      const all = () => unscoped().from('contents').where('tenant_id', whose)
      await onPool(whose, () => all().update({ crc32: null }))
    }
    const sum = await inTenant(tenant, () => store.keepChecksum(id))
    const known = (whose: string) => inTenant(whose, () => store.checksums([id]))
    assert.deepEqual([...(await known(tenant))], [[id, sum]])
    assert.deepEqual([...(await known(other))], [[id, null]])
  })

  /** Ways to store bytes for a tenant, and to remove the reference to them. */
  const ways = [
    {
      by: 'a content',
      keep: async (store: ContentStore, tenant: string, bytes: Buffer) => {
        const { id } = await keep(store, tenant, bytes)
        return () =>
          onPool(tenant, () =>
            unscoped().from('contents').where({ tenant_id: tenant, id }).delete()
          )
      },
    },
    {
      by: 'a running upload',
      keep: (store: ContentStore, tenant: string, bytes: Buffer) =>
        inTenant(tenant, async () => {
          const id = newId()
          await transaction(() => store.drafts.begin(id))
          const draft = await store.drafts.take(id)
          await draft.append(pieces(bytes), { length: null, maxBytes, whole: false })
          return () => inTenant(tenant, () => transaction(() => store.drafts.drop(id)))
        }),
    },
  ]

  // Red when contentLists or draftLists reads all tenants, or omits the parts or the tail of a draft.
  test('are kept in one by {by}, and reclaimable in the other')
    .with(ways)
    .run(async (context, { by, keep }) => {
      const { assert } = context
      const { store, tenant, other } = await openStore(context)
      const bytes = seededBytes(by, 9 * MiB)
      const hashesIn = async (whose: string) =>
        (await rowsOf(whose, 'content_chunks')).map(({ hash }) => String(hash)).sort()
      await keep(store, tenant, bytes)
      const drop = await keep(store, other, bytes)
      const hashes = await hashesIn(other)
      assert.deepEqual(await hashesIn(tenant), hashes)
      await drop()
      const reclaimed = async (whose: string) => {
        await condemnChunks(whose, hashes)
        await expire(whose)
        return (await reclaimableChunks(whose, 1_000)).unnamed
      }
      assert.deepEqual(await reclaimed(tenant), [])
      assert.deepEqual(await reclaimed(other), hashes)
    })
})
