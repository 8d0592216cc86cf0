import { newId, now, unscoped } from '@crossdock/kernel/database'
import { asOperator, inTenant } from '@crossdock/kernel/tenancy'
import { test } from '@japa/runner'
import { mostTags } from '../tag.js'
import { mostRules } from '../folder_permissions/rules.js'
import { maxDepth } from '../queries/find_folder.js'
import { planZip } from '../zip/plan_zip.js'
import { assetsApp, type Files, type Problem } from './support.js'

const stored = <T>(work: () => Promise<T>) => asOperator('a test fills a tenant', work)

type Row = Record<string, string | number | null>

/** Inserts rows directly: creating them one by one is not under test. */
const insert = (table: string, rows: Row[]) =>
  stored(async () => {
    for (let from = 0; from < rows.length; from += 500) {
      const some = rows.slice(from, from + 500)
      await unscoped().insertQuery().table(table).multiInsert(some)
    }
  })

function assetRows(tenant_id: string, type: string, count: number, parent_id: string | null) {
  const time = now()
  return Array.from({ length: count }, (_, at) => ({
    id: newId(),
    tenant_id,
    parent_id,
    type,
    name: `${type} ${at}`,
    metadata: '{}',
    size: 0,
    version: 0,
    created_at: time,
    updated_at: time,
  }))
}

test.group('Bounds of files and folders', (group) => {
  const assets = assetsApp(group)

  // Red when one of the ways to a new folder does not call assertTakesFolder, or counts the depth of files.
  test('no folder is deeper than the limit, and the deepest one accepts files', async ({
    assert,
  }) => {
    const { files } = await assets.tenant()
    const chain = await files.chain(maxDepth)
    const deepest = chain.at(-1)!
    const folder = await files.folder('deeper', chain.at(-2))
    const form = new FormData()
    form.set('parentId', deepest)
    for (const path of ['b.txt', 'below/c.txt']) form.append('file', new Blob(['x']), path)
    const batch = await files.call<{ files: Problem[] }>('POST', '/batch', { body: form })
    const refusals = [
      await files.createFolder('deeper', deepest),
      await files.call('PUT', `/${folder.id}`, { body: { parentId: deepest } }),
      await files.call('POST', `/${folder.id}/copy`, { body: { parentId: deepest } }),
      await files.call('POST', '/bulk', {
        body: { action: 'move', ids: [folder.id], parentId: deepest },
      }),
      { status: 422, body: batch.body.files[1]! },
    ]
    for (const { status, body } of refusals) {
      assert.equal(status, 422)
      assert.include(body.message, `at most ${maxDepth} levels deep`)
    }
    assert.deepEqual(await files.names(`?parent=${deepest}`), ['b.txt'])
    const file = await files.file('a.txt', deepest)
    const copy = await files.call('POST', `/${file.id}/copy`, { body: { parentId: deepest } })
    const moved = await files.file('d.txt')
    const move = await files.call('PUT', `/${moved.id}`, { body: { parentId: deepest } })
    assert.deepEqual([copy.status, move.status], [201, 200])
    const all = ['a (copy).txt', 'a.txt', 'b.txt', 'd.txt']
    assert.deepEqual(await files.names(`?parent=${deepest}`), all)
    // Copied with its files, the tree keeps its depth.
    const whole = { body: { parentId: null, name: 'copied' } }
    assert.equal((await files.call('POST', `/${chain[0]}/copy`, whole)).status, 201)
  })

  // Red when assertFew is not called, or a limit is missing.
  test('a list accepts few conditions', async ({ assert }) => {
    const { files } = await assets.tenant()
    const statusOf = async (query: string) => {
      const { status, body } = await files.call('GET', `?filter=${encodeURIComponent(query)}`)
      return status === 200 ? 200 : `${status} ${body.code}`
    }
    const keys = (count: number) =>
      JSON.stringify(
        Object.fromEntries(Array.from({ length: count }, (_, at) => [`metadata.key${at}`, at]))
      )
    const tags = (count: number) =>
      JSON.stringify({ tag: Array.from({ length: count }, (_, at) => `tag ${at}`) })
    assert.equal(await statusOf(keys(20)), 200)
    assert.equal(await statusOf(keys(21)), '400 E_LIST')
    assert.equal(await statusOf(tags(mostTags)), 200)
    assert.equal(await statusOf(tags(mostTags + 1)), '400 E_LIST')
  })

  const shut = (files: Files, id: string) =>
    files.call('PUT', `/${id}/permissions`, { body: { everyone: 'none', grants: [] } })

  // Red when setFolderPermissions or copyPermissions does not call assertRoom.
  test('the number of folders with permissions is limited', async ({ assert }) => {
    const { files, id: tenant } = await assets.tenant()
    const [first, second] = [await files.folder('First'), await files.folder('Second')]
    assert.equal((await shut(files, first.id)).status, 200)
    const folders = assetRows(tenant, 'folder', mostRules - 1, null)
    await insert('assets', folders)
    const time = now()
    const rules = folders.map(({ id: asset_id }) => ({
      id: newId(),
      tenant_id: tenant,
      asset_id,
      everyone: 'read',
      grants: '[]',
      created_at: time,
      updated_at: time,
    }))
    // One folder more is allowed.
    await insert('folder_permissions', rules.slice(1))
    assert.equal((await shut(files, second.id)).status, 200)
    const refusals = [
      await shut(files, folders[0]!.id),
      await files.call('POST', `/${first.id}/copy`, { body: { parentId: null } }),
    ]
    for (const { status, body } of refusals) {
      assert.deepEqual([status, body.code], [409, 'E_TOO_MANY'])
    }
    assert.deepEqual(await files.names('?search=copy'), [])
    // Existing permissions can be changed and removed.
    assert.equal((await shut(files, first.id)).status, 200)
    const open = { body: { everyone: 'write', grants: [] } }
    assert.equal((await files.call('PUT', `/${first.id}/permissions`, open)).status, 200)
    assert.equal((await shut(files, folders[0]!.id)).status, 200)
  })

  // Red when planZip does not subtract earlier entries from the limit.
  test('a zip has a limit, for one folder or several', async ({ assert }) => {
    const { files, id: tenant } = await assets.tenant()
    const [folder, other] = [await files.folder('Folder'), await files.folder('Other')]
    await files.file('a.txt', folder.id)
    const plan = (most: number, ...ids: string[]) => inTenant(tenant, () => planZip(ids, [], most))
    const tooMuch = /too much for one zip: it may hold at most 2 files and folders/
    assert.equal((await plan(2, folder.id)).name, 'Folder.zip')
    await assert.rejects(() => plan(2, folder.id, other.id), tooMuch)
    await plan(3, folder.id, other.id)
    await files.file('b.txt', folder.id)
    await assert.rejects(() => plan(2, folder.id), tooMuch)
  })
})
