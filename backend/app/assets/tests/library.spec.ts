import { text } from 'node:stream/consumers'
import { test } from '@japa/runner'
import { transaction } from '@crossdock/kernel/database'
import { inTenant } from '@crossdock/kernel/tenancy'
import { assetLibrary } from '../contracts/index.js'
import { assetsApp } from './support.js'
import { loggedEvents } from './logged_events.js'

test.group('Assets for other domains', (group) => {
  const assets = assetsApp(group)

  test('each change is recorded once, with a readable sentence', async ({ assert }) => {
    const { files, id } = await assets.tenant()
    const folder = await files.folder('Invoices')
    const year = await files.folder('2031', folder.id)
    const file = await files.file('a.txt', year.id, 'one')
    await files.file('a.txt', year.id, 'two')
    const put = (body: object) => files.call('PUT', `/${file.id}`, { body })
    await put({ name: 'b.txt' })
    await put({ parentId: folder.id })
    await put({ parentId: null, name: 'c.txt' })
    await put({ metadata: { customer: 'Harbourline' } })
    await put({ name: 'c.txt', parentId: null, metadata: { customer: 'Harbourline' } })
    await files.call('DELETE', `/${file.id}`)
    await files.call('DELETE', `/${file.id}`)
    await files.call('POST', `/${file.id}/restore`)
    await files.call('DELETE', `/${folder.id}`)
    await files.createFolder('c.txt')
    const events = await loggedEvents(id)
    assert.deepEqual(
      events.map(({ type, sentence }) => `${type}: ${sentence}`),
      [
        'folder_create: Created folder Invoices',
        'folder_create: Created folder 2031',
        'file_upload: Uploaded a.txt',
        'file_update: Uploaded version 2 of a.txt',
        'file_update: Renamed a.txt to b.txt',
        'file_update: Moved b.txt to Invoices',
        'file_update: Moved b.txt to the top level as c.txt',
        'metadata_change: Changed the metadata of c.txt',
        'file_delete: Deleted c.txt',
        'file_restore: Restored c.txt',
        'folder_delete: Deleted folder Invoices',
      ]
    )
    const { payload } = events[3]!
    assert.containSubset(payload, {
      assetId: file.id,
      name: 'a.txt',
      path: ['Invoices', '2031'],
      mimeType: 'text/plain',
      size: 3,
      version: 2,
    })
    await inTenant(id, async () => {
      const version = await assetLibrary.use().version(file.id, 2)
      assert.equal(payload.versionId, version.id)
      assert.equal(payload.hash, version.hash)
    })
  })

  test('finds files, their versions, folders and bytes', async ({ assert }) => {
    const { files, id } = await assets.tenant()
    const folder = await files.folder('Invoices')
    const file = await files.file('a.txt', folder.id, 'one')
    await files.file('a.txt', folder.id, 'two')
    const library = assetLibrary.use()
    await inTenant(id, async () => {
      assert.containSubset(await library.find(file.id), { name: 'a.txt', version: 2 })
      assert.deepEqual(await library.folders(file.id), [
        { id: folder.id, name: 'Invoices', trashedAt: null },
      ])
      assert.deepEqual(
        [...(await library.paths([folder.id, file.id, 'unknown']))],
        [
          [folder.id, '/Invoices'],
          [file.id, '/Invoices/a.txt'],
        ]
      )
      assert.equal(await text(await library.open(await library.version(file.id))), 'two')
      assert.equal(await text(await library.open(await library.version(file.id, 1))), 'one')
      await assert.rejects(() => library.find('unknown'), /no asset/)
      await assert.rejects(() => library.version(folder.id), /is a folder/)
    })
    const { id: other } = await assets.tenant()
    await inTenant(other, async () => {
      await assert.rejects(() => library.find(file.id), /no asset/)
      await assert.rejects(() => library.folders(file.id), /no asset/)
      assert.equal((await library.paths([file.id])).size, 0)
    })
  })

  test('metadata are merged, also concurrently, and roll back with the caller', async ({
    assert,
  }) => {
    const { files, id } = await assets.tenant()
    const file = await files.file('a.txt')
    const library = assetLibrary.use()
    await inTenant(id, async () => {
      const keys = Array.from({ length: 8 }, (_, index) => `key${index}`)
      await Promise.all(keys.map((key) => library.mergeMetadata(file.id, { [key]: true })))
      assert.sameMembers(Object.keys((await library.find(file.id)).metadata), keys)
      const removed = Object.fromEntries(keys.slice(1).map((key) => [key, null]))
      const { metadata } = await library.mergeMetadata(file.id, {
        ...removed,
        invoice: { no: 412 },
      })
      assert.deepEqual(metadata, { key0: true, invoice: { no: 412 } })
      const failing = transaction(async () => {
        await library.mergeMetadata(file.id, { lost: true })
        throw new Error('the step failed')
      })
      await assert.rejects(() => failing, /step failed/)
      assert.notProperty((await library.find(file.id)).metadata, 'lost')
      await library.mergeMetadata(file.id, { key0: true })
      const huge = { note: 'x'.repeat(70_000) }
      await assert.rejects(() => library.mergeMetadata(file.id, huge), /at most 65536 bytes/)
    })
    const changes = (await loggedEvents(id)).filter(({ type }) => type === 'metadata_change')
    assert.lengthOf(changes, 9)
  })

  test('the tenant list shows assets outside the trash and stored bytes', async ({ assert }) => {
    const { files, id } = await assets.tenant()
    await files.folder('Folder')
    await files.file('a.txt', null, 'equal bytes')
    await files.file('b.txt', null, 'equal bytes')
    await files.call('DELETE', `/${(await files.file('c.txt', null, 'other')).id}`)
    const as = await assets.app.superAdmin()
    const tenant = await assets.app.ok('GET', `/api/tenants/${id}`, { as })
    assert.containSubset(tenant, { totalAssets: 3, storageBytes: 16 })
    const metrics = await assets.app.ok('GET', '/api/dashboard/metrics', { as: files.as })
    assert.containSubset(metrics, { totalAssets: 3 })
  })
})
