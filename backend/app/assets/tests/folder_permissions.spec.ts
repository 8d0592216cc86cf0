import { randomBytes } from 'node:crypto'
import { get } from 'node:http'
import {
  bootApp,
  until,
  type Caller,
  type TestApp,
  type TestTenant,
} from '@crossdock/backend/testing'
import { test } from '@japa/runner'
import type { AssetInfo } from '../contracts/asset_info.js'
import { unpacked } from './read_zip.js'
import { Files } from './support.js'
import { metadataOf, Tus } from './tus_client.js'

interface Permissions {
  everyone: string
  grants: { kind: string; id: string; name: string | null; level: string }[]
  mine: string
  inherited: { id: string; name: string; everyone: string }[]
}

type Grant = [kind: 'user' | 'role', id: string, level: 'read' | 'write']

const grantsOf = (...grants: Grant[]) => grants.map(([kind, id, level]) => ({ kind, id, level }))

test.group('Folder permissions', (group) => {
  let app: TestApp
  let tenant: TestTenant
  /** The files of the tenant, used by an administrator, an editor and a viewer. */
  let [admin, editor, viewer]: Files[] = []
  let editorId: string
  let viewerId: string

  group.setup(async () => {
    app = await bootApp()
    tenant = await app.tenant('harbourline')
    const people = [tenant.admin, tenant.editor, tenant.viewer]
    ;[admin, editor, viewer] = people.map((as) => new Files(app, as))
    ;[editorId, viewerId] = await Promise.all([idOf(tenant.editor), idOf(tenant.viewer)])
    return () => app.stop()
  })

  const idOf = async (as: Caller) =>
    (await app.ok<{ user: { id: string } }>('GET', '/api/auth/me', { as })).user.id

  const set = (files: Files, id: string, everyone: string, ...grants: Grant[]) =>
    files.call<Permissions & { code: string }>('PUT', `/${id}/permissions`, {
      body: { everyone, grants: grantsOf(...grants) },
    })

  /** A folder that contains a folder with a file, closed to everyone who is not named. */
  async function closed(name: string, ...grants: Grant[]) {
    const folder = await admin!.folder(name)
    const inner = await admin!.folder('Inner', folder.id)
    const file = await admin!.file(`${name}.txt`, inner.id, 'secret')
    const { status } = await set(admin!, folder.id, 'none', ...grants)
    if (status !== 200) throw new Error(`${name} could not be closed: ${status}`)
    return { folder, inner, file }
  }

  const statuses = (files: Files, calls: [method: string, path: string, body?: object][]) =>
    Promise.all(
      calls.map(async ([method, path, body]) => (await files.call(method, path, { body })).status)
    )

  const reads = ({ id }: AssetInfo): [string, string][] => [
    ['GET', `/${id}`],
    ['GET', `/${id}/content`],
    ['GET', `/${id}/versions`],
  ]
  const changes = ({ id }: AssetInfo): [string, string, object?][] => [
    ['PUT', `/${id}`, { name: 'renamed.txt' }],
    ['PUT', `/${id}`, { metadata: { a: 1 } }],
    ['PUT', `/${id}`, { parentId: null }],
    ['POST', `/${id}/versions/1/restore`],
    ['POST', '/bulk', { action: 'move', ids: [id], parentId: null }],
    ['DELETE', `/${id}`],
  ]

  // Red when access is not checked while a zip is sent (`createAccessCheck`), or is checked with an ended session.
  test('a running zip download ends when {$self}')
    .with(['a folder was closed', 'the person was signed out'])
    .run(async ({ assert }, who) => {
      const top = await admin!.folder(`Long ${who}`)
      // More than the buffers between server and client hold.
      const large = { name: 'a.bin', parentId: top.id, bytes: randomBytes(10_000_000) }
      const { status, body } = await admin!.upload(large)
      assert.equal(status, 201)
      for (let copy = 0; copy < 3; copy++) {
        await admin!.call('POST', `/${body.id}/copy`, { body: { parentId: top.id } })
      }
      const as = await app.signIn('viewer@harbourline.example', 'harbourline')
      const url = new URL(`/api/assets/${top.id}/content`, app.url)
      const { promise, resolve, reject } = Promise.withResolvers<number>()
      get(url, { headers: as.headers }, (response) => {
        let received = 0
        const read = () => {
          response.on('data', (chunk: Buffer) => (received += chunk.length))
          response.once('end', () => reject(new Error(`It ended well after ${received} bytes.`)))
          response.once('error', () => resolve(received))
        }
        response.once('readable', () => {
          const taken =
            who === 'the person was signed out'
              ? app.ok('POST', '/api/auth/logout', { as })
              : set(admin!, top.id, 'none')
          // Access is checked once a second.
          taken.then(() => app.clock.advance(1_000)).then(read, reject)
        })
      }).on('error', reject)
      assert.isBelow(await promise, 39_000_000)
    })

  // Red when a zip is planned without the closed folders (`groupByParent`).
  test('a zip contains nothing from a closed folder', async ({ assert }) => {
    const top = await admin!.folder('Zipped')
    await admin!.file('open.txt', top.id, 'open')
    const inner = await admin!.folder('Board', top.id)
    await admin!.file('minutes.txt', inner.id, 'secret')
    await set(admin!, inner.id, 'none', ['user', viewerId, 'read'])
    const names = async (files: Files) => {
      const url = new URL(`/api/assets/zip?ids=${top.id}`, app.url)
      const reply = await fetch(url, { headers: files.as.headers })
      return [...unpacked(Buffer.from(await reply.arrayBuffer())).keys()]
    }
    assert.deepEqual(await names(editor!), ['Zipped/open.txt'])
    assert.sameMembers(await names(viewer!), ['Zipped/open.txt', 'Zipped/Board/minutes.txt'])
    assert.deepEqual(await statuses(editor!, [['GET', `/zip?ids=${inner.id}`]]), [404])
  })

  const notices = async (as: Caller, name: string) =>
    (await app.ok<{ text: string }[]>('GET', '/api/notifications', { as })).filter(({ text }) =>
      text.includes(`folder ${name} changed`)
    ).length

  // Red when setFolderPermissions notifies no one, its caller, or people who lose nothing.
  test('a person who loses a folder is notified once, and so is its creator', async ({
    assert,
  }) => {
    const people = [tenant.admin, tenant.editor, tenant.viewer]
    const all = (name: string) => Promise.all(people.map((as) => notices(as, name)))
    const made = await editor!.folder('Ledgers')
    assert.equal((await set(admin!, made.id, 'none', ['role', 'viewer', 'read'])).status, 200)
    await until(
      'the editor to be notified',
      async () => (await notices(tenant.editor, 'Ledgers')) > 0
    )
    // The administrator opens every folder, and the viewer can still read.
    assert.deepEqual(await all('Ledgers'), [0, 1, 0])

    await set(admin!, made.id, 'none', ['user', editorId, 'write'])
    await until(
      'the viewer to be notified',
      async () => (await notices(tenant.viewer, 'Ledgers')) > 0
    )
    // The creator has access again, and learns that the viewer lost it.
    assert.deepEqual(await all('Ledgers'), [0, 2, 1])

    // The same rule, an open folder, and a folder in a closed one remove no access.
    const inner = await editor!.folder('Old', made.id)
    await set(editor!, inner.id, 'none', ['user', editorId, 'write'])
    await set(admin!, made.id, 'none', ['user', editorId, 'write'])
    await set(admin!, made.id, 'write')
    // A creator who closes a folder gets no notification. Losing write access counts as a loss.
    await set(editor!, made.id, 'read', ['user', editorId, 'write'])
    const email = 'second@harbourline.example'
    await app.ok('POST', '/api/users', { as: tenant.admin, body: { email, role: 'editor' } })
    const second = await app.signIn(email, 'harbourline')
    await set(admin!, made.id, 'write')
    await set(editor!, made.id, 'read', ['user', editorId, 'write'])
    await until(
      'the second editor to be notified',
      async () => (await notices(second, 'Ledgers')) > 0
    )
    assert.deepEqual([await all('Ledgers'), await notices(second, 'Ledgers')], [[0, 2, 1], 1])
    assert.deepEqual(await all('Old'), [0, 0, 0])
  })

  // Red when `assertVisible` checks only the trash.
  test('the contents of a closed folder are invisible to people without access', async ({
    assert,
  }) => {
    const { folder, inner, file } = await closed('Payroll', ['user', viewerId, 'read'])
    assert.deepEqual(await statuses(editor!, reads(file)), [404, 404, 404])
    assert.deepEqual(await statuses(editor!, changes(file)), Array(6).fill(404))
    assert.deepEqual(
      await statuses(editor!, [
        ['GET', `/${folder.id}`],
        ['GET', `?parentId=${folder.id}`],
        ['GET', `/${folder.id}/permissions`],
        ['POST', '', { name: 'Mine', type: 'folder', parentId: inner.id }],
        ['POST', `/${inner.id}/copy`, { parentId: null }],
      ]),
      Array(5).fill(404)
    )
    assert.equal((await editor!.upload({ name: 'x.txt', parentId: inner.id })).status, 404)
    assert.deepEqual(await statuses(viewer!, reads(file)), [200, 200, 200])
    assert.deepEqual(await statuses(admin!, reads(file)), [200, 200, 200])
  })

  // Red when the list leaves out `openFolderSql`, or the ids.
  test('lists, searches and the trash do not show the contents', async ({ assert }) => {
    const { folder, inner, file } = await closed('Mergers')
    const trashed = await admin!.file('Mergers, old.txt', inner.id)
    await admin!.call('DELETE', `/${trashed.id}`)
    const seenBy = async (files: Files, query: string) =>
      (await files.list(query)).map(({ id }) => id)
    for (const [query, id] of [
      ['?range=[0,999]', folder.id],
      ['?search=Mergers', folder.id],
      ['?search=Mergers.txt', file.id],
      [`?filter={"id":["${inner.id}","${file.id}"]}`, inner.id],
      [`?filter={"parentId":["${folder.id}","${inner.id}"]}`, file.id],
      ['?trashed=true', trashed.id],
      [`?trashed=true&parentId=${inner.id}`, trashed.id],
    ] as const) {
      assert.include(await seenBy(admin!, query), id, query)
      const seen = await seenBy(editor!, query)
      for (const one of [folder, inner, file, trashed]) assert.notInclude(seen, one.id, query)
    }
  })

  // Red when writing requires only read access.
  // Red when `tagsOfKeys` checks only the tags.
  test('tags come only from visible assets', async ({ assert }) => {
    const { file } = await closed('Tagged')
    const open = await admin!.file('tagged.txt')
    await admin!.call('PUT', `/${file.id}/tags`, { body: { tags: ['Merger', 'Shared'] } })
    await admin!.call('PUT', `/${open.id}/tags`, { body: { tags: ['Shared'] } })
    const names = async (as: Caller) =>
      (await app.ok<{ name: string; count: number }[]>('GET', '/api/tags', { as })).map(
        ({ name, count }) => [name, count]
      )
    assert.deepEqual(await names(tenant.admin), [
      ['Merger', 1],
      ['Shared', 2],
    ])
    assert.deepEqual(await names(tenant.editor), [['Shared', 1]])
    const spelled = await app.call('GET', '/api/tags?search=mer', { as: tenant.editor })
    assert.equal(spelled.headers.get('content-range'), 'tags */0')
  })

  test('read access allows no changes, write access does', async ({ assert }) => {
    const folder = await admin!.folder('Templates')
    const file = await admin!.file('letter.txt', folder.id)
    await set(admin!, folder.id, 'read')
    assert.deepEqual(await statuses(editor!, reads(file)), [200, 200, 200])
    assert.deepEqual(await statuses(editor!, changes(file)), Array(6).fill(403))
    const refused = await editor!.upload({ name: 'letter.txt', parentId: folder.id })
    assert.equal(refused.body.code, 'E_FOLDER_READ_ONLY')
    assert.equal(refused.status, 403)
    await set(admin!, folder.id, 'read', ['role', 'editor', 'write'])
    assert.equal((await editor!.upload({ name: 'letter.txt', parentId: folder.id })).status, 200)
    assert.equal((await viewer!.upload({ name: 'letter.txt', parentId: folder.id })).status, 403)
  })

  // Red when only the nearest folder with permissions counts.
  test('a folder is open to people with access to it and to every folder above it', async ({
    assert,
  }) => {
    const { folder, inner, file } = await closed('Board', ['role', 'viewer', 'read'])
    await set(admin!, inner.id, 'none', ['user', editorId, 'write'])
    assert.deepEqual(await statuses(editor!, reads(file)), [404, 404, 404])
    assert.deepEqual(await statuses(viewer!, reads(file)), [404, 404, 404])
    await set(admin!, folder.id, 'read')
    assert.deepEqual(await statuses(editor!, reads(file)), [200, 200, 200])
    const { body } = await admin!.call<Permissions>('GET', `/${inner.id}/permissions`)
    assert.containSubset(body, {
      everyone: 'none',
      mine: 'write',
      grants: [{ kind: 'user', id: editorId, level: 'write' }],
      inherited: [{ id: folder.id, name: 'Board', everyone: 'read' }],
    })
  })

  // Red when `assertOpenBelow` is not called.
  test('a folder that contains a closed one cannot be moved without access to that', async ({
    assert,
  }) => {
    const outer = await admin!.folder('Outer')
    const inner = await admin!.folder('Shut', outer.id)
    await set(admin!, inner.id, 'none')
    for (const [method, path, body] of [
      ['DELETE', `/${outer.id}`],
      ['PUT', `/${outer.id}`, { parentId: (await admin!.folder('Elsewhere')).id }],
      ['POST', `/${outer.id}/copy`, { parentId: null }],
      ['POST', '/bulk', { action: 'trash', ids: [outer.id] }],
    ] as const) {
      const reply = await editor!.call(method, path, { body })
      assert.equal(reply.status, 409, `${method} ${path}`)
      assert.equal(reply.body.code, 'E_FOLDER_CLOSED')
    }
    assert.equal((await editor!.call('PUT', `/${outer.id}`, { body: { name: 'O' } })).status, 200)
    assert.equal((await admin!.call('DELETE', `/${outer.id}`)).status, 200)
    assert.equal((await editor!.call('POST', `/${outer.id}/purge`)).status, 409)
  })

  // Red when `copyPermissions` is not called.
  test('a copy has the permissions of its original', async ({ assert }) => {
    const { folder, inner } = await closed('Appraisals', ['user', viewerId, 'read'])
    await set(admin!, inner.id, 'read')
    const { body: copy } = await admin!.call('POST', `/${folder.id}/copy`, {
      body: { parentId: null },
    })
    assert.equal(copy.name, 'Appraisals (copy)')
    const [copied] = await admin!.list(`?parentId=${copy.id}`)
    assert.deepEqual(await statuses(editor!, [['GET', `/${copied!.id}`]]), [404])
    assert.deepEqual(await statuses(viewer!, [['GET', `/${copied!.id}`]]), [200])
    const { body } = await admin!.call<Permissions>('GET', `/${copied!.id}/permissions`)
    assert.containSubset(body, { everyone: 'read', inherited: [{ id: copy.id, everyone: 'none' }] })
  })

  // Red when any of the checks of `setFolderPermissions` is missing.
  test('callers cannot lock themselves out, name strangers, or open what they may not change', async ({
    assert,
  }) => {
    const other = await app.tenant('lumenfreight')
    const folder = await editor!.folder('Ours')
    const refusals = await Promise.all([
      set(editor!, folder.id, 'none'),
      set(editor!, folder.id, 'none', ['user', editorId, 'read']),
      set(editor!, folder.id, 'read', ['user', await idOf(other.editor), 'read']),
      set(editor!, folder.id, 'read', ['role', 'no such role', 'read']),
      set(admin!, folder.id, 'none', ['role', 'viewer', 'read'], ['role', 'viewer', 'write']),
    ])
    assert.deepEqual(
      refusals.map(({ status }) => status),
      Array(5).fill(422)
    )
    assert.equal((await set(viewer!, folder.id, 'read')).status, 403)
    assert.equal((await set(admin!, (await admin!.file('f')).id, 'none')).status, 409)
    assert.equal((await set(new Files(app, other.admin), folder.id, 'none')).status, 404)
    const mine = await set(editor!, folder.id, 'none', ['user', editorId, 'write'])
    assert.equal(mine.status, 200)
    assert.equal(mine.body.mine, 'write')
    assert.equal((await set(admin!, folder.id, 'read')).status, 200)
    assert.equal((await set(editor!, folder.id, 'write')).status, 403)
    assert.equal((await set(admin!, folder.id, 'write')).body.grants.length, 0)
    assert.equal((await viewer!.call('GET', `/${folder.id}`)).status, 200)
  })

  // Red when setting permissions does not require the permission to change files (`assetsWrite`).
  test('people who may not change files cannot set permissions', async ({ assert }) => {
    const folder = await admin!.folder('Team')
    const made = await app.ok<{ token: string }>('POST', '/api/api-tokens', {
      as: tenant.admin,
      body: { name: 'permissions', scopes: ['assets.read', 'assets.permissions'] },
    })
    const files = new Files(app, { headers: { authorization: `Bearer ${made.token}` } })
    assert.equal((await set(files, folder.id, 'none')).status, 403)
    assert.equal((await editor!.call('GET', `/${folder.id}`)).status, 200)
  })

  // Red when a token gets the rights of its person beyond its scopes.
  test('a token opens only the folders that its scopes allow', async ({ assert }) => {
    const { file } = await closed('Contracts')
    const tokenWith = async (scopes: string[]) => {
      const body = { name: 'narrow', scopes }
      const made = { as: tenant.admin, body }
      const { token } = await app.ok<{ token: string }>('POST', '/api/api-tokens', made)
      return new Files(app, { headers: { authorization: `Bearer ${token}` } })
    }
    const narrow = await tokenWith(['assets.read', 'assets.write'])
    assert.deepEqual(await statuses(narrow, reads(file)), [404, 404, 404])
    const wide = await tokenWith(['assets.read', 'assets.all'])
    assert.deepEqual(await statuses(wide, reads(file)), [200, 200, 200])
  })

  // Red when the feed does not check for closed folders.
  test('the feed shows that something happened there, without details', async ({ assert }) => {
    const { file } = await closed('Redundancies')
    const feedOf = (as: Caller) =>
      app.ok<{ action: string; entityId: string | null; metadata: object }[]>(
        'GET',
        '/api/activity?range=[0,999]',
        { as }
      )
    // The feed follows the log with a delay.
    await until('the file in the feed', async () =>
      JSON.stringify(await feedOf(tenant.admin)).includes('Redundancies.txt')
    )
    const feed = await feedOf(tenant.editor)
    assert.notInclude(JSON.stringify(feed), 'Redundancies')
    assert.notInclude(JSON.stringify(feed), file.id)
    assert.include(
      feed.map(({ action }) => action),
      'Something in a folder that is closed to you'
    )
    const newest = await app.ok('GET', '/api/dashboard/activity', { as: tenant.editor })
    assert.notInclude(JSON.stringify(newest), 'Redundancies')
    // Red without `visibleConditions`: the number of hits would confirm a guessed name.
    const hits = async (as: Caller, typed: string) =>
      (
        await app.ok<unknown[]>('GET', `/api/activity?filter={"search":"${typed}"}&range=[0,99]`, {
          as,
        })
      ).length
    assert.isAbove(await hits(tenant.admin, 'redundanc'), 0)
    assert.equal(await hits(tenant.editor, 'redundanc'), 0)
    await admin!.file('Open to all.txt')
    await until(
      'the open file in the feed',
      async () => (await hits(tenant.admin, 'open to a')) > 0
    )
    assert.isAbove(await hits(tenant.editor, 'open to a'), 0)
  })

  // Red when the list or `lockShare` does not check that the caller may open the shared asset.
  test('links to it are visible to their creators and to people with access', async ({
    assert,
  }) => {
    const { file, folder } = await closed('Severance')
    const share = async (as: Caller, id: string) =>
      (
        await app.ok<{ id: string }>('POST', `/api/assets/${id}/shares`, {
          as,
          body: { kind: 'download', message: 'what is in it' },
        })
      ).id
    const id = await share(tenant.admin, file.id)
    const open = await share(tenant.editor, (await admin!.file('Brochure.txt')).id)
    const listed = async (as: Caller, query = '') =>
      (await app.ok<{ id: string }[]>('GET', `/api/shares?range=[0,99]${query}`, { as })).map(
        (one) => one.id
      )
    assert.includeMembers(await listed(tenant.admin), [id, open])
    assert.notInclude(await listed(tenant.editor), id)
    assert.include(await listed(tenant.editor), open)
    assert.deepEqual(await listed(tenant.editor, '&filter={"search":"severance"}'), [])
    for (const [method, path, body] of [
      ['PUT', `/api/shares/${id}`, { name: 'taken over' }],
      ['DELETE', `/api/shares/${id}`],
      ['POST', '/api/shares/bulk', { action: 'revoke', ids: [id] }],
    ] as const) {
      const { status } = await app.call(method, path, { as: tenant.editor, body })
      assert.equal(status, 404, `${method} ${path}`)
    }
    await set(admin!, folder.id, 'none', ['user', editorId, 'read'])
    assert.include(await listed(tenant.editor), id)
  })

  // Red when a purge keeps no rules (`keepClosed`), and when every deleted asset counts as closed.
  test('a closed asset stays closed in the feed after it is deleted permanently', async ({
    assert,
  }) => {
    const open = await admin!.file('Menu.txt')
    const { folder } = await closed('Layoffs')
    await closed('Still there')
    for (const { id } of [open, folder]) {
      await admin!.call('DELETE', `/${id}`)
      assert.equal((await admin!.call('POST', `/${id}/purge`)).status, 204)
    }
    const feedOf = async (as: Caller) =>
      JSON.stringify(await app.ok('GET', '/api/activity?range=[0,999]', { as }))
    await until('the end of both in the feed', async () => {
      const feed = await feedOf(tenant.admin)
      return feed.includes('folder_purge') && feed.includes('file_purge')
    })
    assert.include(await feedOf(tenant.admin), 'Layoffs.txt')
    const search = '/api/activity?filter={"search":"layoffs"}&range=[0,99]'
    assert.deepEqual(await app.ok('GET', search, { as: tenant.editor }), [])
    const feed = await feedOf(tenant.editor)
    assert.notInclude(feed, 'Layoffs')
    assert.include(feed, 'Menu.txt')
  })

  // Red when the event does not invalidate the cached rules.
  test('a change applies to the next request', async ({ assert }) => {
    const folder = await admin!.folder('Flapping')
    for (const everyone of ['none', 'read', 'none', 'write', 'none']) {
      await set(admin!, folder.id, everyone)
      const { status } = await editor!.call('GET', `/${folder.id}`)
      assert.equal(status, everyone === 'none' ? 404 : 200, everyone)
    }
  })

  // Red when runs start without checking the person who saved the workflow (`removeClosedMatches`).
  test('an event does not start workflows of people without access', async ({ assert }) => {
    const { inner } = await closed('Supervisory')
    const permissions = ['assets.read', 'assets.write', 'flows.read', 'flows.write']
    const { key: role } = await app.ok<{ key: string }>('POST', '/api/roles', {
      as: tenant.admin,
      body: { name: 'Builder', permissions },
    })
    const email = 'builder@harbourline.example'
    await app.ok('POST', '/api/users', { as: tenant.admin, body: { email, role } })
    const builder = await app.signIn(email, tenant.id)
    const workflowOf = async (as: Caller) => {
      const steps = [{ type: 'metadata_update', config: { metadata: { seen: true } } }]
      const trigger = { eventTypes: ['file_upload'] }
      const body = { name: 'Sees files', triggerType: 'file_event', triggerConfig: trigger, steps }
      const path = '/api/integrations/workflows'
      return (await app.ok<{ id: string }>('POST', path, { as, body })).id
    }
    const [theirs, ours] = [await workflowOf(builder), await workflowOf(tenant.admin)]
    const runsOf = (flowId: string) =>
      app.ok<unknown[]>('GET', `/api/flow-executions?flowId=${flowId}`, { as: tenant.admin })
    await admin!.file('minutes.txt', inner.id)
    await until('the run of who may see it', async () => (await runsOf(ours)).length === 1)
    assert.lengthOf(await runsOf(theirs), 0)
    await admin!.file('open.txt')
    await until('a run of what is open', async () => (await runsOf(theirs)).length === 1)
  })

  // Red when the library finds, names or counts closed assets among the newest.
  test('workflows of people without access neither reach it nor reveal its name', async ({
    assert,
  }) => {
    const { file } = await closed('Acquisition', ['user', viewerId, 'read'])
    const steps = [{ type: 'metadata_update', config: { metadata: { seen: true } } }]
    const workflow = await app.ok<{ id: string }>('POST', '/api/integrations/workflows', {
      as: tenant.admin,
      body: { name: 'Marks files', triggerType: 'manual', triggerConfig: {}, steps },
    })
    const start = (as: Caller) =>
      app.call<{ id: string; assetName: string | null }>('POST', '/api/flow-executions/trigger', {
        as,
        body: { flowId: workflow.id, assetId: file.id },
      })
    assert.equal((await start(tenant.editor)).status, 404)
    const { body: run } = await start(tenant.admin)
    assert.equal(run.assetName, 'Acquisition.txt')
    const runAs = (as: Caller) =>
      app.ok<{ assetName: string | null }>('GET', `/api/flow-executions/${run.id}`, { as })
    assert.equal((await runAs(tenant.viewer)).assetName, 'Acquisition.txt')
    assert.isNull((await runAs(tenant.editor)).assetName)

    const previewed = (as: Caller) =>
      app.ok<{ files: { name: string }[] }>('POST', '/api/integrations/workflows/preview', {
        as,
        body: { triggerType: 'file_event', triggerConfig: { eventTypes: ['file_upload'] }, steps },
      })
    const named = async (as: Caller) => (await previewed(as)).files.map(({ name }) => name)
    assert.include(await named(tenant.admin), 'Acquisition.txt')
    assert.notInclude(await named(tenant.editor), 'Acquisition.txt')
  })

  // Red when `ensureFolders` looks into a folder on the path before checking that it is open.
  test('a path through a closed folder gets the same answer for any content', async ({
    assert,
  }) => {
    const { folder, inner } = await closed('Redacted')
    await admin!.file('payroll.csv', folder.id)
    const below = [
      'payroll.csv/x',
      'nothere.csv/x',
      'Inner/x',
      'Inner/Redacted.txt/x',
      'payroll.csv',
    ]
    const paths = below.map((path) => `Redacted/${path}`)
    const form = new FormData()
    for (const path of paths) form.append('file', new Blob(['x']), path)
    const { body } = await editor!.call<{ files: Record<string, string>[] }>('POST', '/batch', {
      body: form,
    })
    const message = 'There is no folder "Redacted" here that you may open.'
    assert.deepEqual(
      body.files.map((one) => [one.path, one.fate, one.code, one.message]),
      paths.map((path) => [path, 'refused', 'E_NOT_FOUND', message])
    )
    for (const relativePath of paths) {
      const metadata = metadataOf({ filename: 'x', relativePath })
      const type = { 'content-type': 'application/offset+octet-stream' }
      const headers = { 'upload-length': '1', 'upload-metadata': metadata, ...type }
      const reply = await new Tus(editor!).send('POST', undefined, headers, 'x')
      assert.equal(reply.status, 404, relativePath)
      assert.containSubset(await reply.json(), { code: 'E_NOT_FOUND', message })
    }
    assert.sameMembers(await admin!.names(`?parentId=${folder.id}`), ['Inner', 'payroll.csv'])
    assert.lengthOf(await admin!.list(`?parentId=${inner.id}`), 1)
  })
})
