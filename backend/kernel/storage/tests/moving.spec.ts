import { buffer } from 'node:stream/consumers'
import { bootApp } from '@crossdock/backend/testing'
import { size } from '@crossdock/kernel/testing'
import { test } from '@japa/runner'
import type { TestContext } from '@japa/runner/core'
import { transaction, unscoped } from '../../database/index.js'
import { inTenant } from '../../tenancy/index.js'
import { contentStore, moveStorage, type Damage, type PackDriver } from '../index.js'
import { onPool } from '../content_index.js'
import { TwoStorages } from '../moving/two_storages.js'
import { Process, unname } from './giving_back.js'
import { newTenant } from './opened_store.js'
import { pieces, seededBytes } from './seeded_bytes.js'
import { onEachStorage, testStorage, type StorageKind, type TestStorage } from './storages.js'

const MiB = 1024 * 1024
const maxBytes = 1024 * MiB
const unit = size({ quick: MiB / 4, full: MiB })
const many = size({ quick: 2, full: 4 })

/** A tenant whose content is in one storage and on its way to another. */
async function moving(context: TestContext, from: StorageKind) {
  const former = await testStorage(context, from)
  const present = await testStorage(context, from === 'disk' ? 's3' : 'disk')
  const both: TestStorage = {
    ...present,
    open: (opening) => new TwoStorages(present.open(opening), former.open(opening)),
  }
  const tenant = await newTenant()
  const damages: Damage[] = []
  const on = (storage: TestStorage) => {
    const process = new Process(storage, tenant, damages)
    context.cleanup(() => process.store.close())
    return process
  }
  return { former, present, both, tenant, damages, on }
}

const read = ({ store, tenant }: Process, id: string) =>
  inTenant(tenant, async () => buffer(await store.read(id)))

/** @returns how many packs were looked at */
async function leave(process: Process, most = Infinity): Promise<number> {
  let packs = 0
  for await (const _pack of process.compaction.leaveFormer(process.tenant)) {
    if (++packs >= most) break
  }
  return packs
}

onEachStorage('Content that moves to another storage', (group, from) => {
  group.setup(async () => {
    const app = await bootApp()
    return () => app.stop()
  })

  /** Red when the former storage is not read, `leaveNext` leaves packs there that are alive, or new packs go there. */
  test('is read, written and deleted meanwhile, and leaves nothing behind', async (context) => {
    const { assert } = context
    const { former, present, both, tenant, damages, on } = await moving(context, from)
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
    const meanwhile = (async () => {
      for (let at = 0; at < many; at++) {
        const bytes = seededBytes(`new ${at}`, 2 * unit)
        files.push({ bytes, id: (await process.keep(bytes)).id })
      }
      // Equal bytes are found where they are, on either side.
      assert.deepEqual((await process.write(files[0]!.bytes)).placed, [])
      await unname(tenant, gone.file)
    })()
    const wasThere = await former.names()
    await leave(process)
    await meanwhile
    assert.sameMembers(await former.names(), wasThere)
    assert.isTrue((await buffer(await downloading)).equals(files[many - 1]!.bytes))
    // A process that does not know the former storage finds everything.
    const after = on(present)
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

  /** Red when the walk at night passes by packs that are alive (`isFormer`). */
  test('moves at night, too, and goes on where it was cut off', async (context) => {
    const { assert } = context
    const { former, present, both, damages, on } = await moving(context, from)
    const files: { id: string; bytes: Buffer }[] = []
    for (let at = 0; at < 3; at++) {
      const bytes = seededBytes(`file ${at}`, 3 * unit)
      // Each in a pack of its own.
      const process = on(former)
      files.push({ bytes, id: (await process.keep(bytes)).id })
    }
    assert.equal(await leave(on(both), 1), 1)
    const process = on(both)
    for (const { id, bytes } of files) assert.isTrue((await read(process, id)).equals(bytes))
    await process.giveBack()
    assert.deepEqual(await former.names(), [])
    const after = on(present)
    for (const { id, bytes } of files) assert.isTrue((await read(after, id)).equals(bytes))
    assert.deepEqual(damages, [])
  })

  /** Red when a storage without packs counts as one that was left. */
  test('is missed when the former storage is another, or away', async (context) => {
    const { assert } = context
    const { former, present, both, tenant, on } = await moving(context, from)
    await on(former).keep(seededBytes('old', 3 * unit))
    const { length } = await former.names()
    assert.equal(await on(present).compaction.countAbsent(tenant), length)
    assert.equal(await on(both).compaction.countAbsent(tenant), 0)
  })

  /** Red when it is copied all the same (`#lacks`). */
  test('stays where it is while there is no room', async (context) => {
    const { assert } = context
    const { former, both, present, tenant } = await moving(context, from)
    const writer = new Process(former, tenant, [])
    context.cleanup(() => writer.store.close())
    const bytes = seededBytes('old', 3 * unit)
    const { id } = await writer.keep(bytes)
    const full = async () => ({ freeBytes: 1024, keptBytes: 0, leastBytes: 0 })
    const alter = (packs: PackDriver) => void Object.assign(packs, { room: full })
    const process = new Process(both, tenant, [], { alter })
    context.cleanup(() => process.store.close())
    await leave(process)
    assert.deepEqual(await present.names(), [])
    assert.isTrue((await read(process, id)).equals(bytes))
  })

  /** Red when what is copied is not held against its hash. */
  test('stays where it is when it is damaged, until it is healed', async (context) => {
    const { assert } = context
    const { former, present, both, tenant, damages, on } = await moving(context, from)
    const before = on(former)
    const bytes = seededBytes('rot', 3 * unit)
    const { id, placed } = await before.keep(bytes)
    await former.flip(tenant, placed[0]!)
    const process = on(both)
    await leave(process)
    await process.giveBack()
    assert.lengthOf(damages, 1)
    assert.isNotEmpty(await former.names())
    await assert.rejects(() => read(process, id), /are damaged/)
    await process.keep(bytes)
    await process.giveBack()
    assert.deepEqual(await former.names(), [])
    assert.isTrue((await read(on(present), id)).equals(bytes))
  })
})

test.group('Moving the content of a tenant', (group) => {
  group.setup(async () => {
    const app = await bootApp()
    return () => app.stop()
  })

  /** Red when nothing that is left there is taken for all that was there. */
  test('is not said to be done while packs lie nowhere', async ({ assert }) => {
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
