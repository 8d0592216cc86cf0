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
import { condemnChunks, giveUpChunks } from '../collection.js'
import { onPool } from '../content_index.js'
import { collectContents } from '../giving_back/contents.js'
import { takeTurn } from '../giving_back/turns.js'
import { contentNames, giveBackNightly, type StoredContent } from '../index.js'
import { expire, nameContent, processes, rowsOf, unname, type Process } from './giving_back.js'
import { seededBytes } from './seeded_bytes.js'
import { onEachStorage } from './storages.js'

const MiB = 1024 * 1024

/** Asked beside the assets, which content they name: says nothing, and lets somebody do something meanwhile. */
let asked = async () => {}
const bystander = definePlugin({
  name: 'bystander',
  version: '1.0.0',
  compatibility: '^1.0',
  contributes: [
    contribute(contentNames, (names) =>
      names.add('bystander', async () => {
        await asked()
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

/** Whether a session of this database waits for another. */
async function somebodyWaits(): Promise<boolean> {
  const rows = await asOperator('a test looks', () =>
    ask(`select pid from pg_locks where not granted and pid in (
      select pid from pg_locks
      where database = (select oid from pg_database where datname = current_database()))`)
  )
  return rows.length > 0
}

onEachStorage('Giving room back', (group, kind) => {
  let app: TestApp
  group.setup(async () => {
    app = await bootApp({ plugins: [bystander] })
    return () => app.stop()
  })
  group.each.teardown(() => void (asked = async () => {}))

  // Red when condemnUnnamed() condemns nothing, giveUpChunks() deletes no row, or leaveNext() copies nothing.
  test('what nobody names any more leaves the disk, and what lay beside it stays whole', async (context) => {
    const { assert } = context
    const { tenant, damages, all } = await processes(context, [{}], kind)
    const [process] = all
    const [kept, gone] = [seededBytes('kept', 3 * MiB), seededBytes('gone', 5 * MiB)]
    const stays = await process.keep(kept)
    const goes = await process.keep(gone)
    assert.lengthOf(await process.lying(), kind === 'disk' ? 1 : 2)

    await process.giveBack()
    assert.equal(await process.bytes(), 8 * MiB)
    // Red when the assets do not say what they name.
    await isWhole(assert, process, goes, gone)

    await unname(tenant, goes.file)
    await process.giveBack()
    assert.equal(await process.bytes(), 3 * MiB)
    await isWhole(assert, process, stays, kept)
    assert.deepEqual(await rowsOf(tenant, 'content_left_packs'), [])
    await assert.rejects(() => inTenant(tenant, () => process.store.read(goes.id)), /No content/)

    await unname(tenant, stays.file)
    await process.giveBack()
    assert.deepEqual(await process.lying(), [])
    for (const table of ['contents', 'content_chunks'] as const) {
      assert.deepEqual(await rowsOf(tenant, table), [])
    }
    assert.deepEqual(damages, [])
  })

  // Red when namedAmong() leaves out what another content names.
  test('a chunk that another content names stays', async (context) => {
    const { tenant, all } = await processes(context, [{}], kind)
    const [process] = all
    const common = seededBytes('common', 4 * MiB)
    const first = Buffer.concat([common, seededBytes('end', 2 * MiB)])
    const goes = await process.keep(first)
    const stays = await process.keep(common)
    context.assert.isBelow(await process.bytes(), first.length + 4 * MiB)
    await unname(tenant, goes.file)
    await process.giveBack()
    await isWhole(context.assert, process, stays, common)
  })

  // Red when recordContent() does not hold what is there: the version's content is gone then.
  test('the same bytes that are uploaded while their content is deleted are there afterwards', async (context) => {
    const { tenant, all } = await processes(context, [{}], kind)
    const [process] = all
    const bytes = seededBytes('deleted meanwhile', MiB)
    await unname(tenant, (await process.keep(bytes)).file)
    const stored = await process.write(bytes)
    let turn = 0
    let recording: Promise<string> | undefined
    const meanwhile = async () => {
      // The first time nothing is locked yet.
      if (++turn !== 2) return
      recording = process.record(stored)
      recording.catch(() => undefined)
      await until('the writer to wait', somebodyWaits)
    }
    // Not in the collector's transaction.
    asked = () => onPool(tenant, meanwhile)
    await collectContents(tenant, '')
    await recording
    context.assert.equal(turn, 2)
    await isWhole(context.assert, process, stored, bytes)
  }).skip(() => dialect() !== 'postgres', 'SQLite has one writer: nobody comes between')

  // Red when deleteUnnamed() waits for who holds one (it would be ended, or wait for itself), or does not ask again.
  test('what somebody is about to name, or has named since it was looked at, stays', async (context) => {
    const { tenant, all } = await processes(context, [{}], kind)
    const [process] = all
    const bytes = seededBytes('about to be named', MiB)
    const { id, size, file } = await process.keep(bytes)
    await unname(tenant, file)
    const stored = await process.write(bytes)
    const record = async () => {
      const during = dialect() === 'postgres' ? () => collect() : undefined
      await unname(tenant, await process.record(stored, during))
    }
    const collect = () => collectContents(tenant, '').then(() => {})
    await record()
    asked = async () => {
      asked = async () => {}
      await inTenant(tenant, () => transaction(() => nameContent(tenant, { id, size })))
    }
    await collect()
    await isWhole(context.assert, process, stored, bytes)
  })

  // Red when hold() locks nothing.
  test('a content that is copied is not deleted meanwhile, and one that is gone cannot be', async (context) => {
    const { tenant, all } = await processes(context, [{}], kind)
    const [{ store }] = all
    const [process] = all
    const bytes = seededBytes('copied', MiB)
    const kept = await process.keep(bytes)
    await unname(tenant, kept.file)
    const copy = (meanwhile = async () => {}) =>
      inTenant(tenant, () =>
        transaction(async () => {
          await store.hold(kept.id)
          await meanwhile()
          return nameContent(tenant, kept)
        })
      )
    const collect = async () => void (await collectContents(tenant, ''))
    const file = await copy(dialect() === 'postgres' ? collect : undefined)
    await collect()
    await isWhole(context.assert, process, kept, bytes)
    await unname(tenant, file)
    await collect()
    await context.assert.rejects(() => copy(), /No content/)
  })

  // Red when giveUpChunks() or the step that settles does not go by settledEpoch().
  test('a writer who found chunks before they were condemned keeps them', async (context) => {
    const { assert } = context
    const { tenant, all } = await processes(context, [{}, {}], kind)
    const [collector, writer] = all as [Process, Process]
    const bytes = seededBytes('found before', 3 * MiB)
    await unname(tenant, (await collector.keep(bytes)).file)
    await expire(tenant)
    const stored = await writer.write(bytes)
    assert.deepEqual(stored.placed, [])
    await collector.condemn()
    const epoch = await condemnChunks(tenant, [])
    const { signal } = new AbortController()
    const settle = { step: 'settle', epoch, began: Date.now() } as const
    const waiting = await takeTurn(tenant, settle, signal)
    assert.containSubset(waiting, { next: { step: 'settle', epoch, waits: 1 } })
    assert.isAbove(waiting!.waitMs!, 0)
    await giveUpChunks(tenant, 1000)
    await writer.record(stored)
    await expire(tenant)
    assert.containSubset(await takeTurn(tenant, settle, signal), { next: { step: 'chunkRows' } })
    await giveUpChunks(tenant, 1000)
    await isWhole(assert, collector, stored, bytes)
  })

  // Red when holdChunks() does not pass by what a writer has in hand (it would wait for itself), or deletes what is revived.
  test('a writer who stores condemned chunks anew keeps them', async (context) => {
    const { tenant, all } = await processes(context, [{}], kind)
    const [process] = all
    const bytes = seededBytes('anew', 3 * MiB)
    await unname(tenant, (await process.keep(bytes)).file)
    await process.condemn()
    await process.expire()
    const stored = await process.write(bytes)
    context.assert.isAbove(stored.placed.length, 0)
    const giveUp = async () => void (await giveUpChunks(tenant, 1000))
    // The lease that was taken behind the condemnation hinders nobody.
    await process.record(stored, dialect() === 'postgres' ? giveUp : undefined)
    await giveUp()
    await process.giveBack()
    await isWhole(context.assert, process, stored, bytes)
  })

  // Red when the job of the night adds none for a tenant, or leaves out those that are gone.
  test('is done for all tenants at night, and for those that are gone', async (context) => {
    const { assert } = context
    const { tenant, all } = await processes(context, [{}], kind)
    const [process] = all
    await unname(tenant, (await process.keep(seededBytes('at night', 1000))).file)
    const gone = join(app.database.dataDir, 'content', newId())
    await mkdir(gone, { recursive: true })
    await writeFile(join(gone, `${newId()}.pack`), 'of nobody')
    await utimes(join(gone, (await readdir(gone))[0]!), 1_000_000, 1_000_000)
    const schedules = await asOperator('a test looks', listSchedules)
    assert.include(
      schedules.map(({ name }) => name),
      giveBackNightly.name
    )
    await asOperator('as when it is due', () => enqueue(giveBackNightly.job, {}))
    await until('the tenant’s turn', async () => (await rowsOf(tenant, 'contents')).length === 0)
    const isThere = () =>
      access(gone).then(
        () => true,
        () => false
      )
    await until('the folder to go', async () => !(await isThere()))
  })

  // Red when the step does not ask whether all who named contents are there (canAskAll()).
  test('nothing is deleted while somebody who may still name it is not installed', async (context) => {
    const { assert } = context
    const { tenant, all } = await processes(context, [{}], kind)
    const [process] = all
    const { file } = await process.keep(seededBytes('of a plugin', 1000))
    await unname(tenant, file)
    const note = (work: () => Promise<unknown>) => asOperator('a test notes', work)
    await note(() => unscoped().insertQuery().table('content_namers').insert({ name: 'disabled' }))
    const forget = () =>
      note(() => unscoped().from('content_namers').where('name', 'disabled').delete())
    context.cleanup(async () => void (await forget()))
    const turn = () => takeTurn(tenant, {}, new AbortController().signal)
    assert.deepEqual(await turn(), { next: { step: 'chunks' } })
    assert.lengthOf(await rowsOf(tenant, 'contents'), 1)
    await forget()
    assert.deepEqual(await turn(), { next: { step: 'chunks' } })
    assert.lengthOf(await rowsOf(tenant, 'contents'), 0)
    // Red when a start does not note them.
    const noted = await asOperator('a test looks', () => unscoped().from('content_namers'))
    assert.includeMembers(
      noted.map(({ name }: { name: string }) => name),
      ['assets', 'bystander']
    )
  })
})
