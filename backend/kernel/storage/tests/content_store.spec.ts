import { copyFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { bootApp } from '@crossdock/backend/testing'
import { size } from '@crossdock/kernel/testing'
import { test } from '@japa/runner'
import type { TestContext } from '@japa/runner/core'
import { transaction } from '../../database/index.js'
import { inTenant } from '../../tenancy/index.js'
import { ContentStore, type Damage, type PackPlace } from '../index.js'
import { openStore, type OpenedStore } from './opened_store.js'
import { pieces, seededBytes, seededNumbers } from './seeded_bytes.js'
import { onEachStorage, type TestStorage } from './storages.js'

const MiB = 1024 * 1024
const maxBytes = 1024 * MiB

const write = (store: ContentStore, bytes: Buffer) => store.write(pieces(bytes), { maxBytes })

async function keep(store: ContentStore, bytes: Buffer) {
  const stored = await write(store, bytes)
  await transaction(() => store.record(stored))
  return stored
}

/** Flips the last byte of a stored chunk. A second call restores it. */
async function flip({ storage, tenant }: OpenedStore, chunk: PackPlace & Sized) {
  await storage.flip(tenant, { ...chunk, at: chunk.size - 1 })
}

interface Sized {
  size: number
}

/** Opens the same storage as another process would. */
function reopened({ cleanup }: TestContext, storage: TestStorage, damages: Damage[]): ContentStore {
  const store = new ContentStore(storage.open(), (damage) => damages.push(damage))
  cleanup(() => store.close())
  return store
}

onEachStorage('Content store', (group, kind) => {
  group.setup(async () => {
    const app = await bootApp()
    return () => app.stop()
  })
  test('returns the written bytes: {$self} bytes')
    .with([0, 1, 1000, 256 * 1024, 256 * 1024 + 1, 4 * MiB, 11 * MiB + 17])
    .run(async (context, length) => {
      const { store, tenant } = await openStore(context, kind)
      const bytes = seededBytes('round trip', length)
      await inTenant(tenant, async () => {
        const { id, size: stored } = await keep(store, bytes)
        context.assert.equal(stored, length)
        context.assert.equal(await store.size(id), length)
        context.assert.isTrue((await buffer(await store.read(id))).equals(bytes))
      })
    })

  test('any range returns that part of the bytes', async (context) => {
    const { store, tenant } = await openStore(context, kind)
    const bytes = seededBytes('ranges', size({ quick: 3, full: 9 }) * MiB)
    const random = seededNumbers('ranges')
    await inTenant(tenant, async () => {
      const { id } = await keep(store, bytes)
      for (let round = 0; round < size({ quick: 15, full: 40 }); round++) {
        const start = random(bytes.length)
        const end = start + random(round % 2 === 0 ? 100 : bytes.length - start)
        const read = await buffer(await store.read(id, { start, end }))
        context.assert.isTrue(read.equals(bytes.subarray(start, end + 1)), `${start}-${end}`)
      }
    })
  })

  test('equal bytes of a tenant are stored once, under one id', async (context) => {
    const { store, stored, tenant } = await openStore(context, kind)
    const bytes = seededBytes('equal', 6 * MiB)
    await inTenant(tenant, async () => {
      const first = await keep(store, bytes)
      const before = await stored(tenant)
      const second = await keep(store, bytes)
      const changed = await keep(store, Buffer.concat([bytes, Buffer.from('the end')]))
      context.assert.equal(second.id, first.id)
      context.assert.notEqual(changed.id, first.id)
      context.assert.isAtMost((await stored(tenant)) - before, 4 * MiB + 7)
    })
  })

  test('a repeated chunk inside one file is stored once', async (context) => {
    const { store, stored, tenant } = await openStore(context, kind)
    const zeros = Buffer.alloc(size({ quick: 12, full: 20 }) * MiB)
    await inTenant(tenant, async () => {
      const { id } = await keep(store, zeros)
      context.assert.isTrue((await buffer(await store.read(id))).equals(zeros))
      context.assert.equal(await stored(tenant), 4 * MiB)
    })
  })

  test('tenants share no bytes and cannot read each other', async (context) => {
    const { store, stored, tenant, other, damages } = await openStore(context, kind)
    const bytes = seededBytes('tenants', 2 * MiB)
    const { id: contentId } = await inTenant(tenant, () => keep(store, bytes))
    await inTenant(other, async () => {
      await context.assert.rejects(() => store.read(contentId), /No content/)
      context.assert.equal((await keep(store, bytes)).id, contentId)
    })
    context.assert.equal(await stored(other), await stored(tenant))
    // Red when chunks are looked up without their tenant: one tenant would get the other's place.
    for (const id of [tenant, other]) {
      const read = () => inTenant(id, async () => buffer(await store.read(contentId)))
      context.assert.isTrue((await read()).equals(bytes))
    }
    context.assert.deepEqual(damages, [])
  })
    // This test also runs on a bucket.
    .tags([])

  // Red when write() does not wait for sync(), or omits a pack.
  test('acknowledged bytes are on disk', async (context) => {
    const { storage, tenant } = await openStore(context, kind)
    const unsynced = new Set<string>()
    const packs = storage.open({ packBytes: 4 * MiB })
    const append = packs.append.bind(packs)
    const sync = packs.sync.bind(packs)
    packs.append = async (tenantId, chunks) => {
      const places = await append(tenantId, chunks)
      for (const { pack } of places) unsynced.add(pack)
      return places
    }
    packs.sync = async (tenantId, asked) => {
      const synced = [...asked]
      await sync(tenantId, synced)
      for (const pack of synced) unsynced.delete(pack)
    }
    const store = new ContentStore(packs, () => {})
    context.cleanup(() => store.close())
    const { placed } = await inTenant(tenant, () => write(store, seededBytes('forced', 9 * MiB)))
    context.assert.isAbove(new Set(placed.map(({ pack }) => pack)).size, 1)
    context.assert.deepEqual([...unsynced], [])
  })

  test('concurrent writers of the same bytes all succeed', async (context) => {
    const { store, tenant } = await openStore(context, kind)
    const bytes = seededBytes('same', 3 * MiB)
    await inTenant(tenant, async () => {
      const ids = await Promise.all(
        Array.from({ length: 8 }, async () => (await keep(store, bytes)).id)
      )
      context.assert.equal(new Set(ids).size, 1)
      context.assert.isTrue((await buffer(await store.read(ids[0]!))).equals(bytes))
    })
  })

  test('a process that dies before the rows are written leaves no content', async (context) => {
    const { store, tenant } = await openStore(context, kind)
    const bytes = seededBytes('crash', 3 * MiB)
    await inTenant(tenant, async () => {
      const written = await write(store, bytes)
      const { id } = written
      await context.assert.rejects(() => store.read(id), /No content/)
      const failing = transaction(async () => {
        await store.record(written)
        throw new Error('the process died')
      })
      await context.assert.rejects(() => failing, /died/)
      await context.assert.rejects(() => store.read(id), /No content/)
      await keep(store, bytes)
      context.assert.isTrue((await buffer(await store.read(id))).equals(bytes))
    })
  })

  // Red when #consume() does not check maxBytes.
  test('a stream over the limit is refused and its space is reused', async (context) => {
    const { store, stored, tenant } = await openStore(context, kind)
    await inTenant(tenant, async () => {
      for (let round = 0; round < size({ quick: 2, full: 10 }); round++) {
        const bytes = seededBytes(`too large ${round}`, 12 * MiB)
        const writing = store.write(pieces(bytes), { maxBytes: 11 * MiB })
        await context.assert.rejects(() => writing, /larger than the 11534336 bytes/)
      }
      context.assert.isBelow(await stored(tenant), 13 * MiB)
      const bytes = seededBytes('fits', 11 * MiB)
      const { id } = await keep(store, bytes)
      context.assert.isTrue((await buffer(await store.read(id))).equals(bytes))
    })
  })

  // Red when a failed write releases nothing.
  test('a stream that breaks off, and a discarded one, free their space', async (context) => {
    const { store, stored, tenant } = await openStore(context, kind)
    async function* broken() {
      yield seededBytes('broken', 9 * MiB)
      throw new Error('connection lost')
    }
    await inTenant(tenant, async () => {
      await context.assert.rejects(() => store.write(broken(), { maxBytes }), /connection lost/)
      await store.discard(await write(store, seededBytes('discarded', 9 * MiB)))
      await keep(store, seededBytes('kept', 9 * MiB))
      context.assert.equal(await stored(tenant), 9 * MiB)
    })
  })

  // Red when readVerified() does not compare the hash.
  test('a byte that changed on disk fails the download instead of reaching the reader', async (context) => {
    const opened = await openStore(context, kind)
    const { store, tenant, damages } = opened
    const bytes = seededBytes('rot', 12 * MiB)
    await inTenant(tenant, async () => {
      const { id, placed } = await keep(store, bytes)
      const last = placed.toSorted((a, b) => a.offset - b.offset).at(-1)!
      await flip(opened, last)
      const stream = await store.read(id)
      await context.assert.rejects(() => buffer(stream), /have changed on disk/)
      context.assert.deepEqual(
        damages.map(({ chunk }) => chunk.hash),
        [last.hash]
      )
      // From now on, the damage is known: it is refused before the first byte, and intact parts can still be
      // read. Red when store.read() does not check marks (assertUndamaged).
      await context.assert.rejects(() => store.read(id), /bytes of this file are damaged/)
      await context.assert.rejects(() => store.assertReadable(id), /are damaged/)
      const head = await buffer(await store.read(id, { start: 0, end: 99 }))
      context.assert.isTrue(head.equals(bytes.subarray(0, 100)))
      context.assert.lengthOf(damages, 1)
    })
  })

  // Red when beginReading() reads nothing ahead.
  test('damage at the beginning is an error of the call, not a stream that breaks off', async (context) => {
    const opened = await openStore(context, kind)
    const { store, tenant } = opened
    await inTenant(tenant, async () => {
      const { id, placed } = await keep(store, seededBytes('rotten head', 2 * MiB))
      await flip(opened, placed.toSorted((a, b) => a.offset - b.offset)[0]!)
      await context.assert.rejects(() => store.read(id), /bytes of this file are damaged/)
    })
  })

  // Red when recordManifests() ignores conflicts, or the writer reuses stored chunks without reading them (no
  // #reuse()).
  test('writing the same bytes again repairs the damage: {$self}')
    .with(['noticed by a reader', 'not noticed', 'the pack is lost'])
    .run(async (context, damage) => {
      const opened = await openStore(context, kind)
      const { store, storage, tenant, damages } = opened
      const bytes = seededBytes('healing', 5 * MiB)
      await inTenant(tenant, async () => {
        const { id, placed } = await keep(store, bytes)
        if (damage === 'the pack is lost') {
          for (const pack of new Set(placed.map((chunk) => chunk.pack))) {
            await storage.remove(tenant, pack)
          }
        } else for (const chunk of placed) await flip(opened, chunk)
        if (damage === 'noticed by a reader') {
          await context.assert.rejects(async () => buffer(await store.read(id)))
        }
        // Writes as another process, which has none of the packs open.
        await keep(reopened(context, storage, damages), bytes)
        context.assert.isTrue((await buffer(await store.read(id))).equals(bytes))
        context.assert.lengthOf(damages, placed.length)
      })
    })

  // Red when a sync does not check that the path still leads to the written file (#assertInPlace()).
  test('bytes in a file that was removed are not acknowledged: {$self}')
    .with(['deleted', 'moved away and back as a copy'])
    .run(async (context, what) => {
      const { store, root, tenant } = await openStore(context, kind)
      await inTenant(tenant, async () => {
        const { placed } = await keep(store, seededBytes('before', MiB))
        const path = join(root, tenant, `${placed[0]!.pack}.pack`)
        if (what === 'deleted') await rm(path)
        else {
          await copyFile(path, `${path}.copy`)
          await rename(`${path}.copy`, path)
        }
        const bytes = seededBytes('after', MiB)
        await context.assert.rejects(() => write(store, bytes), /Nothing was stored. Send it again/)
        const { id } = await keep(store, bytes)
        context.assert.isTrue((await buffer(await store.read(id))).equals(bytes))
      })
    })
    .skip(() => kind !== 'disk', 'an object is written as a whole')

  // Red when a pack found missing still accepts bytes (giveUp()).
  test('the bytes of a pack deleted under its writer can be repaired immediately', async (context) => {
    const { store, storage, tenant } = await openStore(context, kind)
    await inTenant(tenant, async () => {
      const bytes = seededBytes('deleted under its writer', MiB)
      const { id, placed } = await keep(store, bytes)
      await storage.remove(tenant, placed[0]!.pack)
      await keep(store, bytes)
      context.assert.isTrue((await buffer(await store.read(id))).equals(bytes))
    })
  })

  test('a scrub finds damage before a reader does, and repaired chunks', async (context) => {
    const opened = await openStore(context, kind)
    const { store, tenant, damages } = opened
    const bytes = seededBytes('scrub', 4 * MiB)
    await inTenant(tenant, async () => {
      const { id, placed } = await keep(store, bytes)
      const [first] = placed
      await flip(opened, first!)
      let position = await store.scrub(null)
      while (position) position = await store.scrub(position)
      const mine = damages.filter(({ tenantId }) => tenantId === tenant)
      context.assert.deepEqual(
        mine.map(({ chunk }) => chunk.hash),
        [first!.hash]
      )
      await context.assert.rejects(() => store.read(id), /are damaged/)
      await flip(opened, first!)
      position = await store.scrub(null)
      while (position) position = await store.scrub(position)
      context.assert.isTrue((await buffer(await store.read(id))).equals(bytes))
    })
  })

  test('a reader that leaves early does not disturb the next', async (context) => {
    const { store, tenant } = await openStore(context, kind)
    const bytes = seededBytes('leaving', 12 * MiB)
    await inTenant(tenant, async () => {
      const { id } = await keep(store, bytes)
      const left = await store.read(id)
      for await (const _piece of left) break
      context.assert.isTrue(left.destroyed)
      context.assert.isTrue((await buffer(await store.read(id))).equals(bytes))
    })
  })

  test('writing inside a transaction and recording outside one are refused', async (context) => {
    const { store, tenant, other } = await openStore(context, kind)
    await inTenant(tenant, async () => {
      const bytes = seededBytes('order', 1000)
      const inside = transaction(() => write(store, bytes))
      await context.assert.rejects(() => inside, /before the transaction/)
      const stored = await write(store, bytes)
      await context.assert.rejects(() => store.record(stored), /inside the transaction/)
      const foreign = inTenant(other, () => transaction(() => store.record(stored)))
      await context.assert.rejects(() => foreign, /another tenant/)
    })
  })
})
