// onBothDatabases: PostgreSQL deletes by its own constraints and policies
import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { until } from '@crossdock/backend/testing'
import { transaction, unscoped } from '@crossdock/kernel/database'
import type { ListRequest } from '@crossdock/kernel/lists'
import { enqueue, jobRef } from '@crossdock/kernel/jobs'
import { asOperator, inTenant } from '@crossdock/kernel/tenancy'
import { test } from '@japa/runner'
import { purgeAsset, rowsPerSlice } from '../actions/purge_asset.js'
import { trashKeptDays } from '../kept_trash.js'
import { Asset } from '../models/asset.js'
import { findAsset } from '../queries/find_asset.js'
import { listAssets } from '../queries/list_assets.js'
import { assetsApp, type Files } from './support.js'

const look = <T>(work: () => Promise<T>) => asOperator('a test looks', work)

const countOf = (table: string, tenant: string) =>
  look(async () => {
    const row = await unscoped()
      .from(table)
      .where('tenant_id', tenant)
      .count('* as total')
      .firstOrFail()
    return Number(row.total)
  })

const jobsOf = (name: string) => look(async () => unscoped().from('jobs').where('name', name))

const jobsEnd = (name: string) =>
  until(`the end of ${name}`, async () => (await jobsOf(name)).length === 0)

/** Moves rows of a tenant into the past. */
const age = (table: string, column: string, tenant: string) =>
  look(async () =>
    unscoped()
      .from(table)
      .where('tenant_id', tenant)
      .update({ [column]: '2026-01-01T00:00:00.000Z' })
  )

const trashList: ListRequest = {
  filter: { trashed: true },
  sort: { field: 'name', direction: 'asc' },
  offset: 0,
  limit: 10,
}

const purge = (files: Files, id: string) => files.call<{ message?: string }>('POST', `/${id}/purge`)

async function toTrash(files: Files, id: string) {
  const { status } = await files.call('DELETE', `/${id}`)
  if (status !== 200) throw new Error(`${id} was not deleted: ${status}`)
}

/** Inserts many files into a folder directly: uploading them is not under test. */
async function fill(tenant: string, parentId: string, count: number): Promise<void> {
  await look(async () => {
    const like = await unscoped().from('assets').where('parent_id', parentId).firstOrFail()
    const { id: first, parent_key: _place, name_key: _order, modified_key: _time, ...rest } = like
    const version = await unscoped().from('asset_versions').where('asset_id', first).firstOrFail()
    for (let index = 0; index < count; index++) {
      const id = `${parentId.slice(0, 24)}${String(index).padStart(12, '0')}`
      const metadata = typeof rest.metadata === 'string' ? rest.metadata : JSON.stringify({})
      await unscoped()
        .insertQuery()
        .table('assets')
        .insert({ ...rest, metadata, id, name: `copy ${index}` })
      await unscoped()
        .insertQuery()
        .table('asset_versions')
        .insert({ ...version, id, asset_id: id })
    }
  })
  if ((await countOf('assets', tenant)) < count) throw new Error('The folder was not filled.')
}

test.group('Purging', (group) => {
  const assets = assetsApp(group)

  const events = (tenant: string) =>
    look(async () =>
      unscoped()
        .from('activity_logs')
        .where('tenant_id', tenant)
        .whereIn('event_type', ['file_purge', 'folder_purge'])
    )

  // Red when purgeAsset() does not check the trash.
  test('deletes only assets in the trash permanently', async ({ assert }) => {
    const { id: tenant, files } = await assets.tenant()
    const file = await files.file('a.txt', null, 'one')
    await files.file('a.txt', null, 'two')
    const refused = await purge(files, file.id)
    assert.equal(refused.status, 409)
    assert.match(refused.body.message!, /"a.txt" is not in the trash. Delete it first/)
    await toTrash(files, file.id)
    assert.equal((await purge(files, file.id)).status, 204)
    assert.deepEqual(await files.names('?trashed=true'), [])
    for (const call of [
      files.call('GET', `/${file.id}`),
      files.call('POST', `/${file.id}/restore`),
      purge(files, file.id),
      files.call('GET', `/${file.id}/content`),
    ]) {
      assert.equal((await call).status, 404)
    }
    assert.deepEqual(
      [await countOf('assets', tenant), await countOf('asset_versions', tenant)],
      [0, 0]
    )
    const entries = await until('the feed', async () => {
      const rows = await events(tenant)
      return rows.length > 0 && rows
    })
    assert.equal(entries.length, 1)
  })

  // Red when purge() deletes everything in one transaction, or the rest stays visible or forever.
  test('hides a large folder immediately, and deletes it in steps', async ({ assert }) => {
    const { id: tenant, files } = await assets.tenant()
    const folder = await files.folder('Large')
    const inner = await files.folder('Inner', folder.id)
    await files.file('first.txt', inner.id)
    await files.file('other.txt')
    await fill(tenant, inner.id, rowsPerSlice + 50)
    await toTrash(files, folder.id)
    // The job cannot start before the commit.
    await inTenant(tenant, () =>
      transaction(async () => {
        const count = () => Asset.query().count('* as total').pojo<{ total: number }>().first()
        const before = Number((await count())!.total)
        await purgeAsset(folder.id)
        const gone = before - Number((await count())!.total)
        assert.isAbove(gone, 0)
        assert.isAtMost(gone, rowsPerSlice)
        await assert.rejects(() => findAsset(folder.id), /no asset/)
        const { rows } = await listAssets({ ...trashList })
        assert.deepEqual(rows, [])
      })
    )
    await jobsEnd('assets.purgeRest')
    assert.equal(await countOf('assets', tenant), 1)
    assert.equal(await countOf('asset_versions', tenant), 1)
    assert.deepEqual(await files.names(), ['other.txt'])
    const counted = await look(async () =>
      unscoped().from('counters').where({ tenant_id: tenant, counter: 'assets.kept' })
    )
    assert.equal(
      counted.reduce((sum, { n }) => sum + Number(n), 0),
      1
    )
    assert.deepEqual(await files.names('?search=copy'), [])
  })

  // Red when the trash is not a kind of record, or its prune ignores the time.
  test('empties the trash of old assets', async ({ assert }) => {
    const { id: tenant, files } = await assets.tenant()
    const [old, young] = [await files.file('old.txt'), await files.file('young.txt')]
    const inside = await files.folder('old folder')
    await files.file('inside.txt', inside.id)
    for (const { id } of [old, inside, young]) await toTrash(files, id)
    const ago = (days: number) => new Date(Date.now() - days * 24 * 60 * 60_000).toISOString()
    await look(async () => {
      for (const { id } of [old, inside]) {
        await unscoped()
          .from('assets')
          .where({ id })
          .update({ trashed_at: ago(trashKeptDays + 1) })
      }
      await unscoped()
        .from('assets')
        .where({ id: young.id })
        .update({ trashed_at: ago(trashKeptDays - 1) })
    })
    const { keptDays } = await assets.app.ok<{ keptDays: number }>('GET', '/api/assets/trash', {
      as: files.as,
    })
    assert.equal(keptDays, trashKeptDays)
    await inTenant(tenant, () => enqueue(jobRef<object>('retention.prune'), {}))
    await jobsEnd('retention.prune')
    assert.deepEqual(await files.names('?trashed=true'), ['young.txt'])
    assert.equal(await countOf('assets', tenant), 1)
    assert.lengthOf(
      await until('the feed', async () => {
        const rows = await events(tenant)
        return rows.length >= 2 && rows
      }),
      2
    )
  })

  // Red when purge() does not release the content.
  test('frees disk space a day later', async ({ assert }) => {
    const { id: tenant, files } = await assets.tenant()
    const file = await files.file('large.bin', null, 'x'.repeat(700_000))
    await files.file('large.bin', null, 'y'.repeat(700_000))
    const folder = join(assets.app.database.dataDir, 'content', tenant)
    const packs = async () => (await readdir(folder)).filter((name) => name.endsWith('.pack'))
    assert.isNotEmpty(await packs())
    await toTrash(files, file.id)
    await purge(files, file.id)
    const [waiting] = await look(async () =>
      unscoped().from('jobs').where({ tenant_id: tenant, name: 'storage.giveBack' })
    )
    assert.isAbove(Date.parse(waiting.run_at), Date.now())

    const begin = async () => {
      await age('content_leases', 'expires_at', tenant)
      for (const name of await packs()) await utimes(join(folder, name), 1_000_000, 1_000_000)
      await look(async () =>
        unscoped().from('jobs').where({ tenant_id: tenant, name: 'storage.giveBack' }).delete()
      )
      await inTenant(tenant, () => enqueue(jobRef<object>('storage.giveBack'), {}))
      await until('garbage collection', async () => {
        const jobs = await look(async () =>
          unscoped().from('jobs').where({ tenant_id: tenant, name: 'storage.giveBack' })
        )
        return jobs.length === 0
      })
    }
    await begin()
    for (const table of ['contents', 'content_chunks']) {
      assert.equal(await countOf(table, tenant), 0)
    }
    assert.isNotEmpty(await packs())
    await age('content_left_packs', 'left_at', tenant)
    await begin()
    assert.deepEqual(await packs(), [])
    assert.equal(await countOf('content_left_packs', tenant), 0)
  })
})
