import { buffer } from 'node:stream/consumers'
import { bootApp } from '@crossdock/backend/testing'
import { test } from '@japa/runner'
import { transaction } from '../../database/index.js'
import { inTenant } from '../../tenancy/index.js'
import { ChunksMissing } from '../index.js'
import { openStore } from './opened_store.js'
import { pieces, seededBytes } from './seeded_bytes.js'
import { onEachStorage } from './storages.js'

const MiB = 1024 * 1024

onEachStorage('Given chunks', (group, kind) => {
  group.setup(async () => {
    const app = await bootApp()
    return () => app.stop()
  })

  test('chunks sent in parts become the same content as a stream', async (context) => {
    const { assert } = context
    const { store, tenant } = await openStore(context, kind)
    const bytes = seededBytes('in parts', 6 * MiB)
    await inTenant(tenant, async () => {
      const whole = await store.write(pieces(bytes), { maxBytes: 10 * MiB })
      const cut = cutAs(bytes, whole.chunks)
      const half = Math.ceil(cut.length / 2)
      for (const part of [cut.slice(0, half), cut.slice(half)]) {
        const stored = await store.writeChunks(part)
        await transaction(() => store.record(stored))
      }
      const joined = await store.assemble(whole.chunks)
      assert.equal(joined.id, whole.id)
      assert.equal(joined.size, bytes.length)
      await transaction(() => store.record(joined))
      assert.isTrue((await buffer(await store.read(joined.id))).equals(bytes))
      assert.deepEqual(await store.chunksOf(joined.id), whole.chunks)
      assert.typeOf(await store.keepChecksum(joined.id), 'number')
    })
  })

  test('names chunks that are missing or have another size', async (context) => {
    const { assert } = context
    const { store, tenant } = await openStore(context, kind)
    await inTenant(tenant, async () => {
      const stored = await store.writeChunks([Buffer.from('one'), Buffer.from('two')])
      await transaction(() => store.record(stored))
      const [one, two] = stored.chunks as [Ref, Ref]
      const other = { hash: 'f'.repeat(64), size: 3 }
      const failed = await store.assemble([one, other, { ...two, size: 4 }]).catch(fault)
      assert.instanceOf(failed, ChunksMissing)
      assert.deepEqual((failed as ChunksMissing).hashes, [other.hash, two.hash])
      assert.deepEqual([...(await store.storedChunks([one.hash, other.hash]))], [one.hash])
    })
  })

  test('chunks of one tenant are missing for another', async (context) => {
    const { store, tenant } = await openStore(context, kind)
    const another = await openStore(context, kind)
    const stored = await inTenant(tenant, async () => {
      const written = await store.writeChunks([Buffer.from('secret')])
      await transaction(() => store.record(written))
      return written
    })
    await inTenant(another.tenant, async () => {
      const failed = await another.store.assemble(stored.chunks).catch(fault)
      context.assert.instanceOf(failed, ChunksMissing)
      context.assert.equal((await another.store.storedChunks([stored.chunks[0]!.hash])).size, 0)
    })
  })

  test('refuses an empty chunk and one that is too large', async (context) => {
    const { store, tenant } = await openStore(context, kind)
    await inTenant(tenant, async () => {
      for (const length of [0, 4 * MiB + 1]) {
        const failed = await store.writeChunks([Buffer.alloc(length)]).catch(fault)
        context.assert.instanceOf(failed, RangeError)
      }
    })
  })
})

interface Ref {
  hash: string
  size: number
}

const fault = (error: unknown) => error

function cutAs(bytes: Buffer, chunks: readonly Ref[]): Buffer[] {
  let at = 0
  return chunks.map(({ size }) => bytes.subarray(at, (at += size)))
}
