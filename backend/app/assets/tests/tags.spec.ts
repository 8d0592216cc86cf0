import { test } from '@japa/runner'
import type { AssetInfo } from '../contracts/asset_info.js'
import { assetsApp, type Files, type Problem } from './support.js'
import { loggedEvents } from './logged_events.js'

interface Tag {
  id: string
  name: string
  count: number
}

test.group('Tags', (group) => {
  const assets = assetsApp(group)

  const tag = (files: Files, id: string, tags: unknown) =>
    files.call('PUT', `/${id}/tags`, { body: { tags } })
  const edit = (files: Files, ids: string[], body: object) =>
    files.call<AssetInfo[] & Problem>('POST', '/bulk', { body: { action: 'tag', ids, ...body } })
  const tagsIn = (files: Files, query = '') =>
    assets.app.ok<Tag[]>('GET', `/api/tags${query}`, { as: files.as })

  test('replace the previous ones, with one event', async ({ assert }) => {
    const { id: tenantId, files } = await assets.tenant()
    const file = await files.file('plan.txt')
    assert.deepEqual(file.tags, [])
    const reply = await tag(files, file.id, ['  Invoice ', 'INVOICE', 'Stra\u00dfe', 'u\u0308ber'])
    assert.equal(reply.status, 200)
    assert.deepEqual(reply.body.tags, ['Invoice', 'Straße', 'über'])
    await tag(files, file.id, ['Invoice', 'Straße', 'über'])
    assert.deepEqual((await tag(files, file.id, ['b', 'a'])).body.tags, ['b', 'a'])
    assert.deepEqual((await files.call('GET', `/${file.id}`)).body.tags, ['b', 'a'])
    assert.deepEqual((await files.list())[0]!.tags, ['b', 'a'])
    await tag(files, file.id, [])
    const events = (await loggedEvents(tenantId)).filter(({ type }) => type === 'tags_change')
    assert.deepEqual(
      events.map(({ sentence }) => sentence),
      [
        'Tagged plan.txt with Invoice, Straße, über',
        'Tagged plan.txt with b, a',
        'Took all tags off plan.txt',
      ]
    )
    assert.deepEqual(events[1]!.payload.previousTags, ['Invoice', 'Straße', 'über'])
  })

  test('are refused with a reason when invalid', async ({ assert }) => {
    const { files } = await assets.tenant()
    const file = await files.file('plan.txt')
    const wrong = [
      [''],
      ['   '],
      ['a'.repeat(65)],
      ['line\nbreak'],
      ['turned\u202e'],
      ['\u200b'],
      Array.from({ length: 51 }, (_, at) => `tag ${at}`),
      'invoice',
      [1],
      [null],
    ]
    for (const tags of wrong) {
      const reply = await tag(files, file.id, tags)
      assert.equal(reply.status, 422, JSON.stringify(tags))
      assert.match(reply.body.errors[0]!.field, /^tags/)
    }
    assert.equal((await tag(files, file.id, ['😀'.repeat(64)])).status, 200)
    const most = Array.from({ length: 50 }, (_, at) => `tag ${at}`)
    assert.deepEqual((await tag(files, file.id, most)).body.tags, most)
    assert.equal((await edit(files, [file.id], { add: ['one more'] })).status, 422)
    await files.call('DELETE', `/${file.id}`)
    assert.equal((await tag(files, file.id, [])).status, 409)
  })

  // Red when tags are changed before all assets are checked.
  test('are added to and removed from several assets with one request, or not at all', async ({
    assert,
  }) => {
    const { files } = await assets.tenant()
    const [a, b] = [await files.file('a.txt'), await files.folder('B')]
    await tag(files, a.id, ['Invoice', 'old'])
    const added = await edit(files, [a.id, b.id], { add: ['INVOICE', 'New'], remove: ['OLD'] })
    assert.deepEqual(
      added.body.map(({ tags }) => tags),
      [
        ['Invoice', 'New'],
        ['INVOICE', 'New'],
      ]
    )
    const gone = await files.file('gone.txt')
    await files.call('DELETE', `/${gone.id}`)
    assert.equal((await edit(files, [a.id, gone.id], { add: ['x'] })).status, 409)
    assert.deepEqual(await files.names('?tag=x'), [])
    assert.equal((await edit(files, [a.id], {})).status, 422)
    assert.equal((await edit(files, [a.id], { add: ['x'], remove: ['X'] })).status, 422)
    assert.equal((await edit(files, [a.id], { add: ['x'], parentId: null })).status, 422)
    const mixed = { action: 'trash', ids: [a.id], add: ['x'] }
    assert.equal((await files.call('POST', '/bulk', { body: mixed })).status, 422)
  })

  test('filter a list in all folders: an asset must have all of them', async ({ assert }) => {
    const { files } = await assets.tenant()
    const folder = await files.folder('Folder')
    const [a, b, c] = [
      await files.file('a.txt'),
      await files.file('b.txt', folder.id),
      await files.file('c.txt'),
    ]
    await tag(files, a.id, ['Paid', 'Urgent'])
    await tag(files, b.id, ['paid'])
    await tag(files, c.id, ['urgent'])
    assert.deepEqual(await files.names('?tag=PAID'), ['a.txt', 'b.txt'])
    assert.deepEqual(await files.names('?tag=paid&tag=urgent'), ['a.txt'])
    assert.deepEqual(await files.names(`?tag=paid&parent=${folder.id}`), ['b.txt'])
    assert.deepEqual(await files.names('?tag=pai'), [])
    const several = encodeURIComponent(JSON.stringify({ tag: ['paid', 'urgent'] }))
    assert.deepEqual(await files.names(`?filter=${several}`), ['a.txt'])
    await files.call('DELETE', `/${folder.id}`)
    assert.deepEqual(await files.names('?tag=paid'), ['a.txt'])
    const other = await assets.tenant()
    assert.deepEqual(await other.files.names('?tag=paid'), [])
    for (const wrong of ['{"tag":1}', '{"tag":{"a":1}}', '{"tag":[1]}']) {
      const reply = await files.call('GET', `?filter=${encodeURIComponent(wrong)}`)
      assert.equal(reply.status, 400, wrong)
    }
  })

  test('are copied with an asset, and deleted with it', async ({ assert }) => {
    const { files } = await assets.tenant()
    const folder = await files.folder('Folder')
    const file = await files.file('a.txt', folder.id)
    await tag(files, file.id, ['Paid', 'urgent'])
    await tag(files, folder.id, ['Year'])
    const { body: copy } = await files.call('POST', `/${folder.id}/copy`, {
      body: { parentId: null },
    })
    assert.deepEqual(copy.tags, ['Year'])
    const [copied] = await files.list(`?parent=${copy.id}`)
    assert.deepEqual(copied!.tags, ['Paid', 'urgent'])
    assert.deepEqual((await files.names('?search=urgent')).length, 2)
    await files.call('DELETE', `/${folder.id}`)
    assert.equal((await files.call('POST', `/${folder.id}/purge`)).status, 204)
    assert.deepEqual(
      (await tagsIn(files)).map(({ id, count }) => [id, count]),
      [
        ['paid', 1],
        ['urgent', 1],
        ['year', 1],
      ]
    )
  })

  test('are listed by name with their counts, and found by prefix', async ({ assert }) => {
    const { files } = await assets.tenant()
    const made = [await files.file('a.txt'), await files.file('b.txt'), await files.file('c.txt')]
    const ids = made.map(({ id }) => id)
    await edit(files, ids, { add: ['Straße', 'paid'] })
    await edit(files, ids.slice(0, 1), { add: ['Pallet 7', 'zoll', 'PAID'] })
    const shown = (found: Tag[]) => found.map(({ name, count }) => `${name} ${count}`)
    const all = ['paid 3', 'Pallet 7 1', 'Straße 3', 'zoll 1']
    assert.deepEqual(shown(await tagsIn(files)), all)
    const down = encodeURIComponent('["name","DESC"]')
    assert.deepEqual(shown(await tagsIn(files, `?sort=${down}`)), all.toReversed())
    assert.deepEqual(shown(await tagsIn(files, '?search=PA')), all.slice(0, 2))
    assert.deepEqual(shown(await tagsIn(files, '?search=x')), [])
    const named = encodeURIComponent(JSON.stringify({ id: ['paid', 'nothing'] }))
    assert.deepEqual(shown(await tagsIn(files, `?filter=${named}`)), ['paid 3'])
    const paged = await assets.app.call<Tag[]>('GET', '/api/tags?range=[1,2]', { as: files.as })
    assert.deepEqual(shown(paged.body), all.slice(1, 3))
    assert.equal(paged.headers.get('content-range'), 'tags 1-2/4')
    const far = await assets.app.call<Tag[]>('GET', '/api/tags?range=[5000,5010]', { as: files.as })
    assert.deepEqual(far.body, [])
    assert.deepEqual(await tagsIn((await assets.tenant()).files), [])
  })
})
