import { newId, now } from '@crossdock/kernel/database'
import { inTenant, tenantRows } from '@crossdock/kernel/tenancy'
import { test } from '@japa/runner'
import type { AssetInfo } from '../contracts/asset_info.js'
import { alterName, assetsApp, type Files } from './support.js'
import { loggedEvents } from './logged_events.js'

const unknownId = '01999999-9999-7999-8999-999999999999'

/** Inserts many empty folders directly, because creating them would take minutes. */
function fillFolder(tenantId: string, parent_id: string, count: number): Promise<void> {
  const rest = { type: 'folder', metadata: '{}', updated_at: now() }
  return inTenant(tenantId, () =>
    tenantRows('assets').insertAll(
      Array.from({ length: count }, () => {
        const id = newId()
        return { id, parent_id, name: id, ...rest }
      })
    )
  )
}

test.group('Copying', (group) => {
  const assets = assetsApp(group)

  const copy = (files: Files, id: string, body: object) =>
    files.call('POST', `/${id}/copy`, { body })
  const content = async (files: Files, id: string) =>
    (await files.call<string>('GET', `/${id}/content`)).body

  // Red when the content of the first version is copied.
  test('a copied file starts with the current content, and then changes independently', async ({
    assert,
  }) => {
    const { id: tenantId, files } = await assets.tenant()
    const target = await files.folder('Target')
    const original = await files.file('plan.txt', null, 'one')
    await files.upload({ name: 'plan.txt', bytes: 'two!', mimeType: 'text/csv' })
    const metadata = { customer: 'Harbourline', 'größe "x"': [1, null, { a: 'b\\c' }] }
    await files.call('PUT', `/${original.id}`, { body: { metadata } })
    const reply = await copy(files, original.id, { parentId: target.id })
    assert.equal(reply.status, 201)
    assert.equal(reply.headers.get('location'), `/api/assets/${reply.body.id}`)
    assert.notEqual(reply.body.id, original.id)
    const made = { name: 'plan.txt', path: '/Target/plan.txt', version: 1, size: 4 }
    assert.containSubset(reply.body, { ...made, mimeType: 'text/csv', trashedAt: null })
    assert.deepEqual(reply.body.metadata, metadata)
    assert.equal(await content(files, reply.body.id), 'two!')
    await files.file('plan.txt', target.id, 'three')
    assert.equal(await content(files, original.id), 'two!')
    await files.call('DELETE', `/${original.id}`)
    assert.equal(await content(files, reply.body.id), 'three')

    const as = await assets.app.superAdmin()
    const tenant = await assets.app.ok('GET', `/api/tenants/${tenantId}`, { as })
    assert.containSubset(tenant, { totalAssets: 2, storageBytes: 3 + 4 + 5 })
  })

  // Red when folders are not copied with their contents, trash is copied, or a parent comes after its children.
  test('a folder is copied with everything visible below it', async ({ assert }) => {
    const { id: tenantId, files } = await assets.tenant()
    const tree = await files.folder('Tree')
    const inner = await files.folder('Inner', tree.id)
    const deep = await files.folder('Deep', inner.id)
    const late = await files.folder('Late', deep.id)
    await files.call('PUT', `/${tree.id}`, { body: { parentId: null, metadata: { a: 1 } } })
    await files.file('a.txt', tree.id, 'a')
    await files.file('b.txt', late.id, 'b')
    const gone = await files.folder('Gone', tree.id)
    await files.file('hidden.txt', gone.id)
    await files.call('DELETE', `/${gone.id}`)
    const trashed = await files.file('trashed.txt', deep.id)
    await files.call('DELETE', `/${trashed.id}`)

    const before = (await loggedEvents(tenantId)).length
    const { status, body } = await copy(files, tree.id, { parentId: null, name: 'Copied' })
    assert.equal(status, 201)
    assert.deepEqual(body.metadata, { a: 1 })
    const found: AssetInfo[] = await files.list(`?parent=${body.id}`)
    for (const { type, id } of found) {
      if (type === 'folder') found.push(...(await files.list(`?parent=${id}`)))
    }
    assert.sameMembers(
      found.map(({ path }) => path),
      [
        '/Copied/Inner',
        '/Copied/a.txt',
        '/Copied/Inner/Deep',
        '/Copied/Inner/Deep/Late',
        '/Copied/Inner/Deep/Late/b.txt',
      ]
    )
    const copies = found.filter(({ type }) => type === 'file')
    assert.sameMembers(await Promise.all(copies.map(({ id }) => content(files, id))), ['a', 'b'])

    const events = (await loggedEvents(tenantId)).slice(before)
    assert.deepEqual(events.map(({ sentence }) => sentence).sort(), [
      'Added a.txt as a copy',
      'Added b.txt as a copy',
      'Added folder Copied as a copy',
      'Added folder Deep as a copy',
      'Added folder Inner as a copy',
      'Added folder Late as a copy',
    ])
    const last = events.find(({ payload }) => payload.name === 'b.txt')!
    assert.equal(last.type, 'file_upload')
    assert.deepEqual(last.payload.path, ['Copied', 'Inner', 'Deep', 'Late'])
    const [b] = copies.filter(({ name }) => name === 'b.txt')
    assert.containSubset(last.payload, {
      assetId: b!.id,
      size: 1,
      version: 1,
      mimeType: 'text/plain',
    })
    assert.isString(last.payload.versionId)
    assert.lengthOf(last.payload.hash!, 64)
  })

  test('next to its original, a copy gets a free name', async ({ assert }) => {
    const { files } = await assets.tenant()
    const folder = await files.folder('v1.2')
    const file = await files.file('plan.tar.gz', folder.id)
    const hidden = await files.file('.env', folder.id)
    const long = await files.file(`${'ü'.repeat(125)}.txt`, folder.id)
    const names = async (id: string, parentId: string | null, times: number) => {
      const made = []
      for (let time = 0; time < times; time++) {
        const { body } = await copy(files, id, { parentId })
        made.push(body.name ?? body.message)
      }
      return made
    }
    assert.deepEqual(await names(file.id, folder.id, 3), [
      'plan.tar (copy).gz',
      'plan.tar (copy 2).gz',
      'plan.tar (copy 3).gz',
    ])
    assert.deepEqual(await names(hidden.id, folder.id, 1), ['.env (copy)'])
    const [cut] = await names(long.id, folder.id, 1)
    assert.equal(cut, `${'ü'.repeat(122)} (copy).txt`)
    assert.deepEqual(await names(folder.id, null, 2), ['v1.2 (copy)', 'v1.2 (copy 2)'])
  })

  // Red on PostgreSQL when copyAssets() does not call lockTree().
  test('many concurrent copies get different names', async ({ assert }) => {
    const { files } = await assets.tenant()
    const file = await files.file('plan.txt')
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => copy(files, file.id, { parentId: null }))
    )
    assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([201]))
    assert.equal(new Set(await files.names()).size, 9)
  })

  // Red when names are not made safe, or neither isNameTaken() nor the error of the unique index is handled.
  test('a taken or hostile name is refused, and nothing is created', async ({ assert }) => {
    const { id: tenantId, files } = await assets.tenant()
    const folder = await files.folder('Folder')
    const inside = await files.file('a.txt', folder.id)
    const file = await files.file('a.txt')
    const before = (await loggedEvents(tenantId)).length
    for (const body of [
      { parentId: folder.id },
      { parentId: null, name: 'a.txt' },
      { parentId: null, name: 'Folder' },
    ]) {
      const { status, body: refusal } = await copy(files, file.id, body)
      assert.deepEqual([status, refusal.code], [409, 'E_NAME_TAKEN'])
      assert.equal(refusal.errors[0]?.field, 'name')
    }
    for (const name of [
      '',
      '..',
      '../up',
      'a/b',
      'a\\b',
      'nul',
      'CON.txt',
      'x\0',
      'a\u202eb',
      'é'.repeat(128),
    ]) {
      const { status, body } = await copy(files, inside.id, { parentId: null, name })
      assert.equal(status, 422, name)
      assert.equal(body.errors[0]?.field, 'name')
    }
    assert.deepEqual(await files.names(), ['a.txt', 'Folder'])
    assert.lengthOf(await loggedEvents(tenantId), before)
    await alterName(inside.id, 'why?')
    assert.equal((await copy(files, inside.id, { parentId: null })).body.name, 'why?')
  })

  // Red when the folders above the target are not checked.
  test('a folder is not copied into itself or its contents', async ({ assert }) => {
    const { files } = await assets.tenant()
    const folder = await files.folder('Folder')
    const inner = await files.folder('Inner', folder.id)
    for (const parentId of [folder.id, inner.id]) {
      const { status, body } = await copy(files, folder.id, { parentId })
      assert.deepEqual([status, body.errors[0]?.field], [422, 'parentId'])
      assert.equal(body.message, '"Folder" cannot be copied into itself.')
    }
    assert.deepEqual(await files.names(`?parent=${inner.id}`), [])
    assert.equal((await copy(files, inner.id, { parentId: folder.id })).status, 201)
  })

  test('unknown, deleted and foreign assets are neither sources nor targets', async ({
    assert,
  }) => {
    const { files } = await assets.tenant()
    const { files: others } = await assets.tenant()
    const [file, folder] = [await files.file('a.txt'), await files.folder('Folder')]
    const [foreign, foreignFolder] = [await others.file('b.txt'), await others.folder('Theirs')]
    const status = async (id: string, body: object) => (await copy(files, id, body)).status
    assert.equal(await status(foreign.id, { parentId: null }), 404)
    assert.equal(await status(unknownId, { parentId: null }), 404)
    assert.equal(await status(file.id, { parentId: foreignFolder.id }), 404)
    assert.equal(await status(file.id, { parentId: unknownId }), 404)
    assert.equal(await status(file.id, { parentId: file.id }), 422)
    assert.equal(await status(file.id, {}), 422)
    assert.equal(await status(file.id, { parentId: null, colour: 'red' }), 422)
    const hidden = await files.file('hidden.txt', folder.id)
    await files.call('DELETE', `/${folder.id}`)
    assert.equal(await status(hidden.id, { parentId: null }), 404)
    assert.equal(await status(file.id, { parentId: folder.id }), 404)
    assert.equal((await copy(files, folder.id, { parentId: null })).body.code, 'E_TRASHED')
    assert.deepEqual(await files.names(), ['a.txt'])
    assert.deepEqual(await others.names(), ['b.txt', 'Theirs'])
  })

  // Red when only the depth of the target is checked.
  test('a tree is not copied beyond the depth limit', async ({ assert }) => {
    const { files } = await assets.tenant()
    const parentId = (await files.chain(60)).at(-1)
    const [long, shorter] = await files.chain(41)
    const refused = await copy(files, long!, { parentId })
    assert.deepEqual([refused.status, refused.body.errors[0]?.field], [422, 'parentId'])
    assert.equal((await copy(files, shorter!, { parentId })).status, 201)
  })

  // Red when the limit is off by one, or applies to each folder separately.
  test('10,000 entries are copied together and 10,001 are not, in one folder or several', async ({
    assert,
  }) => {
    const { id: tenantId, files } = await assets.tenant()
    const [big, small] = [await files.folder('Big'), await files.folder('Small')]
    await fillFolder(tenantId, big.id, 9_999)
    const before = (await loggedEvents(tenantId)).length
    const { status } = await copy(files, big.id, { parentId: null })
    assert.equal(status, 201)
    assert.lengthOf(await loggedEvents(tenantId), before + 10_000)
    const body = { action: 'copy', ids: [big.id, small.id], parentId: null }
    const several = await files.call('POST', '/bulk', { body })
    assert.equal(several.status, 422)
    assert.match(several.body.message, /^"Small" was not copied: at most 10,?000 files and folders/)
    await fillFolder(tenantId, big.id, 1)
    const refused = await copy(files, big.id, { parentId: small.id })
    assert.deepEqual([refused.status, refused.body.code], [422, 'E_TOO_MANY'])
    assert.deepEqual(await files.names(`?parent=${small.id}`), [])
    assert.deepEqual(await files.names(), ['Big', 'Big (copy)', 'Small'])
    assert.lengthOf(await loggedEvents(tenantId), before + 10_000)
  })
})
