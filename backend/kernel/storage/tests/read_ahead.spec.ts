import { buffer } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { bootApp } from '@crossdock/backend/testing'
import { size, until } from '@crossdock/kernel/testing'
import { test } from '@japa/runner'
import type { TestContext } from '@japa/runner/core'
import { transaction } from '../../database/index.js'
import { inTenant } from '../../tenancy/index.js'
import { ContentStore, type SequencePart } from '../index.js'
import { newTenant } from './opened_store.js'
import { pieces, seededBytes } from './seeded_bytes.js'
import { testStorage } from './storages.js'

const MiB = 1024 * 1024

/** Opens a store whose packs answer only after `answer`. */
async function waiting(context: TestContext) {
  const packs = (await testStorage(context, 'disk')).open()
  const read = packs.read.bind(packs)
  const reading = { now: 0, most: 0, all: 0, answer: () => {} }
  const { promise: go, resolve } = Promise.withResolvers<void>()
  reading.answer = resolve
  packs.read = async (...asked) => {
    reading.all++
    reading.most = Math.max(reading.most, ++reading.now)
    await go
    await read(...asked).finally(() => reading.now--)
  }
  const store = new ContentStore(packs, () => {})
  context.cleanup(() => store.close())
  return { store, reading, tenant: await newTenant() }
}

const partOf = (stored: { id: string; size: number }): SequencePart => ({
  id: stored.id,
  range: { start: 0, end: stored.size - 1 },
})

test.group('Reading ahead', (group) => {
  group.setup(async () => {
    const app = await bootApp()
    return () => app.stop()
  })

  // Red when literal bytes wait for a content, or small contents are read one after another (MAX_AHEAD).
  test('a sequence begins immediately, reads small contents in parallel and keeps their order', async (context) => {
    const { assert } = context
    const { store, reading, tenant } = await waiting(context)
    const files = Array.from({ length: 250 }, (_, at) => seededBytes(`small ${at}`, 600 + at))
    await inTenant(tenant, async () => {
      const stored = await store.writeSmall(files)
      await transaction(() => store.record(...stored))
      const head = (at: number) => Buffer.from(`file ${at}\n`)
      const parts = stored.flatMap((one, at) => [head(at), partOf(one)])
      // The first reads get their answer once all reads of their batch have begun.
      const answered = until('one to be read', async () => reading.now > 0).then(async () => {
        for (let turn = 0; turn < 100; turn++) await setImmediate()
        reading.answer()
      })
      const stream = await store.readSequence(parts)
      assert.equal(reading.all, 0)
      const first = await new Promise((resolve) => stream.once('data', resolve))
      stream.pause()
      assert.equal(String(first), 'file 0\n')
      const whole = Buffer.concat([first as Buffer, await buffer(stream)])
      assert.isTrue(whole.equals(Buffer.concat(files.flatMap((bytes, at) => [head(at), bytes]))))
      await answered
      assert.isAtLeast(reading.most, 10)
      assert.isAtMost(reading.most, 32)
    })
  })

  // Red when the number of bytes read ahead has no limit (SMALL_BYTES).
  test('only a few large ones are read at a time', async (context) => {
    const { store, reading, tenant } = await waiting(context)
    const half = size({ quick: 12, full: 24 }) * MiB
    const bytes = Buffer.concat([seededBytes('large', half), Buffer.alloc(half)])
    await inTenant(tenant, async () => {
      const stored = await store.write(pieces(bytes), { maxBytes: bytes.length })
      reading.answer()
      await transaction(() => store.record(stored))
      reading.most = 0
      const whole = await buffer(await store.readSequence([partOf(stored), partOf(stored)]))
      context.assert.isTrue(whole.equals(Buffer.concat([bytes, bytes])))
      context.assert.isAtMost(reading.most, 8)
    })
  })

  // Red when `stillAllowed` is not called, or only before the first part.
  test('it ends when it is no longer allowed', async (context) => {
    const { store, reading, tenant } = await waiting(context)
    reading.answer()
    const files = Array.from({ length: 100 }, (_, at) => seededBytes(`end ${at}`, 50_000))
    await inTenant(tenant, async () => {
      const stored = await store.writeSmall(files)
      await transaction(() => store.record(...stored))
      let asked = 0
      const stream = await store.readSequence(stored.map(partOf), async () => {
        if (++asked > 50) throw new Error('It was closed.')
      })
      await context.assert.rejects(() => buffer(stream), 'It was closed.')
      context.assert.equal(reading.all, 50)
    })
  })
})
