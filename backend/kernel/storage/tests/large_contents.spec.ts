import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { bootApp } from '@crossdock/backend/testing'
import { size } from '@crossdock/kernel/testing'
import { test } from '@japa/runner'
import { transaction } from '../../database/index.js'
import { inTenant } from '../../tenancy/index.js'
import type { ContentStore } from '../index.js'
import { openStore } from './opened_store.js'
import { pieces, seededBytes } from './seeded_bytes.js'
import { watchSlabs } from './watched_slabs.js'

const MiB = 1024 * 1024
const maxBytes = 1024 * MiB
const large = size({ quick: 12, full: 24 }) * MiB

async function keep(store: ContentStore, bytes: Buffer) {
  const stored = await store.write(pieces(bytes), { maxBytes })
  await transaction(() => store.record(stored))
  return stored
}

/** Waits before it takes each piece, and copies the bytes only then. */
class SlowReader extends Writable {
  readonly #taken: Buffer[] = []

  override _write(piece: Buffer, _: unknown, callback: () => void): void {
    void this.#wait().then(() => {
      this.#taken.push(Buffer.from(piece))
      callback()
    })
  }

  async #wait(): Promise<void> {
    for (let turn = 0; turn < 20; turn++) await setImmediate()
  }

  get bytes(): Buffer {
    return Buffer.concat(this.#taken)
  }
}

test.group('Large contents', (group) => {
  group.setup(async () => {
    const app = await bootApp()
    return () => app.stop()
  })

  // Red when a piece is released as soon as it is written, or a slab before its chunks are stored.
  test('reused memory never contains bytes that a reader still waits for', async (context) => {
    const { store, tenant } = await openStore(context)
    const all = Array.from({ length: 3 }, (_, index) => seededBytes(`again ${index}`, large))
    await inTenant(tenant, async () => {
      const ids = await Promise.all(all.map(async (bytes) => (await keep(store, bytes)).id))
      await Promise.all(
        ids.map(async (id, index) => {
          const reader = new SlowReader()
          const finished = once(reader, 'finish')
          ;(await store.read(id)).pipe(reader)
          await finished
          context.assert.isTrue(reader.bytes.equals(all[index]!))
        })
      )
    })
  })

  // Red without back pressure on writes or on sends.
  test('a large content needs no more memory than one of a few chunks', async (context) => {
    const { store, hashThread, tenant } = await openStore(context)
    const watched = watchSlabs(hashThread)
    const length = size({ quick: 64, full: 128 }) * MiB
    await inTenant(tenant, async () => {
      const { id } = await keep(store, seededBytes('large', length))
      context.assert.isAtMost(watched.bytes, 48 * MiB)
      watched.bytes = 0
      const reader = new SlowReader()
      const finished = once(reader, 'finish')
      ;(await store.read(id)).pipe(reader)
      await finished
      context.assert.equal(reader.bytes.length, length)
      context.assert.isAtMost(watched.bytes, 48 * MiB)
    })
  })

  // Red when readVerified() does not compare the hash.
  test('a byte that changes during a download never arrives', async (context) => {
    const { store, root, tenant, damages } = await openStore(context)
    const bytes = seededBytes('changing', large)
    await inTenant(tenant, async () => {
      const { id, placed } = await keep(store, bytes)
      const last = placed.toSorted((a, b) => a.offset - b.offset).at(-1)!
      const reader = new SlowReader()
      const stream = await store.read(id)
      const failed = once(stream, 'error')
      stream.pipe(reader)
      const file = await open(join(root, tenant, `${last.pack}.pack`), 'r+')
      await file.write(Buffer.from([~bytes.at(-1)!]), 0, 1, last.offset + last.size - 1)
      await file.close()
      // A reader that only waits for `finish` must not see it.
      reader.once('finish', () => context.assert.fail('The damaged content was ended'))
      context.assert.match((await failed)[0].message, /have changed on disk/)
      await new Promise<void>((resolve) => reader.write('', () => resolve()))
      context.assert.isBelow(reader.bytes.length, bytes.length - last.size + 1)
      context.assert.isTrue(reader.bytes.equals(bytes.subarray(0, reader.bytes.length)))
      context.assert.deepEqual(
        damages.map(({ chunk }) => chunk.hash),
        [last.hash]
      )
    })
  })

  // Red when the end of the thread is not handled, or a failed write frees nothing.
  test('the thread ends early: nothing is stored, and a retry works', async (context) => {
    const { store, hashThread, stored, tenant } = await openStore(context)
    const bytes = seededBytes('the thread ends', large)
    async function* ending() {
      yield* pieces(bytes.subarray(0, large / 2))
      await hashThread.borrow().end()
      yield* pieces(bytes.subarray(large / 2))
    }
    await inTenant(tenant, async () => {
      const writing = store.write(ending(), { maxBytes })
      await context.assert.rejects(() => writing, /lost the thread/)
      const { id } = await keep(store, bytes)
      context.assert.equal(await stored(tenant), bytes.length)
      const stream = await store.read(id)
      await hashThread.borrow().end()
      await context.assert.rejects(() => buffer(stream), /lost the thread/)
      context.assert.isTrue((await buffer(await store.read(id))).equals(bytes))
    })
  })

  // Red when applications share the thread.
  test('closing a store does not disturb another', async (context) => {
    const [one, other] = [await openStore(context), await openStore(context)]
    const bytes = seededBytes('two stores', 12 * MiB)
    async function* closing() {
      yield* pieces(bytes.subarray(0, 6 * MiB))
      await one.store.close()
      yield* pieces(bytes.subarray(6 * MiB))
    }
    await inTenant(one.tenant, () => keep(one.store, bytes))
    await inTenant(other.tenant, async () => {
      const content = await other.store.write(closing(), { maxBytes })
      context.assert.equal(content.size, bytes.length)
    })
  })

  // Red when the close of a destination is not noticed: the stream would wait forever.
  test('a stream is closed when its reader leaves', async (context) => {
    const { store, tenant } = await openStore(context)
    const bytes = seededBytes('a reader leaves', large)
    await inTenant(tenant, async () => {
      const { id } = await keep(store, bytes)
      const reader = new Writable({ write: () => {} })
      const stream = await store.read(id)
      stream.pipe(reader)
      const closed = once(stream, 'close')
      reader.destroy()
      await closed
      context.assert.isTrue((await buffer(await store.read(id))).equals(bytes))
    })
  })
})
