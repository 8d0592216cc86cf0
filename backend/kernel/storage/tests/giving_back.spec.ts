// onBothDatabases: asks which database it runs on
import { access, mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { bootApp, until, type TestApp } from '@crossdock/backend/testing'
import { enqueue, listSchedules } from '@crossdock/kernel/jobs'
import { contribute, definePlugin } from '@crossdock/kernel/plugin'
import { test } from '@japa/runner'
import type { Assert } from '@japa/assert'
import { ask, dialect, newId, transaction, unscoped } from '../../database/index.js'
import { asOperator, inTenant } from '../../tenancy/index.js'
import { condemnChunks, deleteCondemned } from '../gc/collection.js'
import { onPool } from '../index/content_index.js'
import { collectContents } from '../gc/contents.js'
import { doNextStep } from '../gc/turns.js'
import { contentNames, giveBackNightly, type StoredContent } from '../index.js'
import { expire, createFile, processes, rowsOf, deleteFile, type Process } from './giving_back.js'
import { seededBytes } from './seeded_bytes.js'
import { onEachStorage } from './storages.js'

const MiB = 1024 * 1024

/**
 * A test plugin that is asked which contents it references, like the assets. It references none, but lets a
 * test act at that moment.
 */
let whenAsked = async () => {}
const bystander = definePlugin({
  name: 'bystander',
  version: '1.0.0',
  compatibility: '^0.1',
  contributes: [
    contribute(contentNames, (names) =>
      names.add('bystander', async () => {
        await whenAsked()
        return []
      })
    ),
  ],
})

async function isWhole(
  assert: Assert,
  { store, tenant }: Process,
  { id }: Pick<StoredContent, 'id'>,
  bytes: Buffer
) {
  const read = await inTenant(tenant, async () => buffer(await store.read(id)))
  assert.isTrue(read.equals(bytes))
}

/** Whether a session of this database waits for another one. */
async function aSessionWaits(): Promise<boolean> {
  const rows = await asOperator('a test looks', () =>
    ask(`select pid from pg_locks where not granted and pid in (
      select pid from pg_locks
      where database = (select oid from pg_database where datname = current_database()))`)
  )
  return rows.length > 0
}

onEachStorage('Garbage collection', (group, kind) => {
  let app: TestApp
  group.setup(async () => {
    app = await bootApp({ plugins: [bystander] })
    return () => app.stop()
  })
  group.each.teardown(() => void (whenAsked = async () => {}))

  // Red when condemnUnnamed() condemns nothing, deleteCondemned() deletes no row, or compactNext() copies
  // nothing.
  test('unnamed content is deleted from the disk, and its neighbors stay intact', async (context) => {
    const { assert } = context
    const { tenant, damages, all } = await processes(context, [{}], kind)
    const [process] = all
    const [kept, gone] = [seededBytes('kept', 3 * MiB), seededBytes('gone', 5 * MiB)]
    const stays = await process.keep(kept)
    const goes = await process.keep(gone)
    assert.lengthOf(await process.lying(), kind === 'disk' ? 1 : 2)

    await process.giveBack()
    assert.equal(await process.bytes(), 8 * MiB)
    // Red when the assets do not report which contents they reference.
    await isWhole(assert, process, goes, gone)

    await deleteFile(tenant, goes.file)
    await process.giveBack()
    assert.equal(await process.bytes(), 3 * MiB)
    await isWhole(assert, process, stays, kept)
    assert.deepEqual(await rowsOf(tenant, 'content_left_packs'), [])
    await assert.rejects(() => inTenant(tenant, () => process.store.read(goes.id)), /No content/)

    await deleteFile(tenant, stays.file)
    await process.giveBack()
    assert.deepEqual(await process.lying(), [])
    for (const table of ['contents', 'content_chunks'] as const) {
      assert.deepEqual(await rowsOf(tenant, table), [])
    }
    assert.deepEqual(damages, [])
  })

  // Red when namedAmong() omits chunks that another content references.
  test('a chunk that another content names stays', async (context) => {
    const { tenant, all } = await processes(context, [{}], kind)
    const [process] = all
    const common = seededBytes('common', 4 * MiB)
    const first = Buffer.concat([common, seededBytes('end', 2 * MiB)])
    const goes = await process.keep(first)
    const stays = await process.keep(common)
    context.assert.isBelow(await process.bytes(), first.length + 4 * MiB)
    await deleteFile(tenant, goes.file)
    await process.giveBack()
    await isWhole(context.assert, process, stays, common)
  })

  // Red when recordContents() does not lock the existing content: the content of the version would be deleted.
  test('bytes uploaded while their content is being deleted exist afterwards', async (context) => {
    const { tenant, all } = await processes(context, [{}], kind)
    const [process] = all
    const bytes = seededBytes('being deleted', MiB)
    await deleteFile(tenant, (await process.keep(bytes)).file)
    const stored = await process.write(bytes)
    let turn = 0
    let recording: Promise<string> | undefined
    const whileDeleting = async () => {
      // At the first call nothing is locked yet.
      if (++turn !== 2) return
      recording = process.record(stored)
      recording.catch(() => undefined)
      await until('the writer to wait', aSessionWaits)
    }
    // Runs outside the collector's transaction.
    whenAsked = () => onPool(tenant, whileDeleting)
    await collectContents(tenant, '')
    await recording
    context.assert.equal(turn, 2)
    await isWhole(context.assert, process, stored, bytes)
  }).skip(() => dialect() !== 'postgres', 'SQLite has one writer, so no other comes in between')

  // Red when deleteUnreferenced() waits for a lock (a deadlock), or does not check references again.
  test('a content that is about to be named, or was named since the check, stays', async (context) => {
    const { tenant, all } = await processes(context, [{}], kind)
    const [process] = all
    const bytes = seededBytes('about to be named', MiB)
    const { id, size, file } = await process.keep(bytes)
    await deleteFile(tenant, file)
    const stored = await process.write(bytes)
    const record = async () => {
      const during = dialect() === 'postgres' ? () => collect() : undefined
      await deleteFile(tenant, await process.record(stored, during))
    }
    const collect = () => collectContents(tenant, '').then(() => {})
    await record()
    whenAsked = async () => {
      whenAsked = async () => {}
      await inTenant(tenant, () => transaction(() => createFile(tenant, { id, size })))
    }
    await collect()
    await isWhole(context.assert, process, stored, bytes)
  })

  // Red when hold() locks nothing.
  test('a content is not deleted while it is copied, and a deleted one cannot be copied', async (context) => {
    const { tenant, all } = await processes(context, [{}], kind)
    const [{ store }] = all
    const [process] = all
    const bytes = seededBytes('copied', MiB)
    const kept = await process.keep(bytes)
    await deleteFile(tenant, kept.file)
    const copy = (whileDeleting = async () => {}) =>
      inTenant(tenant, () =>
        transaction(async () => {
          await store.hold(kept.id)
          await whileDeleting()
          return createFile(tenant, kept)
        })
      )
    const collect = async () => void (await collectContents(tenant, ''))
    const file = await copy(dialect() === 'postgres' ? collect : undefined)
    await collect()
    await isWhole(context.assert, process, kept, bytes)
    await deleteFile(tenant, file)
    await collect()
    await context.assert.rejects(() => copy(), /No content/)
  })

  // Red when deleteCondemned() or the step that settles ignores settledEpoch().
  test('a writer that reused chunks before they were condemned keeps them', async (context) => {
    const { assert } = context
    const { tenant, all } = await processes(context, [{}, {}], kind)
    const [collector, writer] = all as [Process, Process]
    const bytes = seededBytes('found before', 3 * MiB)
    await deleteFile(tenant, (await collector.keep(bytes)).file)
    await expire(tenant)
    const stored = await writer.write(bytes)
    assert.deepEqual(stored.placed, [])
    await collector.condemn()
    const epoch = await condemnChunks(tenant, [])
    const { signal } = new AbortController()
    const settle = { step: 'settle', epoch, began: Date.now() } as const
    const waiting = await doNextStep(tenant, settle, signal)
    assert.containSubset(waiting, { next: { step: 'settle', epoch, waits: 1 } })
    assert.isAbove(waiting!.waitMs!, 0)
    await deleteCondemned(tenant, 1000)
    await writer.record(stored)
    await expire(tenant)
    assert.containSubset(await doNextStep(tenant, settle, signal), { next: { step: 'chunkRows' } })
    await deleteCondemned(tenant, 1000)
    await isWhole(assert, collector, stored, bytes)
  })

  // Red when holdChunks() does not skip chunks locked by a writer (a deadlock), or deletes revived chunks.
  test('a writer that stores condemned chunks again keeps them', async (context) => {
    const { tenant, all } = await processes(context, [{}], kind)
    const [process] = all
    const bytes = seededBytes('again', 3 * MiB)
    await deleteFile(tenant, (await process.keep(bytes)).file)
    await process.condemn()
    await process.expire()
    const stored = await process.write(bytes)
    context.assert.isAbove(stored.placed.length, 0)
    const giveUp = async () => void (await deleteCondemned(tenant, 1000))
    // The lease was taken after the condemnation, so it does not delay the collection.
    await process.record(stored, dialect() === 'postgres' ? giveUp : undefined)
    await giveUp()
    await process.giveBack()
    await isWhole(context.assert, process, stored, bytes)
  })

  // Red when the nightly job omits a tenant or deleted tenants.
  test('runs at night for all tenants, also for deleted ones', async (context) => {
    const { assert } = context
    const { tenant, all } = await processes(context, [{}], kind)
    const [process] = all
    await deleteFile(tenant, (await process.keep(seededBytes('at night', 1000))).file)
    const gone = join(app.database.dataDir, 'content', newId())
    await mkdir(gone, { recursive: true })
    await writeFile(join(gone, `${newId()}.pack`), 'of no tenant')
    await utimes(join(gone, (await readdir(gone))[0]!), 1_000_000, 1_000_000)
    const schedules = await asOperator('a test looks', listSchedules)
    assert.include(
      schedules.map(({ name }) => name),
      giveBackNightly.name
    )
    await asOperator('as when it is due', () => enqueue(giveBackNightly.job, {}))
    await until('the tenant’s turn', async () => (await rowsOf(tenant, 'contents')).length === 0)
    const exists = () =>
      access(gone).then(
        () => true,
        () => false
      )
    await until('the folder to go', async () => !(await exists()))
  })

  // Red when the step does not check that all plugins that reference contents are loaded (allReferencingPluginsLoaded()).
  test('nothing is deleted while a plugin that may still name it is not installed', async (context) => {
    const { assert } = context
    const { tenant, all } = await processes(context, [{}], kind)
    const [process] = all
    const { file } = await process.keep(seededBytes('of a plugin', 1000))
    await deleteFile(tenant, file)
    const note = (work: () => Promise<unknown>) => asOperator('a test notes', work)
    await note(() => unscoped().insertQuery().table('content_namers').insert({ name: 'disabled' }))
    const forget = () =>
      note(() => unscoped().from('content_namers').where('name', 'disabled').delete())
    context.cleanup(async () => void (await forget()))
    const turn = () => doNextStep(tenant, {}, new AbortController().signal)
    assert.deepEqual(await turn(), { next: { step: 'chunks' } })
    assert.lengthOf(await rowsOf(tenant, 'contents'), 1)
    await forget()
    assert.deepEqual(await turn(), { next: { step: 'chunks' } })
    assert.lengthOf(await rowsOf(tenant, 'contents'), 0)
    // Red when a start does not record the plugins.
    const recorded = await asOperator('a test looks', () => unscoped().from('content_namers'))
    assert.includeMembers(
      recorded.map(({ name }: { name: string }) => name),
      ['assets', 'bystander']
    )
  })
})
