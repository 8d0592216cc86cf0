import { test } from '@japa/runner'
import type { AssetInfo } from '../contracts/asset_info.js'
import { alterName, assetsApp, Files } from './support.js'

type WithFolders = AssetInfo & { folders: { id: string; name: string }[] }

test.group('Folders and names', (group) => {
  const assets = assetsApp(group)

  test('a folder stays where it was created, and has a path', async ({ assert }) => {
    const { files, id: tenantId } = await assets.tenant()
    const reply = await files.createFolder('Invoices')
    assert.equal(reply.status, 201)
    const { id } = reply.body
    assert.containSubset(reply.body, { tenantId, parentId: null, type: 'folder', size: 0 })
    const year = await files.folder('2031', id)
    const file = await files.file('march.txt', year.id)
    const shown = await files.call<WithFolders>('GET', `/${file.id}`)
    assert.equal(shown.body.path, '/Invoices/2031/march.txt')
    assert.deepEqual(shown.body.folders, [
      { id, name: 'Invoices' },
      { id: year.id, name: '2031' },
    ])
    assert.deepEqual(await files.names(), ['Invoices'])
    assert.deepEqual(await files.names(`?parent=${id}`), ['2031'])
    assert.deepEqual(await files.names(`?parent=`), ['Invoices'])
  })

  // Red when a part of safeName() is missing.
  test('the name {$self} is refused for folders, files and renaming')
    .with(['', '   ', '.', '..', 'a/b', '../up', 'a\\b', 'tab\there', 'nul\0', 'é'.repeat(128)])
    .run(async ({ assert }, name) => {
      const { files } = await assets.tenant()
      const kept = await files.folder('Kept')
      assert.equal((await files.createFolder(name)).status, 422)
      assert.equal((await files.call('PUT', `/${kept.id}`, { body: { name } })).status, 422)
      // A form cannot contain some of these names.
      assert.include([400, 422], (await files.upload({ name })).status)
      assert.deepEqual(await files.names(), ['Kept'])
    })

  // Red when safeName leaves out unreadable() or findWindowsProblem().
  test('the misleading or unsyncable name {$self} is refused with a reason')
    .with([
      'a\u202etxt.exe',
      '\u2066x\u2069',
      '\u200b',
      '\u200b \u2060',
      '\u3164',
      'a\u2028b',
      'a\u200eb',
      'a\u200fb',
      'a\u061cb',
      'a\u200bb.txt',
      'a\ufeffb',
      'a\u00adb',
      'a\u2060b',
      '\u3164.txt',
      '\u115f',
      '\u180e',
      '\ufe0f.txt',
      '\u00a0.txt',
      ' .txt',
      'a\u2063b',
      'a\u{e0041}b',
      'a\u{e007f}',
      'a\ufffdb',
      'CON',
      'nul.txt',
      'Com1',
      'LPT9.tar.gz',
      'com\u00b9',
      'aux .txt',
      'conin$',
      'ends.',
      'ends ',
      'a<b',
      'a>b',
      'a:b',
      'a"b',
      'a|b',
      'why?',
      '*.txt',
    ])
    .run(async ({ assert }, name) => {
      const { files } = await assets.tenant()
      const kept = await files.folder('Kept')
      const replies = [
        await files.createFolder(name),
        await files.call('PUT', `/${kept.id}`, { body: { name } }),
      ]
      for (const { status, body } of replies) {
        assert.equal(status, 422)
        assert.match(
          body.message,
          /cannot be a name: (Windows|it contains|it has no|".+" is a device)/
        )
        assert.notMatch(
          body.message,
          /[\u00ad\u061c\u200b\u200e\u200f\u202e\u2060-\u206f\u2028\ufeff\u{e0000}-\u{e007f}]/u
        )
      }
      assert.deepEqual(await files.names(), ['Kept'])
    })

  // Red when the error does not offer the name without the bad characters.
  test('the error offers the name without invisible characters')
    .with([
      [
        'WhatsApp Chat with \u202a+44 20 7946 0018\u202c.txt',
        'WhatsApp Chat with +44 20 7946 0018.txt',
      ],
      ['\u200eC\u200f.txt', 'C.txt'],
      ['tab\there.txt', 'tabhere.txt'],
      [
        'a\u{e0041}b\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
        'ab\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
      ],
    ])
    .run(async ({ assert }, [given, cleaned]) => {
      const { files } = await assets.tenant()
      const { status, body } = await files.createFolder(given!)
      assert.equal(status, 422)
      assert.include(body.message, `Call it "${cleaned}"`)
      assert.equal((await files.createFolder(cleaned!)).status, 201)
    })

  test('the error for a long name says how many characters to leave out', async ({ assert }) => {
    const { files } = await assets.tenant()
    const why = async (name: string) => (await files.createFolder(name)).body.message
    assert.include(
      await why(`${'\u65e5'.repeat(86)}.pdf`),
      'it has 262 bytes, and at most 255 are allowed. Leave out 3 of its characters'
    )
    assert.include(await why(`x.${'y'.repeat(300)}`), 'Leave out 47 of its characters')
    // The rest of the name is invalid, too.
    assert.notInclude(await why('\u202eCON'), 'Call it')
  })

  test('names that only look similar are allowed')
    .with([
      'console.log',
      'com10',
      'COM.txt',
      'nullable',
      '.hidden',
      'a.b',
      ' leading',
      'v1.2 (3)',
      // Joiners are valid inside words and pictures.
      '\u0646\u0627\u0645\u0647\u200c\u0647\u0627',
      '👩‍👧.png',
      'Grüße & mehr; 5 €',
      // Flags are written with tag characters.
      '\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f} trip.jpg',
      `${'\u65e5'.repeat(83)}.pdf`,
    ])
    .run(async ({ assert }, name) => {
      const { files } = await assets.tenant()
      assert.equal((await files.createFolder(name)).body.name, name)
    })

  // Red when updateAsset checks an unchanged name.
  test('an older name stays readable, describable, movable and renamable', async ({ assert }) => {
    const { files } = await assets.tenant()
    const { id } = await files.file('plain.txt')
    const name = 'a\u202etxt.exe: CON?'
    await alterName(id, name)
    assert.deepEqual(await files.names(), [name])
    const folder = await files.folder('Folder')
    for (const body of [
      { name, metadata: { a: 1 } },
      { name, parentId: folder.id },
    ]) {
      assert.equal((await files.call('PUT', `/${id}`, { body })).status, 200)
    }
    assert.equal((await files.call('GET', `/${id}/content`)).status, 200)
    const renamed = await files.call('PUT', `/${id}`, { body: { name: 'plain.txt' } })
    assert.equal(renamed.body.name, 'plain.txt')
  })

  // Red when metadata that look like sealed secrets are masked.
  test('metadata that look like a sealed secret are shown unchanged', async ({ assert }) => {
    const { files } = await assets.tenant()
    const { id } = await files.file('a.txt')
    const metadata = { token: { $sealed: 'mine' } }
    await files.call('PUT', `/${id}`, { body: { metadata } })
    assert.deepEqual((await files.call('GET', `/${id}`)).body.metadata, metadata)
  })

  test('255 bytes are allowed, and both Unicode forms of a name are one name', async ({
    assert,
  }) => {
    const { files } = await assets.tenant()
    assert.equal((await files.createFolder('x'.repeat(255))).status, 201)
    const composed = 'Gr\u00fc\u00dfe'
    const decomposed = composed.normalize('NFD')
    assert.equal((await files.folder(decomposed)).name, composed)
    const again = await files.createFolder(composed)
    assert.equal(again.status, 409)
    assert.equal(again.body.code, 'E_NAME_TAKEN')
  })

  test('of many requests for one name only one wins, at the top and in a folder', async ({
    assert,
  }) => {
    const { files } = await assets.tenant()
    const inside = await files.folder('Inside')
    for (const parentId of [null, inside.id]) {
      const replies = await Promise.all(
        Array.from({ length: 12 }, () => files.createFolder('Wanted', parentId))
      )
      const statuses = replies.map(({ status }) => status).sort()
      assert.deepEqual(statuses, [201, ...Array.from({ length: 11 }, () => 409)])
    }
  })

  test('renaming and moving change the path of everything below', async ({ assert }) => {
    const { files } = await assets.tenant()
    const [from, to] = [await files.folder('From'), await files.folder('To')]
    const inner = await files.folder('Inner', from.id)
    const file = await files.file('a.txt', inner.id)
    const body = { name: 'Renamed', parentId: to.id }
    const moved = await files.call('PUT', `/${inner.id}`, { body })
    assert.equal(moved.status, 200)
    const { path } = (await files.call('GET', `/${file.id}`)).body
    assert.equal(path, '/To/Renamed/a.txt')
    assert.deepEqual(await files.names(`?parent=${from.id}`), [])
    await files.call('PUT', `/${inner.id}`, { body: { parentId: null } })
    assert.deepEqual(await files.names(), ['From', 'Renamed', 'To'])
  })

  test('a taken name refuses renaming and moving, and changes nothing', async ({ assert }) => {
    const { files } = await assets.tenant()
    const folder = await files.folder('Folder')
    const [a, b] = [await files.file('a.txt'), await files.file('b.txt')]
    await files.file('a.txt', folder.id)
    const renamed = await files.call('PUT', `/${a.id}`, { body: { name: 'b.txt' } })
    const moved = await files.call('PUT', `/${a.id}`, { body: { parentId: folder.id } })
    assert.deepEqual([renamed.status, moved.status], [409, 409])
    assert.equal(renamed.body.errors[0]?.field, 'name')
    assert.deepEqual(await files.names(), ['a.txt', 'b.txt', 'Folder'])
    const same = await files.call('PUT', `/${b.id}`, { body: { name: 'b.txt' } })
    assert.equal(same.status, 200)
  })

  // Red when a move checks only the depth of its target, and when reading checks the depth for writing.
  test('a tree is not moved beyond the depth limit, and the deepest folder can be listed', async ({
    assert,
  }) => {
    const { files } = await assets.tenant()
    const parentId = (await files.chain(60)).at(-1)
    const [long, shorter, ...rest] = await files.chain(41)
    const refused = await files.call('PUT', `/${long}`, { body: { parentId } })
    assert.deepEqual([refused.status, refused.body.errors[0]?.field], [422, 'parentId'])
    assert.equal((await files.call('PUT', `/${shorter}`, { body: { parentId } })).status, 200)
    assert.deepEqual(await files.names(`?parent=${rest.at(-1)}`), [])
  })

  // Red when the lineage of the target is not checked.
  test('a folder never moves into itself, not even by two concurrent moves', async ({ assert }) => {
    const { files } = await assets.tenant()
    for (let round = 0; round < 5; round++) {
      const a = await files.folder(`A${round}`)
      const b = await files.folder(`B${round}`)
      const inner = await files.folder('Inner', a.id)
      const move = (id: string, parentId: string) =>
        files.call('PUT', `/${id}`, { body: { parentId } })
      assert.equal((await move(a.id, a.id)).status, 422)
      assert.equal((await move(a.id, inner.id)).status, 422)
      const replies = await Promise.all([move(a.id, b.id), move(b.id, a.id)])
      assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 422])
      assert.equal((await files.call('GET', `/${inner.id}`)).status, 200)
    }
  })

  test('invalid parents are refused', async ({ assert }) => {
    const { files } = await assets.tenant()
    const other = await (await assets.tenant()).files.folder('Foreign')
    const file = await files.file('a.txt')
    assert.equal((await files.createFolder('x', 'unknown')).status, 404)
    assert.equal((await files.createFolder('x', other.id)).status, 404)
    assert.equal((await files.createFolder('x', file.id)).status, 422)
    assert.equal((await files.createFolder('x', 'no id\0')).status, 422)
    assert.equal(
      (await files.call('PUT', `/${file.id}`, { body: { parentId: other.id } })).status,
      404
    )
    assert.equal((await files.call('GET', `?parent=${other.id}`)).status, 404)
    assert.deepEqual(await files.names(), ['a.txt'])
  })

  test('another tenant and a viewer can change nothing here', async ({ assert }) => {
    const { id, ...people } = await assets.app.tenant('harbourline')
    const files = new Files(assets.app, people.editor)
    const viewer = new Files(assets.app, people.viewer)
    const other = await assets.app.tenant('quayside')
    const stranger = new Files(assets.app, other.admin)
    const file = await files.file('a.txt')
    for (const [method, path] of [
      ['GET', ''],
      ['PUT', ''],
      ['DELETE', ''],
      ['POST', '/restore'],
      ['POST', '/copy'],
      ['POST', '/versions/1/restore'],
      ['GET', '/versions'],
      ['GET', '/content'],
    ] as const) {
      const bodies: Record<string, object> = {
        '/copy': { parentId: null },
        PUT: { name: 'stolen' },
      }
      const body = bodies[path] ?? bodies[method]
      const foreign = await stranger.call(method, `/${file.id}${path}`, { body })
      assert.equal(foreign.status, 404, `${method} ${path}`)
      const viewed = await viewer.call(method, `/${file.id}${path}`, { body })
      assert.equal(viewed.status, method === 'GET' ? 200 : 403, `${method} ${path}`)
    }
    assert.equal((await viewer.createFolder('x')).status, 403)
    assert.equal((await viewer.upload({ name: 'x' })).status, 403)
    const body = { name: 'x', type: 'folder', tenantId: id }
    assert.equal((await stranger.call('POST', '', { body })).status, 403)
    assert.deepEqual(await stranger.names(), [])
  })
})
