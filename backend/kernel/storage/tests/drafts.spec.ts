import { buffer } from 'node:stream/consumers'
import { bootApp, until } from '@crossdock/backend/testing'
import { size } from '@crossdock/kernel/testing'
import { test } from '@japa/runner'
import type { TestContext } from '@japa/runner/core'
import { transaction } from '../../database/index.js'
import { inTenant } from '../../tenancy/index.js'
import { ContentStore, DraftTaken, type StoredContent } from '../index.js'
import { processes } from './giving_back.js'
import { openStore } from './opened_store.js'
import { pieces, seededBytes, seededNumbers } from './seeded_bytes.js'
import { onEachStorage, type TestStorage } from './storages.js'

const MiB = 1024 * 1024
const maxBytes = 1024 * MiB

const begin = (store: ContentStore, id: string) => transaction(() => store.drafts.begin(id))
const record = (store: ContentStore, stored: StoredContent) =>
  transaction(() => store.record(stored))

/** Appends bytes in another request. */
async function append(
  store: ContentStore,
  id: string,
  stream: AsyncIterable<Uint8Array>,
  { length = null, whole = false }: { length?: number | null; whole?: boolean } = {}
): Promise<StoredContent | null> {
  const draft = await store.drafts.take(id)
  return await draft.append(stream, { length, maxBytes, whole })
}

/** The body of a request whose connection breaks. */
async function* brokenOff(bytes: Buffer): AsyncGenerator<Buffer> {
  yield* pieces(bytes)
  throw new Error('the connection was closed')
}

/** The body of a request that sends no more bytes but stays open, and a promise that resolves when a reader waits. */
function stalled(bytes: Buffer) {
  const { promise: waitedFor, resolve } = Promise.withResolvers<void>()
  async function* stream(): AsyncGenerator<Buffer> {
    yield* pieces(bytes)
    resolve()
    await new Promise<never>(() => {})
  }
  return { stream: stream(), waitedFor }
}

/** Opens the same storage and database as another process would. */
function anotherProcess({ cleanup }: TestContext, storage: TestStorage): ContentStore {
  const store = new ContentStore(storage.open(), () => {})
  cleanup(() => store.close())
  return store
}

const length = size({ quick: 7, full: 11 }) * MiB

const inputs = {
  'random bytes': (seed: string) => seededBytes(seed, length - 2 * MiB + 123_457),
  'zeros, without any place to cut': () => Buffer.alloc(length),
  'a record that is repeated': (seed: string) =>
    Buffer.concat(Array.from({ length: length / 1200 }, () => seededBytes(seed, 1000))),
  'less than a chunk': (seed: string) => seededBytes(seed, 300_000),
  nothing: () => Buffer.alloc(0),
}

onEachStorage('Contents that arrive in several requests', (group, kind) => {
  group.setup(async () => {
    const app = await bootApp()
    return () => app.stop()
  })

  /**
   * Red when the next writer does not know the bytes before the last cut, or cuts the bytes after it as a
   * separate stream. Also red when parts are joined in another order.
   */
  test('{$self}: are cut as if they had come in one request')
    .with(Object.keys(inputs) as (keyof typeof inputs)[])
    .run(async (context, name) => {
      const { store, tenant } = await openStore(context, kind)
      await inTenant(tenant, async () => {
        for (const seed of size({ quick: ['one'], full: ['one', 'two', 'three'] })) {
          const bytes = inputs[name](seed)
          const below = seededNumbers(`${name} ${seed}`)
          const id = `${seed}-upload`
          await begin(store, id)
          let at = 0
          let content: StoredContent | null = null
          while (!content) {
            // Some requests have no bytes, and some break off.
            const length = below(4) === 0 ? 0 : below(3 * MiB)
            const part = bytes.subarray(at, at + length)
            const isLast = at + part.length === bytes.length
            const stream =
              !isLast && below(3) === 0 ? brokenOff(part) : pieces(part, 1 + below(200_000))
            content = await append(store, id, stream, { length: bytes.length }).catch(() => null)
            at += part.length
            if (!content) context.assert.equal(await store.drafts.size(id), at)
          }
          const whole = await store.write(pieces(bytes), { maxBytes })
          context.assert.equal(content.id, whole.id)
          await record(store, content)
          context.assert.isTrue((await buffer(await store.read(content.id))).equals(bytes))
          await context.assert.rejects(() => store.drafts.size(id), /no upload/)
        }
      })
    })

  /** Red when garbage collection checks only the chunk lists of contents (`sources` in chunk_names.ts). */
  test('keep their bytes during garbage collection', async (context) => {
    const { tenant, all } = await processes(context, [{}], kind)
    const process = all[0]!
    const { store } = process
    const bytes = seededBytes('kept', 6 * MiB)
    await inTenant(tenant, async () => {
      await begin(store, 'kept')
      await append(store, 'kept', pieces(bytes.subarray(0, 5 * MiB)))
    })
    await process.keep(seededBytes('next to it', MiB))
    for (let night = 0; night < 3; night++) await process.giveBack()
    await inTenant(tenant, async () => {
      const rest = pieces(bytes.subarray(5 * MiB))
      const content = await append(store, 'kept', rest, { length: bytes.length })
      await record(store, content!)
      context.assert.isTrue((await buffer(await store.read(content!.id))).equals(bytes))
    })
  })

  test('can be read before they are complete', async (context) => {
    const { store, tenant } = await openStore(context, kind)
    const bytes = seededBytes('read', 5 * MiB)
    await inTenant(tenant, async () => {
      await begin(store, 'early')
      await append(store, 'early', pieces(bytes))
      context.assert.isTrue((await buffer(await store.drafts.read('early'))).equals(bytes))
    })
  })

  /** Red when an all-or-nothing request makes a step before its end, or keeps a part. */
  test('an all-or-nothing request leaves nothing when it fails', async (context) => {
    const { store, tenant } = await openStore(context, kind)
    const bytes = seededBytes('whole', 40 * MiB)
    await inTenant(tenant, async () => {
      await begin(store, 'whole')
      await append(store, 'whole', pieces(bytes.subarray(0, MiB)))
      const failing = append(store, 'whole', brokenOff(bytes), { whole: true })
      await context.assert.rejects(() => failing, /connection/)
      context.assert.equal(await store.drafts.size('whole'), MiB)
    })
  })

  /** Red when a long request becomes durable only at its end. */
  test('a long one is durable while it arrives', async (context) => {
    const { store, tenant, storage } = await openStore(context, kind)
    const bytes = seededBytes('long', 40 * MiB)
    const after = anotherProcess(context, storage)
    await inTenant(tenant, async () => {
      await begin(store, 'long')
      const { stream, waitedFor } = stalled(bytes)
      const first = append(store, 'long', stream).catch((error: unknown) => error)
      await waitedFor
      await until('a step to be made', async () => (await after.drafts.size('long')) >= 32 * MiB)
      const begun = await after.drafts.size('long')
      const rest = pieces(bytes.subarray(begun))
      const content = await append(after, 'long', rest, { length: bytes.length })
      await record(after, content!)
      context.assert.isTrue((await buffer(await after.read(content!.id))).equals(bytes))
      // In this process, nothing has informed the first writer.
      await store.drafts.take('long').catch(() => undefined)
      context.assert.instanceOf(await first, DraftTaken)
    })
  })

  /** Red when taking a draft does not end the previous writer, whose connection may be dead. */
  test('the last writer continues, and the one before gets an error', async (context) => {
    const { store, tenant } = await openStore(context, kind)
    const bytes = seededBytes('taken', 3 * MiB)
    await inTenant(tenant, async () => {
      await begin(store, 'taken')
      const { stream, waitedFor } = stalled(bytes.subarray(0, MiB))
      const first = append(store, 'taken', stream)
      first.catch(() => undefined)
      await waitedFor
      const content = await append(store, 'taken', pieces(bytes), { length: bytes.length })
      await context.assert.rejects(() => first, /Another request/)
      await record(store, content!)
    })
  })

  /** Red when a step or the end does not check the token (`and token = ?`). */
  test('an overtaken writer in another process writes nothing more', async (context) => {
    const { store, tenant, storage } = await openStore(context, kind)
    const other = anotherProcess(context, storage)
    const bytes = seededBytes('overtaken', 2 * MiB)
    await inTenant(tenant, async () => {
      await begin(store, 'step')
      const early = await store.drafts.take('step')
      await append(other, 'step', pieces(bytes.subarray(0, MiB)))
      const late = early.append(pieces(bytes), { length: null, maxBytes })
      await context.assert.rejects(() => late, /Another request/)
      context.assert.equal(await store.drafts.size('step'), MiB)

      await begin(store, 'end')
      const content = await append(store, 'end', pieces(bytes), { length: bytes.length })
      await other.drafts.take('end')
      await context.assert.rejects(() => record(store, content!), /Another request/)
      context.assert.equal(await store.drafts.size('end'), 0)
    })
  })

  /** Red when a draft is looked up only by its id. */
  test('another tenant has no access', async (context) => {
    const { store, tenant, other } = await openStore(context, kind)
    await inTenant(tenant, async () => {
      await begin(store, 'mine')
      await append(store, 'mine', pieces(seededBytes('mine', 1000)))
    })
    await inTenant(other, async () => {
      await context.assert.rejects(() => store.drafts.size('mine'), /no upload/)
      await context.assert.rejects(() => store.drafts.take('mine'), /no upload/)
      await context.assert.rejects(() => store.drafts.read('mine'), /no upload/)
      await transaction(() => store.drafts.drop('mine'))
    })
    await inTenant(tenant, async () => {
      context.assert.equal(await store.drafts.size('mine'), 1000)
      await transaction(() => store.drafts.drop('mine'))
      await context.assert.rejects(() => store.drafts.size('mine'), /no upload/)
    })
  })

  test('too many bytes are refused', async (context) => {
    const { store, tenant } = await openStore(context, kind)
    await inTenant(tenant, async () => {
      await begin(store, 'more')
      const refused = append(store, 'more', pieces(seededBytes('more', 2000)), { length: 1999 })
      await context.assert.rejects(() => refused, /larger than/)
      context.assert.equal(await store.drafts.size('more'), 0)
    })
  })
})
