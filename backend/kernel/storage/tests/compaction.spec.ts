import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { bootApp } from '@crossdock/backend/testing'
import { test } from '@japa/runner'
import { unscoped } from '../../database/index.js'
import { asOperator, inTenant } from '../../tenancy/index.js'
import { size, until } from '../../testing/index.js'
import { deleteCondemned } from '../gc/collection.js'
import { deleteGoneTenants } from '../gc/gone_tenants.js'
import { recordEmpty } from '../gc/pack_rows.js'
import { LeaseEnded, settledEpoch, type PackDriver } from '../index.js'
import { expire, later, processes, rowsOf, deleteFile, type Process } from './giving_back.js'
import { seededBytes } from './seeded_bytes.js'
import { onEachStorage } from './storages.js'

const MiB = 1024 * 1024

const appended = 'objects are not appended to'
/** Reason to skip a test for buckets. Moves from and into a bucket are tested in moving.spec.ts. */
const shared = 'an object usually has the bytes of one write'

const read = ({ store, tenant }: Process, id: string) =>
  inTenant(tenant, async () => buffer(await store.read(id)))

/** Reserve of a 10 GiB volume that copies must leave free. */
const leastFree = 32 * MiB
const statOf = (volume: { bytes: number }) => (usedBytes: number) => ({
  bsize: 1,
  blocks: 10 * 1024 * MiB,
  bavail: volume.bytes - usedBytes,
})

/** Returns the number of bytes of all files in a folder. */
async function used(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const sizes = files.map(async (file) => (await stat(join(file.parentPath, file.name))).size)
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

/** Stores a file in a pack whose other chunks are dead, so that it will be compacted. */
async function amongDead(process: Process, seed: string, length: number) {
  const bytes = seededBytes(seed, length)
  const kept = await process.keep(bytes)
  const dead = await process.keep(seededBytes(`${seed} dead`, 2 * length))
  await deleteFile(process.tenant, dead.file)
  return { ...kept, bytes }
}

onEachStorage('Compaction', (group, kind) => {
  group.setup(async () => {
    const app = await bootApp()
    return () => app.stop()
  })

  // Red when readWithRetry() does not look up the chunk's new place. The download would break off, and
  // everything would count as damaged.
  test('a running download continues at the new places of its chunks', async (context) => {
    const { assert } = context
    const { tenant, damages, all } = await processes(context, [{}, {}], kind)
    const [process, reader] = all as [Process, Process]
    const { id, bytes, placed } = await amongDead(
      process,
      'download',
      size({ quick: 12, full: 24 }) * MiB
    )
    const stream = await inTenant(tenant, () => reader.store.read(id))
    const pieces: Buffer[] = []
    for await (const piece of stream as AsyncIterable<Buffer>) {
      if (pieces.length === 0) {
        await process.giveBack()
        const lying = await process.lying()
        assert.notInclude(
          lying.map(({ pack }) => pack),
          placed[0]!.pack
        )
      }
      pieces.push(piece)
    }
    assert.isTrue(Buffer.concat(pieces).equals(bytes))
    assert.deepEqual(damages, [])
  }).skip(() => kind !== 'disk', shared)

  test('a mostly live pack stays as it is', async (context) => {
    const { tenant, all } = await processes(context, [{}], kind)
    const [process] = all
    await process.keep(seededBytes('most', 5 * MiB))
    await deleteFile(tenant, (await process.keep(seededBytes('little', 2 * MiB))).file)
    const before = await process.lying()
    await process.giveBack()
    context.assert.deepEqual(await process.lying(), before)
  }).skip(() => kind !== 'disk', shared)

  // Red when open packs are compacted: uploads would fail.
  test('a pack that a writer may still append to is left alone', async (context) => {
    const { tenant, all } = await processes(context, [{}, {}], kind)
    const [collector, writer] = all as [Process, Process]
    await deleteFile(tenant, (await writer.keep(seededBytes('first', 2 * MiB))).file)
    await collector.condemn()
    await collector.expire()
    await deleteCondemned(tenant, 1000)
    const walk = { after: '', began: Date.now() }
    context.assert.isNull(await collector.compaction.compactNext(tenant, walk))
    await collector.compaction.deleteEmpty(tenant, 100)
    const { pack } = (await writer.write(seededBytes('second', MiB))).placed[0]!
    context.assert.deepEqual(
      (await writer.lying()).map((each) => each.pack),
      [pack]
    )
  }).skip(() => kind !== 'disk', appended)

  // Red when a process appends to a pack of any age (#packFor()).
  test('a process stops appending to a pack after a while', async (context) => {
    const { all } = await processes(context, [{}], kind)
    const [process] = all
    const packOf = async (seed: string) =>
      (await process.write(seededBytes(seed, 1000))).placed[0]!.pack
    const first = await packOf('first')
    context.assert.equal(await packOf('second'), first)
    process.rotation.afterMs = 0
    context.assert.notEqual(await packOf('third'), first)
  }).skip(() => kind !== 'disk', appended)

  // Red when a pack without chunks is skipped.
  test('the bytes of a dead writer are deleted once its lease has ended', async (context) => {
    const { tenant, all } = await processes(context, [{}], kind)
    const [process] = all
    await process.write(seededBytes('orphan', 5 * MiB))
    context.assert.equal(await process.bytes(), 5 * MiB)
    await process.giveBack()
    context.assert.deepEqual(await process.lying(), [])
    context.assert.equal(await settledEpoch(tenant), 1)
  })

  // Red when record() does not hold the lease, or sync() does not check the file.
  test('a process that was suspended acknowledges nothing in a deleted pack: {$self}')
    .with(['before it was recorded', 'before it was appended'])
    .run(async (context, when) => {
      const { assert } = context
      const { tenant, all } = await processes(context, [{}, {}], kind)
      const [collector, frozen] = all as [Process, Process]
      await deleteFile(tenant, (await frozen.keep(seededBytes('before', MiB))).file)
      const bytes = seededBytes('frozen', MiB)
      if (when === 'before it was recorded') {
        const stored = await frozen.write(bytes)
        await collector.giveBack()
        const late = await frozen.record(stored).catch((error: unknown) => error)
        assert.instanceOf(late, LeaseEnded)
      } else {
        await collector.giveBack()
      }
      await assert.rejects(() => frozen.write(bytes), /lost the place.*Nothing was stored/)
      await frozen.expire()
      assert.deepEqual(await rowsOf(tenant, 'contents'), [])
      const { id } = await frozen.keep(bytes)
      assert.isTrue((await read(collector, id)).equals(bytes))
    })
    .skip(() => kind !== 'disk', appended)

  // Red when copies are recorded without their lease: the new pack may be deleted as well.
  test('a collector that was suspended moves nothing', async (context) => {
    let afterSync = async () => {}
    const alter = (packs: PackDriver) => {
      const sync = packs.sync.bind(packs)
      packs.sync = async (tenantId, asked) => {
        await sync(tenantId, asked)
        await afterSync()
      }
    }
    const { tenant, damages, all } = await processes(context, [{ alter }], kind)
    const [process] = all
    const { id, bytes } = await amongDead(process, 'standing still', 2 * MiB)
    const before = await rowsOf(tenant, 'content_chunks')
    afterSync = async () => {
      await expire(tenant)
      await settledEpoch(tenant)
    }
    const outcome = await process.giveBack().catch((error: unknown) => error)
    context.assert.instanceOf(outcome, LeaseEnded)
    const places = (rows: Record<string, unknown>[]) =>
      rows.map(({ hash, pack_id: pack }) => `${hash} ${pack}`).sort()
    const kept = places(await rowsOf(tenant, 'content_chunks'))
    context.assert.includeMembers(places(before), kept)
    context.assert.isTrue((await read(process, id)).equals(bytes))
    context.assert.deepEqual(damages, [])
  }).skip(() => kind !== 'disk', shared)

  // Red when copies are not verified against their hash, or a pack with chunks is deleted.
  test('a damaged chunk is reported, and stays with its pack until it is repaired', async (context) => {
    const { assert } = context
    const { tenant, damages, all } = await processes(
      context,
      [{}, { keptMs: 24 * 60 * 60_000 }],
      kind
    )
    const [process, nightly] = all as [Process, Process]
    const { id, bytes, placed } = await amongDead(process, 'rot', 4 * MiB)
    const [broken] = placed
    await process.storage.flip(tenant, broken!)
    await nightly.giveBack()
    assert.deepEqual(await rowsOf(tenant, 'content_left_packs'), [])
    await process.giveBack()
    assert.deepEqual(
      damages.map(({ chunk }) => chunk.hash),
      [broken!.hash]
    )
    const packs = async () => (await process.lying()).map(({ pack }) => pack)
    assert.include(await packs(), broken!.pack)
    await assert.rejects(() => read(process, id), /are damaged/)
    await process.keep(bytes)
    await process.giveBack()
    assert.notInclude(await packs(), broken!.pack)
    assert.isTrue((await read(process, id)).equals(bytes))
  }).skip(() => kind !== 'disk', shared)

  // Red when deleteEmpty() ignores the time, or does not check whether the pack has chunks.
  test('an empty pack is kept for a day, and one with chunks forever', async (context) => {
    const { assert } = context
    const { tenant, all } = await processes(context, [{ keptMs: 24 * 60 * 60_000 }, {}], kind)
    const [nightly, immediate] = all as [Process, Process]
    const gone = await nightly.keep(seededBytes('gone', MiB))
    await deleteFile(tenant, gone.file)
    await nightly.giveBack()
    assert.equal(await nightly.bytes(), MiB)
    assert.lengthOf(await rowsOf(tenant, 'content_left_packs'), 1)
    const bytes = seededBytes('alive', MiB)
    const { id, placed } = await nightly.keep(bytes)
    await recordEmpty(tenant, placed[0]!.pack)
    await immediate.compaction.deleteEmpty(tenant, 100)
    assert.deepEqual(
      (await nightly.lying()).map(({ pack }) => pack),
      [placed[0]!.pack]
    )
    assert.isTrue((await read(nightly, id)).equals(bytes))
    assert.deepEqual(await rowsOf(tenant, 'content_left_packs'), [])
  })

  // Red when copies need a fixed amount of free bytes, or packs are compacted in the order of their names
  // (#compactByGain()).
  test('with little space the packs that free most come first', async (context) => {
    const { assert } = context
    const volume = { bytes: Infinity }
    const surroundings = { statfs: (root: string) => used(root).then(statOf(volume)) }
    const { root, tenant, all } = await processes(
      context,
      Array.from({ length: 7 }, () => ({ surroundings })),
      kind
    )
    // Three contents, each in a pack of its own: little dead, much dead, and too much live.
    const sizes = [
      [2, 3],
      [2, 8],
      [9, 10],
    ] as const
    const files: { id: string; pack: string; bytes: Buffer }[] = []
    for (const [at, [alive, dead]] of sizes.entries()) {
      const bytes = seededBytes(`gain ${at}`, alive * MiB)
      const { id, placed } = await all[at]!.keep(bytes)
      const gone = await all[at]!.keep(seededBytes(`gain ${at} dead`, dead * MiB))
      await deleteFile(tenant, gone.file)
      files.push({ id, bytes, pack: placed[0]!.pack })
    }
    /**
     * Collects garbage with this much free space.
     * @returns the packs that remain
     */
    const giveBack = async (process: Process, free: number) => {
      volume.bytes = (await used(root)) + leastFree + free
      await process.giveBack()
      const lying = new Set((await process.lying()).map(({ pack }) => pack))
      return files.flatMap(({ pack }, at) => (lying.has(pack) ? [at] : []))
    }
    const needed = (process: Process) => process.compaction.neededFreeBytes()
    const [, , , first, second, third, last] = all as Process[]

    assert.deepEqual(await giveBack(first!, 3.5 * MiB), [0, 2])
    assert.isNull(await needed(first!))
    assert.deepEqual(await giveBack(second!, 2.5 * MiB), [2])
    // Red when it is not logged that nothing can be compacted.
    assert.deepEqual(await giveBack(third!, 8 * MiB), [2])
    assert.equal(await needed(third!), leastFree + 9 * MiB)
    assert.deepEqual(await giveBack(last!, 9.5 * MiB), [])
    await until('the space to be noticed', async () => (await needed(third!)) === null)
    const [collector] = all
    for (const { id, bytes } of files) assert.isTrue((await read(collector, id)).equals(bytes))
  }).skip(() => kind !== 'disk', shared)

  test('two concurrent collections, and an aborted walk, do no harm', async (context) => {
    const { assert } = context
    const { tenant, damages, all } = await processes(context, [{}, {}], kind)
    const length = size({ quick: 1, full: 3 }) * MiB
    const files = []
    for (const [index, process] of [...all, ...all].entries()) {
      files.push(await amongDead(process, `both ${index}`, length))
    }
    const [first] = all
    await first.condemn()
    const signal = AbortSignal.abort()
    first.rotation.afterMs = 0
    await first.compaction.compactNext(tenant, { after: '', began: later(), signal })
    // The test ends all leases, so one collection may end a lease of the other, which then fails.
    await Promise.allSettled(all.map((process) => process.giveBack()))
    for (const process of all) await process.giveBack()
    for (const { id, bytes } of files) assert.isTrue((await read(first, id)).equals(bytes))
    assert.isAtMost(await first.bytes(), 2 * 4 * length)
    assert.deepEqual(damages, [])
  })

  // Red when tenants are not looked up, or packs of any age are deleted.
  test('the packs of a deleted tenant are deleted after a week', async (context) => {
    const { assert } = context
    const { all, tenant } = await processes(context, [{}], kind)
    const [process] = all
    const { id, file } = await process.keep(seededBytes('gone with its tenant', MiB))
    process.rotation.afterMs = 0
    await deleteGoneTenants(process.packs, -60_000)
    assert.equal((await read(process, id)).length, MiB)
    await deleteFile(tenant, file)
    await asOperator('a test ends a tenant', () =>
      unscoped().from('tenants').where('id', tenant).delete()
    )
    await deleteGoneTenants(process.packs)
    assert.equal(await process.bytes(), MiB)
    await deleteGoneTenants(process.packs, -60_000)
    const tenants: string[] = []
    for await (const each of process.packs.tenants()) tenants.push(each)
    assert.notInclude(tenants, tenant)
  })
})
