import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { test } from '@japa/runner'
import { bootApp } from '@crossdock/backend/testing'
import { transaction } from '../../database/index.js'
import { inTenant } from '../../tenancy/index.js'
import { joinedCrc32 } from '../hashing/crc32.js'
import { openStore } from './opened_store.js'
import { pieces } from './seeded_bytes.js'

const MiB = 1024 * 1024
const maxBytes = 1024 * MiB

test.group('Joined checksums', () => {
  test('equal the checksum of the whole: {$self} bytes after 1000 others')
    .with([0, 1, 2, 255, 256, 65_537, 3_000_001])
    .run(({ assert }, length) => {
      const [first, second] = [randomBytes(1000), randomBytes(length)]
      const whole = crc32(Buffer.concat([first, second]))
      assert.equal(joinedCrc32(crc32(first), crc32(second), length), whole)
      assert.equal(joinedCrc32(0, crc32(second), length), crc32(second))
    })
})

test.group('Checksums of contents', (group) => {
  group.setup(async () => {
    const app = await bootApp()
    return () => app.stop()
  })

  test('are stored for every kind of write', async (context) => {
    const { store, tenant } = await openStore(context)
    const { assert } = context
    const bytes = randomBytes(9 * MiB)
    await inTenant(tenant, async () => {
      const written = await store.write(pieces(bytes), { maxBytes })
      const small = await store.writeSmall([bytes.subarray(0, 10), Buffer.alloc(0)])
      await transaction(() => store.drafts.begin('draft'))
      const cut = 5 * MiB + 3
      const [first, second] = [bytes.subarray(100, cut), bytes.subarray(cut)]
      const before = await store.drafts.take('draft')
      await before.append(pieces(first), { length: null, maxBytes })
      const draft = await store.drafts.take('draft')
      const length = bytes.length - 100
      const joined = await draft.append(pieces(second), { length, maxBytes })
      const all = [written, ...small, joined!]
      await transaction(async () => {
        for (const one of all) await store.record(one)
      })
      const kept = await store.checksums(all.map(({ id }) => id))
      assert.deepEqual(
        all.map(({ id }) => kept.get(id)),
        [crc32(bytes), crc32(bytes.subarray(0, 10)), 0, crc32(bytes.subarray(100))]
      )
      assert.equal(await store.keepChecksum(written.id), crc32(bytes))
    })
  })
})
