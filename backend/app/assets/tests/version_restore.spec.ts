import { test } from '@japa/runner'
import type { FileVersion } from '../contracts/index.js'
import { assetsApp, type Files } from './support.js'
import { loggedEvents } from './logged_events.js'

const unknownId = '01999999-9999-7999-8999-999999999999'

test.group('Restoring a version', (group) => {
  const assets = assetsApp(group)

  const restore = (files: Files, id: string, version: number | string) =>
    files.call('POST', `/${id}/versions/${version}/restore`)

  // Red when the current version's content is used, or the bytes are stored again.
  test('its bytes are the newest version, stored once, and the event names it', async ({
    assert,
  }) => {
    const { id: tenantId, files } = await assets.tenant()
    const { id } = await files.file('plan.txt', null, 'one')
    await files.upload({ name: 'plan.txt', bytes: 'two!', mimeType: 'text/csv' })
    const as = await assets.app.superAdmin()
    const stored = async () =>
      (await assets.app.ok<{ storageBytes: number }>('GET', `/api/tenants/${tenantId}`, { as }))
        .storageBytes
    const before = await stored()
    const reply = await restore(files, id, 1)
    assert.equal(reply.status, 200)
    assert.containSubset(reply.body, { id, version: 3, size: 3, mimeType: 'text/plain' })
    assert.equal((await files.call<string>('GET', `/${id}/content`)).body, 'one')
    const { body } = await files.call<FileVersion[]>('GET', `/${id}/versions`)
    assert.deepEqual(
      body.map(({ version, size }) => [version, size]),
      [
        [3, 3],
        [2, 4],
        [1, 3],
      ]
    )
    assert.equal(body[0]!.hash, body[2]!.hash)
    assert.equal(await stored(), before)
    const event = (await loggedEvents(tenantId)).at(-1)!
    assert.equal(event.type, 'file_update')
    assert.equal(event.sentence, 'Restored version 1 of plan.txt as version 3')
    assert.containSubset(event.payload, {
      restoredVersion: 1,
      version: 3,
      versionId: body[0]!.id,
      hash: body[0]!.hash,
    })
  })

  // Red when the current version is treated like an older one.
  test('the current version stays unchanged, without an event', async ({ assert }) => {
    const { id: tenantId, files } = await assets.tenant()
    const { id } = await files.file('plan.txt', null, 'one')
    const before = await loggedEvents(tenantId)
    const reply = await restore(files, id, 1)
    assert.deepEqual([reply.status, reply.body.version], [200, 1])
    assert.lengthOf(await loggedEvents(tenantId), before.length)
  })

  // Red when the asset is not locked: two versions get one number, and one request a 5xx.
  test('concurrent restores all become versions', async ({ assert }) => {
    const { files } = await assets.tenant()
    const { id } = await files.file('plan.txt', null, 'one')
    await files.file('plan.txt', null, 'two')
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, at) => restore(files, id, (at % 2) + 1))
    )
    assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]))
    const { body } = await files.call<FileVersion[]>('GET', `/${id}/versions`)
    const numbers = body.map(({ version }) => version)
    assert.deepEqual(
      numbers,
      numbers.map((_, at) => numbers.length - at)
    )
  })

  test('versions that cannot be restored are refused', async ({ assert }) => {
    const { files } = await assets.tenant()
    const folder = await files.folder('Folder')
    const { id } = await files.file('plan.txt', null, 'one')
    await files.file('plan.txt', null, 'two')
    for (const version of [
      0,
      3,
      -1,
      1.5,
      '1e0',
      '%201',
      '2147483648',
      '9'.repeat(30),
      'x',
      unknownId,
    ]) {
      const reply = await restore(files, id, version)
      assert.equal(reply.status, 404, String(version).slice(0, 40))
      assert.match(reply.body.message, /^There is no version .* of "plan.txt"\.$/)
    }
    assert.equal((await restore(files, folder.id, 1)).body.code, 'E_IS_FOLDER')
    assert.equal((await restore(files, unknownId, 1)).status, 404)
    const { files: stranger } = await assets.tenant()
    assert.equal((await restore(stranger, id, 1)).status, 404)
    await files.call('DELETE', `/${id}`)
    const trashed = await restore(files, id, 1)
    assert.deepEqual([trashed.status, trashed.body.code], [409, 'E_TRASHED'])
    assert.equal((await files.call('POST', `/${id}/restore`)).body.version, 2)
  })
})
