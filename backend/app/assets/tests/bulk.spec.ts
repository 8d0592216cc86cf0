// onBothDatabases: PostgreSQL has several writers with conflicting locks
import { size } from '@crossdock/kernel/testing'
import { test } from '@japa/runner'
import type { AssetInfo } from '../contracts/asset_info.js'
import { assetsApp, type Files, type Problem } from './support.js'
import { loggedEvents } from './logged_events.js'

const unknownId = '01999999-9999-7999-8999-999999999999'
const rounds = size({ quick: 2, full: 4 })

test.group('Bulk changes', (group) => {
  const assets = assetsApp(group)

  const bulk = (files: Files, body: object) =>
    files.call<AssetInfo[] & Problem>('POST', '/bulk', { body })
  const idsOf = (found: { id: string }[]) => found.map(({ id }) => id)

  async function three() {
    const { id, files } = await assets.tenant()
    const made = []
    for (const name of ['a.txt', 'b.txt', 'c.txt']) made.push(await files.file(name))
    return { tenantId: id, files, made }
  }

  test('move to the trash and back with one request, with one event each', async ({ assert }) => {
    const { tenantId, files, made } = await three()
    const ids = idsOf(made).reverse()
    const before = (await loggedEvents(tenantId)).length
    const trashed = await bulk(files, { action: 'trash', ids: [...ids, ids[0]] })
    assert.equal(trashed.status, 200)
    assert.deepEqual(idsOf(trashed.body), ids)
    for (const { trashedAt } of trashed.body) assert.isNotNull(trashedAt)
    assert.deepEqual(await files.names(), [])
    assert.equal((await bulk(files, { action: 'trash', ids })).status, 200)
    const restored = await bulk(files, { action: 'restore', ids })
    assert.deepEqual(idsOf(restored.body), ids)
    assert.deepEqual(await files.names(), ['a.txt', 'b.txt', 'c.txt'])
    const events = (await loggedEvents(tenantId)).slice(before)
    assert.deepEqual(
      events.map(({ sentence }) => sentence),
      ['Deleted', 'Restored'].flatMap((done) =>
        ['c', 'b', 'a'].map((name) => `${done} ${name}.txt`)
      )
    )
    for (const { payload } of events) assert.lengthOf(payload.hash!, 64)
  })

  test('move and copy with one request', async ({ assert }) => {
    const { tenantId, files, made } = await three()
    const folder = await files.folder('Folder')
    const before = (await loggedEvents(tenantId)).length
    const ids = idsOf(made)
    const moved = await bulk(files, { action: 'move', ids, parentId: folder.id })
    assert.deepEqual(
      moved.body.map(({ path }) => path),
      ['/Folder/a.txt', '/Folder/b.txt', '/Folder/c.txt']
    )
    const copies = await bulk(files, { action: 'copy', ids, parentId: null })
    assert.equal(copies.status, 200)
    assert.notIncludeMembers(idsOf(copies.body), ids)
    assert.deepEqual(await files.names(), ['a.txt', 'b.txt', 'c.txt', 'Folder'])
    const siblings = await bulk(files, { action: 'copy', ids, parentId: folder.id })
    assert.deepEqual(
      siblings.body.map(({ name }) => name),
      ['a (copy).txt', 'b (copy).txt', 'c (copy).txt']
    )
    const events = (await loggedEvents(tenantId)).slice(before)
    assert.deepEqual(
      events.map(({ type }) => type),
      ['file_update', 'file_upload', 'file_upload'].flatMap((type) => [type, type, type])
    )
    assert.deepEqual(events[0]!.payload.previousPath, [])
    assert.equal(events[3]!.payload.copiedFrom, ids[0])
  })

  // Red when each asset is checked only after earlier ones were moved to the trash.
  test('a folder and its contents are deleted and restored together', async ({ assert }) => {
    const { files } = await assets.tenant()
    const folder = await files.folder('Folder')
    const inner = await files.folder('Inner', folder.id)
    const file = await files.file('a.txt', inner.id)
    for (const ids of [
      [folder.id, inner.id, file.id],
      [file.id, inner.id, folder.id],
    ]) {
      assert.equal((await bulk(files, { action: 'trash', ids })).status, 200)
      assert.lengthOf(await files.names('?trashed=true'), 3)
      assert.equal((await bulk(files, { action: 'restore', ids })).status, 200)
      assert.equal((await files.call('GET', `/${file.id}`)).body.path, '/Folder/Inner/a.txt')
    }
    await bulk(files, { action: 'trash', ids: [folder.id, file.id] })
    const refused = await bulk(files, { action: 'restore', ids: [file.id] })
    assert.deepEqual([refused.status, refused.body.code], [409, 'E_FOLDER_TRASHED'])
    assert.match(refused.body.message, /^"a.txt" cannot be restored: its folder "Folder"/)
  })

  // Red when each asset has its own transaction.
  test('the refused asset is named, and nothing changes', async ({ assert }) => {
    const { tenantId, files, made } = await three()
    const folder = await files.folder('Folder')
    await files.file('b.txt', folder.id)
    const trashed = await files.file('t.txt')
    await files.call('DELETE', `/${trashed.id}`)
    await files.file('t.txt')
    const { files: others } = await assets.tenant()
    const foreign = await others.file('theirs.txt')
    const state = async () => [
      await files.list(),
      await files.list('?trashed=true'),
      await files.list(`?parent=${folder.id}`),
      (await loggedEvents(tenantId)).length,
    ]
    const before = await state()
    const ids = idsOf(made)
    const to = { parentId: folder.id }
    const refusals: [status: number, says: RegExp, body: object][] = [
      [409, /^"b.txt" exists already/, { action: 'move', ids, ...to }],
      [409, /^"b.txt" exists already/, { action: 'copy', ids, ...to }],
      [422, /^"Folder" cannot be moved into/, { action: 'move', ids: [ids[0], folder.id], ...to }],
      [422, /^"Folder" cannot be copied into/, { action: 'copy', ids: [ids[0], folder.id], ...to }],
      [409, /^"t.txt" is in the trash/, { action: 'move', ids: [...ids, trashed.id], ...to }],
      [409, /^"t.txt" is in the trash/, { action: 'copy', ids: [ids[0], trashed.id], ...to }],
      [409, /^"t.txt" exists again/, { action: 'restore', ids: [...ids, trashed.id] }],
      ...[unknownId, foreign.id].flatMap((id): [number, RegExp, object][] => [
        [404, new RegExp(id), { action: 'trash', ids: [...ids, id] }],
        [404, new RegExp(id), { action: 'restore', ids: [...ids, id] }],
        [404, new RegExp(id), { action: 'move', ids: [...ids, id], parentId: null }],
        [404, new RegExp(id), { action: 'copy', ids: [...ids, id], parentId: null }],
        [404, new RegExp(id), { action: 'move', ids, parentId: id }],
      ]),
    ]
    for (const [status, says, body] of refusals) {
      const reply = await bulk(files, body)
      assert.equal(reply.status, status, JSON.stringify([body, reply.body]))
      assert.match(reply.body.message, says)
    }
    assert.deepEqual(await state(), before)
    assert.deepEqual(await others.names(), ['theirs.txt'])
  })

  // Red when neither isNameTaken() nor the error of the unique index is handled.
  test('two assets with one name cannot both move into a folder', async ({ assert }) => {
    const { files } = await assets.tenant()
    const [one, two] = [await files.folder('One'), await files.folder('Two')]
    const ids = [(await files.file('a.txt', one.id)).id, (await files.file('a.txt', two.id)).id]
    for (const action of ['move', 'copy']) {
      const reply = await bulk(files, { action, ids, parentId: null })
      assert.deepEqual([reply.status, reply.body.code], [409, 'E_NAME_TAKEN'])
    }
    assert.deepEqual(await files.names(), ['One', 'Two'])
  })

  test('missing and extra fields are refused', async ({ assert }) => {
    const { files, made } = await three()
    const ids = idsOf(made)
    const many = Array.from({ length: 1001 }, () => crypto.randomUUID())
    for (const [field, body] of [
      ['ids', { action: 'trash', ids: [] }],
      ['ids', { action: 'trash', ids: many }],
      ['ids', { action: 'trash' }],
      ['ids', { action: 'trash', ids: ids[0] }],
      ['ids.0', { action: 'trash', ids: ["' or 1=1 --"] }],
      ['ids.1', { action: 'trash', ids: [ids[0], null] }],
      ['action', { action: 'purge', ids }],
      ['action', { ids }],
      ['parentId', { action: 'move', ids }],
      ['parentId', { action: 'copy', ids }],
      ['parentId', { action: 'trash', ids, parentId: null }],
      ['parentId', { action: 'move', ids, parentId: 'no id\0' }],
      ['colour', { action: 'trash', ids, colour: 'red' }],
    ] as const) {
      const reply = await bulk(files, body)
      assert.equal(reply.status, 422, JSON.stringify(body).slice(0, 100))
      assert.equal(reply.body.errors[0]?.field, field)
    }
    assert.deepEqual(await files.names(), ['a.txt', 'b.txt', 'c.txt'])
    assert.equal((await bulk(files, { action: 'trash', ids: many.slice(1) })).status, 404)
  })

  // Red on PostgreSQL when lockAssets() locks in the order of mention: one of the two requests fails with 503.
  test('two concurrent requests in opposite order do not deadlock', async ({ assert }) => {
    const { files } = await assets.tenant()
    const made = []
    for (let at = 0; at < 60; at++) made.push(await files.file(`${at}.txt`))
    const [one, two] = [await files.folder('One'), await files.folder('Two')]
    const ids = idsOf(made)
    const opposite = [...ids].reverse()
    for (let round = 0; round < rounds; round++) {
      for (const [first, second] of [
        [{ action: 'trash' }, { action: 'trash' }],
        [{ action: 'restore' }, { action: 'restore' }],
        [
          { action: 'move', parentId: one.id },
          { action: 'move', parentId: two.id },
        ],
      ] as const) {
        const replies = await Promise.all([
          bulk(files, { ...first, ids }),
          bulk(files, { ...second, ids: opposite }),
        ])
        for (const { status, body } of replies) assert.equal(status, 200, body.message)
      }
      const filter = encodeURIComponent(JSON.stringify({ id: ids }))
      const now = await files.list(`?filter=${filter}`)
      assert.equal(new Set(now.map(({ parentId }) => parentId)).size, 1)
    }
  })

  // Red on PostgreSQL when keepEntries() is called for each copied entry separately.
  test('a copy and a deletion of its sources do not deadlock', async ({ assert }) => {
    const { files } = await assets.tenant()
    const made = []
    for (let at = 0; at < 60; at++) made.push(await files.file(`${at}.txt`))
    const ids = idsOf(made)
    for (let round = 0; round < rounds; round++) {
      const target = await files.folder(`Target ${round}`)
      const changing = Array.from({ length: 6 }, (_, at) =>
        bulk(files, { action: at % 2 === 0 ? 'restore' : 'trash', ids })
      )
      const copied = bulk(files, { action: 'copy', ids: [...ids].reverse(), parentId: target.id })
      for (const { status, body } of await Promise.all(changing)) {
        assert.equal(status, 200, body.message)
      }
      // The copy fails if the sources are in the trash at that moment.
      const { status, body } = await copied
      assert.include([200, 409], status, body.message)
      assert.equal((await bulk(files, { action: 'restore', ids })).status, 200)
    }
  })
})
