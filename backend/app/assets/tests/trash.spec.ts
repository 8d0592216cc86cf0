import { test } from '@japa/runner'
import { assetsApp } from './support.js'

test.group('Trash', (group) => {
  const assets = assetsApp(group)

  test('a deleted file is in the trash only, and comes back', async ({ assert }) => {
    const { files } = await assets.tenant()
    const file = await files.file('a.txt')
    const deleted = await files.call('DELETE', `/${file.id}`)
    assert.equal(deleted.status, 200)
    assert.isNotNull(deleted.body.trashedAt)
    assert.deepEqual(await files.names(), [])
    assert.deepEqual(await files.names('?search=a'), [])
    assert.deepEqual(await files.names('?trashed=true'), ['a.txt'])
    const byDeletion = `?trashed=true&sort=${JSON.stringify(['trashedAt', 'DESC'])}`
    assert.deepEqual(await files.names(byDeletion), ['a.txt'])
    assert.equal((await files.call('PUT', `/${file.id}`, { body: { name: 'b' } })).status, 409)
    const restored = await files.call('POST', `/${file.id}/restore`)
    assert.equal(restored.status, 200)
    assert.isNull(restored.body.trashedAt)
    assert.deepEqual(await files.names(), ['a.txt'])
    assert.deepEqual(await files.names('?trashed=true'), [])
  })

  test('the contents of a deleted folder are hidden until it is restored', async ({ assert }) => {
    const { files } = await assets.tenant()
    const folder = await files.folder('Folder')
    const inner = await files.folder('Inner', folder.id)
    const file = await files.file('deep.txt', inner.id)
    const statuses = () =>
      Promise.all(
        [
          ['GET', `/${file.id}`],
          ['GET', `/${file.id}/content`],
          ['GET', `/${file.id}/versions`],
          ['GET', `?parent=${inner.id}`],
          ['GET', `?parent=${folder.id}`],
        ].map(async ([method, path]) => (await files.call(method!, path!)).status)
      )
    const found = async () => [
      ...(await files.names('?search=deep')),
      ...(await files.names(`?filter=${JSON.stringify({ id: [file.id] })}`)),
    ]
    // Red when a list of several folders does not check them: `isFolderChecked` in list_assets.ts.
    const inFolders = () =>
      files.names(`?filter=${JSON.stringify({ parentId: [folder.id, inner.id] })}`)
    assert.deepEqual(await found(), ['deep.txt', 'deep.txt'])
    assert.deepEqual(await inFolders(), ['deep.txt', 'Inner'])

    await files.call('DELETE', `/${folder.id}`)
    assert.deepEqual(await inFolders(), [])
    assert.deepEqual(await statuses(), [404, 404, 404, 404, 404])
    assert.deepEqual(await found(), [])
    assert.deepEqual(await files.names('?trashed=true'), ['Folder'])
    assert.equal((await files.call('DELETE', `/${file.id}`)).status, 404)
    assert.equal((await files.upload({ name: 'new.txt', parentId: inner.id })).status, 404)
    assert.equal((await files.createFolder('New', folder.id)).status, 404)

    await files.call('POST', `/${folder.id}/restore`)
    assert.deepEqual(await statuses(), [200, 200, 200, 200, 200])
    assert.deepEqual(await found(), ['deep.txt', 'deep.txt'])
  })

  test('a name is free when its asset is deleted; restoring that asset is then refused', async ({
    assert,
  }) => {
    const { files } = await assets.tenant()
    const first = await files.file('a.txt', null, 'first')
    await files.call('DELETE', `/${first.id}`)
    const second = await files.file('a.txt', null, 'second')
    assert.notEqual(second.id, first.id)
    const refused = await files.call('POST', `/${first.id}/restore`)
    assert.equal(refused.status, 409)
    assert.equal(refused.body.code, 'E_NAME_TAKEN')
    await files.call('PUT', `/${second.id}`, { body: { name: 'b.txt' } })
    assert.equal((await files.call('POST', `/${first.id}/restore`)).status, 200)
    assert.equal((await files.call<string>('GET', `/${first.id}/content`)).body, 'first')
  })

  test('a file can be restored after its folder, not before', async ({ assert }) => {
    const { files } = await assets.tenant()
    const folder = await files.folder('Folder')
    const file = await files.file('a.txt', folder.id)
    await files.call('DELETE', `/${file.id}`)
    await files.call('DELETE', `/${folder.id}`)
    const refused = await files.call('POST', `/${file.id}/restore`)
    assert.equal(refused.status, 409)
    assert.match(refused.body.message, /"Folder" is in the trash/)
    await files.call('POST', `/${folder.id}/restore`)
    assert.deepEqual(await files.names(`?parent=${folder.id}`), [])
    await files.call('POST', `/${file.id}/restore`)
    assert.deepEqual(await files.names(`?parent=${folder.id}`), ['a.txt'])
  })

  test('deleting and restoring twice changes nothing else', async ({ assert }) => {
    const { files } = await assets.tenant()
    const file = await files.file('a.txt')
    const first = await files.call('DELETE', `/${file.id}`)
    const second = await files.call('DELETE', `/${file.id}`)
    assert.deepEqual(second.body, first.body)
    await files.call('POST', `/${file.id}/restore`)
    assert.equal((await files.call('POST', `/${file.id}/restore`)).status, 200)
  })
})
