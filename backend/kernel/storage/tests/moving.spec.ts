import { buffer } from 'node:stream/consumers'
import { bootApp } from '@crossdock/backend/testing'
import { size } from '@crossdock/kernel/testing'
import { test } from '@japa/runner'
import type { TestContext } from '@japa/runner/core'
import { transaction, unscoped } from '../../database/index.js'
import { inTenant } from '../../tenancy/index.js'
import { contentStore, moveStorage, type Damage, type PackDriver } from '../index.js'
import { onPool } from '../index/content_index.js'
import { TwoStorages } from '../location/two_storages.js'
import { Process, deleteFile } from './giving_back.js'
import { newTenant } from './opened_store.js'
import { pieces, seededBytes } from './seeded_bytes.js'
import { onEachStorage, testStorage, type StorageKind, type TestStorage } from './storages.js'

const MiB = 1024 * 1024
const maxBytes = 1024 * MiB
const unit = size({ quick: MiB / 4, full: MiB })
const many = size({ quick: 2, full: 4 })

/** Opens two storages and a tenant whose content moves from the first to the second. */
async function moving(context: TestContext, from: StorageKind) {
  const former = await testStorage(context, from)
  const current = await testStorage(context, from === 'disk' ? 's3' : 'disk')
  const both: TestStorage = {
    ...current,
    open: (opening) => new TwoStorages(current.open(opening), former.open(opening)),
  }
  const tenant = await newTenant()
  const damages: Damage[] = []
  const on = (storage: TestStorage) => {
    const process = new Process(storage, tenant, damages)
    context.cleanup(() => process.store.close())
    return process
  }
  return { former, current, both, tenant, damages, on }
}

const read = ({ store, tenant }: Process, id: string) =>
  inTenant(tenant, async () => buffer(await store.read(id)))

/** @returns the number of processed packs */
async function moveAll(process: Process, limit = Infinity): Promise<number> {
  let packs = 0
  for await (const _pack of process.compaction.moveFormer(process.tenant)) {
    if (++packs >= limit) break
  }
  return packs
}

onEachStorage('Content moving to another storage', (group, from) => {
  group.setup(async () => {
    const app = await bootApp()
    return () => app.stop()
  })

  /** Red when the former storage is not read, `compactNext` leaves live packs there, or new packs go there. */
  test('can be read, written and deleted during the move, and leaves nothing behind', async (context) => {
    const { assert } = context
    const { former, current, both, tenant, damages, on } = await moving(context, from)
    const before = on(former)
    const files: { id: string; bytes: Buffer }[] = []
    for (let at = 0; at < many; at++) {
      const bytes = seededBytes(`old ${at}`, (at + 1) * 2 * unit)
      files.push({ bytes, id: (await before.keep(bytes)).id })
    }
    const gone = await before.keep(seededBytes('gone', 3 * unit))
    await inTenant(tenant, async () => {
      await transaction(() => before.store.drafts.begin('upload'))
      const draft = await before.store.drafts.take('upload')
      await draft.append(pieces(seededBytes('draft', 5 * unit)), { length: null, maxBytes })
    })

    const process = on(both)
    for (const { id, bytes } of files) assert.isTrue((await read(process, id)).equals(bytes))
    const downloading = inTenant(tenant, () => process.store.read(files[many - 1]!.id))
    const duringMove = (async () => {
      for (let at = 0; at < many; at++) {
        const bytes = seededBytes(`new ${at}`, 2 * unit)
        files.push({ bytes, id: (await process.keep(bytes)).id })
      }
      // Equal bytes are found in both storages.
      assert.deepEqual((await process.write(files[0]!.bytes)).placed, [])
      await deleteFile(tenant, gone.file)
    })()
    const namesBefore = await former.names()
    await moveAll(process)
    await duringMove
    assert.sameMembers(await former.names(), namesBefore)
    assert.isTrue((await buffer(await downloading)).equals(files[many - 1]!.bytes))
    // A process that does not know the former storage finds everything.
    const after = on(current)
    for (const { id, bytes } of files) assert.isTrue((await read(after, id)).equals(bytes))
    await inTenant(tenant, async () => {
      const draft = await after.store.drafts.take('upload')
      const rest = seededBytes('rest', unit)
      const content = await draft.append(pieces(rest), { length: 6 * unit, maxBytes })
      await transaction(() => after.store.record(content!))
      const all = Buffer.concat([seededBytes('draft', 5 * unit), rest])
      assert.isTrue((await buffer(await after.store.read(content!.id))).equals(all))
    })

    await process.giveBack()
    assert.deepEqual(await former.names(), [])
    for (const { id, bytes } of files) assert.isTrue((await read(after, id)).equals(bytes))
    assert.deepEqual(damages, [])
  })

  /** Red when the nightly walk skips live packs (`isFormer`). */
  test('also moves at night, and continues after an interruption', async (context) => {
    const { assert } = context
    const { former, current, both, damages, on } = await moving(context, from)
    const files: { id: string; bytes: Buffer }[] = []
    for (let at = 0; at < 3; at++) {
      const bytes = seededBytes(`file ${at}`, 3 * unit)
      // Each in a pack of its own.
      const process = on(former)
      files.push({ bytes, id: (await process.keep(bytes)).id })
    }
    assert.equal(await moveAll(on(both), 1), 1)
    const process = on(both)
    for (const { id, bytes } of files) assert.isTrue((await read(process, id)).equals(bytes))
    await process.giveBack()
    assert.deepEqual(await former.names(), [])
    const after = on(current)
    for (const { id, bytes } of files) assert.isTrue((await read(after, id)).equals(bytes))
    assert.deepEqual(damages, [])
  })

  /** Red when a storage without packs is taken for one whose content has moved. */
  test('is reported as missing when the former storage is wrong or unavailable', async (context) => {
    const { assert } = context
    const { former, current, both, tenant, on } = await moving(context, from)
    await on(former).keep(seededBytes('old', 3 * unit))
    const { length } = await former.names()
    assert.equal(await on(current).compaction.countAbsent(tenant), length)
    assert.equal(await on(both).compaction.countAbsent(tenant), 0)
  })

  /** Red when content is copied without enough space (`#lacks`). */
  test('stays where it is while there is no space', async (context) => {
    const { assert } = context
    const { former, both, current, tenant } = await moving(context, from)
    const writer = new Process(former, tenant, [])
    context.cleanup(() => writer.store.close())
    const bytes = seededBytes('old', 3 * unit)
    const { id } = await writer.keep(bytes)
    const full = async () => ({ freeBytes: 1024, keptBytes: 0, minFreeBytes: 0 })
    const alter = (packs: PackDriver) => void Object.assign(packs, { room: full })
    const process = new Process(both, tenant, [], { alter })
    context.cleanup(() => process.store.close())
    await moveAll(process)
    assert.deepEqual(await current.names(), [])
    assert.isTrue((await read(process, id)).equals(bytes))
  })

  /** Red when copies are not verified against their hash. */
  test('stays where it is while it is damaged, until it is repaired', async (context) => {
    const { assert } = context
    const { former, current, both, tenant, damages, on } = await moving(context, from)
    const before = on(former)
    const bytes = seededBytes('rot', 3 * unit)
    const { id, placed } = await before.keep(bytes)
    await former.flip(tenant, placed[0]!)
    const process = on(both)
    await moveAll(process)
    await process.giveBack()
    assert.lengthOf(damages, 1)
    assert.isNotEmpty(await former.names())
    await assert.rejects(() => read(process, id), /are damaged/)
    await process.keep(bytes)
    await process.giveBack()
    assert.deepEqual(await former.names(), [])
    assert.isTrue((await read(on(current), id)).equals(bytes))
  })
})

test.group('Moving the content of a tenant', (group) => {
  group.setup(async () => {
    const app = await bootApp()
    return () => app.stop()
  })

  /** Red when an empty former storage is taken for one whose content has moved. */
  test('is not reported as done while packs are missing', async ({ assert }) => {
    const tenant = await newTenant()
    assert.match(await moveStorage(tenant, () => {}), /^STORAGE_FROM_URL is not set/)
    await inTenant(tenant, async () => {
      const store = contentStore.use()
      const content = await store.write(pieces(seededBytes('gone', MiB)), { maxBytes })
      await transaction(() => store.record(content))
    })
    await onPool(tenant, () =>
      transaction(() =>
        unscoped()
          .from('content_chunks')
          .where('tenant_id', tenant)
          .update({ pack_id: 'elsewhere' })
      )
    )
    await assert.rejects(() => moveStorage(tenant, () => {}), /in neither storage: 1\./)
  })
})
