import { test } from '@japa/runner'
import { FeedReader, migratedDatabase, until } from '@crossdock/backend/testing'
import { installed } from '@crossdock/backend/plugins'
import { unscoped } from '@crossdock/kernel/database'
import { inTenant } from '@crossdock/kernel/tenancy'
import { keptNotifications } from '../kept.js'
import { harbour, Lab } from './lab.js'

test.group('Notifications', (group) => {
  let lab: Lab
  group.setup(async () => {
    lab = await Lab.start()
    return () => lab.app.stop()
  })

  // Red when mayReceive() does not check the permission, and when own.ts does not narrow to the person.
  test('reach all people with the permission, and no one else', async ({ assert }) => {
    const { acme, globex } = lab
    await lab.flood('North')
    await lab.notified(acme.admin, 'Quay North is flooded')
    const flooded = await lab.notified(acme.editor, 'Quay North is flooded')
    await lab.settle()
    assert.notInclude(await lab.texts(acme.viewer), 'Quay North is flooded')
    assert.deepEqual(await lab.texts(globex.admin), [])
    // A token gets the notifications of its owner.
    assert.include(await lab.texts(acme.token), 'Quay North is flooded')
    // Other people's ids have no effect.
    for (const as of [acme.admin, acme.viewer, globex.admin]) {
      await lab.app.ok('POST', '/api/notifications/read', { as, body: { ids: [flooded.id] } })
    }
    assert.isNull((await lab.notified(acme.editor, 'Quay North is flooded')).readAt)
  })

  test('of one person reach only this person, on the live stream too', async ({ assert }) => {
    const { acme, app } = lab
    const types = '/api/events/stream?types=notification_added,notifications_read'
    const open = async (as: typeof acme.admin) => {
      const reader = await FeedReader.open<{ type: string }>(app.url, types, as)
      await until('the feed to begin', () => reader.lastEventId)
      return reader
    }
    const [own, other] = [await open(acme.viewer), await open(acme.admin)]
    await lab.call(await lab.idOf(acme.viewer), 'Aurora')
    const { id } = await lab.notified(acme.viewer, 'Aurora waits for you')
    assert.notInclude(await lab.texts(acme.admin), 'Aurora waits for you')
    await app.ok('POST', '/api/notifications/read', { as: acme.viewer, body: { ids: [id] } })
    await own.received(2)
    const seen = (reader: typeof own) => reader.messages.flatMap(({ data }) => data?.type ?? [])
    assert.includeMembers(seen(own), ['notification_added', 'notifications_read'])
    assert.deepEqual(seen(other), [])
    own.close()
    other.close()
  })

  // Red when storeNotice() does not look for a notice within the hour.
  test('repetitions within an hour are counted in one notification', async ({ assert }) => {
    const { acme } = lab
    await lab.flood('West')
    await lab.notified(acme.admin, 'Quay West is flooded')
    await lab.flood('West', 'West', 'South')
    const { count } = await lab.notified(acme.admin, 'Quay West was flooded 3 times')
    assert.equal(count, 3)
    await lab.notified(acme.admin, 'Quay South is flooded')
    const west = (await lab.texts(acme.admin)).filter((one) => one.includes('West'))
    assert.lengthOf(west, 1)
  })

  test('are counted while unread, and marked as read by id or up to an instant', async ({
    assert,
  }) => {
    const { acme, app } = lab
    const editor = await lab.idOf(acme.editor)
    const all = new Date(Date.now() + 1_000).toISOString()
    const read = (body: object) =>
      app.call<{ count: number; code: string }>('POST', '/api/notifications/read', {
        as: acme.editor,
        body,
      })
    await read({ upTo: all })
    assert.equal(await lab.unread(acme.editor), 0)
    await lab.call(editor, 'Electra', 'Fortuna', 'Gemma')
    const { id } = await lab.notified(acme.editor, 'Electra waits for you')
    await lab.notified(acme.editor, 'Gemma waits for you')
    await lab.notified(acme.editor, 'Fortuna waits for you')
    assert.equal((await read({ ids: [id] })).body.count, 2)
    const unread = await lab.list(acme.editor, '?unread=true')
    assert.sameMembers(
      unread.map(({ text }) => text),
      ['Fortuna waits for you', 'Gemma waits for you']
    )
    assert.equal((await read({ upTo: new Date(Date.now() + 60_000).toISOString() })).body.count, 0)
    // In the year 10000 and before the first year in UTC.
    const edges = ['9999-12-31T23:59:59-23:59', '0000-01-01T00:00:00+23:59']
    const bad = ['2026-02-30T00:00:00Z', ...edges].map((upTo) => ({ upTo }))
    for (const body of [{}, { ids: [id], upTo: all }, ...bad]) {
      assert.equal((await read(body)).status, 422)
    }
  })

  // Red when ownUserIdForChange() does not check that the token has all permissions of its owner.
  test('a token with scopes can read, but not change anything', async ({ assert }) => {
    const { acme, app } = lab
    await lab.call(await lab.idOf(acme.admin), 'Hera')
    const { id } = await lab.notified(acme.admin, 'Hera waits for you')
    const { token } = await app.ok<{ token: string }>('POST', '/api/api-tokens', {
      as: acme.admin,
      body: { name: 'narrow', scopes: ['assets.read'] },
    })
    const narrow = { headers: { authorization: `Bearer ${token}` } }
    assert.include(await lab.texts(narrow), 'Hera waits for you')
    assert.equal((await lab.set(narrow, 'harbour.pilot', { mail: false })).status, 403)
    const read = { as: narrow, body: { ids: [id] } }
    assert.equal((await app.call('POST', '/api/notifications/read', read)).status, 403)
    assert.isNull((await lab.notified(acme.admin, 'Hera waits for you')).readAt)
    assert.equal((await lab.set(acme.token, 'harbour.pilot', { mail: true })).status, 200)
  })

  // Red when readableKinds() returns all kinds.
  test('a person who loses the permission no longer sees them', async ({ assert }) => {
    const { acme, app } = lab
    await lab.flood('East')
    await lab.notified(acme.editor, 'Quay East is flooded')
    const id = await lab.idOf(acme.editor)
    const become = (role: string) =>
      app.ok('PUT', `/api/users/${id}`, { as: acme.admin, body: { role } })
    await become('viewer')
    assert.notMatch((await lab.texts(acme.editor)).join(), /Quay/)
    assert.equal(await lab.unread(acme.editor), 0)
    await become('editor')
    await lab.notified(acme.editor, 'Quay East is flooded')
  })

  // Red when readableNotifications() ignores the rules of folders.
  test('about files in a closed folder are hidden', async ({ assert }) => {
    const { acme, app } = lab
    const body = { name: 'Ledgers', type: 'folder', parentId: null }
    const folder = await app.ok<{ id: string }>('POST', '/api/assets', { as: acme.admin, body })
    await lab.stain(await lab.idOf(acme.viewer), folder.id)
    await lab.notified(acme.viewer, 'A paper is stained')
    await app.ok('PUT', `/api/assets/${folder.id}/permissions`, {
      as: acme.admin,
      body: { everyone: 'none', grants: [] },
    })
    assert.notInclude(await lab.texts(acme.viewer), 'A paper is stained')
  })

  test('the settings contain the kinds for the caller, and refuse others', async ({ assert }) => {
    const { acme, app } = lab
    const kinds = async (as: typeof acme.admin) => {
      const { kinds } = await app.ok<{ kinds: { kind: string; mail: boolean | null }[] }>(
        'GET',
        '/api/notifications/settings',
        { as }
      )
      return new Map(kinds.map((one) => [one.kind, one.mail]))
    }
    const admin = await kinds(acme.admin)
    assert.isTrue(admin.get('flows.runFailed'))
    assert.isNull(admin.get('branding.domainLost'))
    const viewer = await kinds(acme.viewer)
    assert.isFalse(viewer.has('harbour.flood'))
    assert.isTrue(viewer.get('access.newDevice'))
    const status = async (kind: string, channels: object) =>
      (await lab.set(acme.viewer, kind, channels)).status
    assert.equal(await status('harbour.flood', { mail: false }), 422)
    assert.equal(await status('harbour.paper', { mail: true }), 422)
    assert.equal(await status('nothing', { mail: true }), 422)
    assert.equal(await status('harbour.pilot', { mail: false }), 200)
    assert.isFalse((await kinds(acme.viewer)).get('harbour.pilot'))
  })

  // Red when ownSettings() ignores the person, and when choicesOf() ignores the kind.
  test('a setting applies to one person and one kind only', async ({ assert }) => {
    const { acme, app } = lab
    await lab.set(acme.viewer, 'harbour.pilot', { console: true, mail: false })
    await lab.set(acme.viewer, 'harbour.paper', { console: false })
    const { kinds } = await app.ok<{ kinds: { kind: string; console: boolean; mail: boolean }[] }>(
      'GET',
      '/api/notifications/settings',
      { as: acme.editor }
    )
    const shown = new Map(kinds.map((one) => [one.kind, one]))
    assert.isTrue(shown.get('harbour.pilot')!.mail)
    assert.isTrue(shown.get('harbour.paper')!.console)
    const viewer = await lab.idOf(acme.viewer)
    const body = { name: 'Papers', type: 'folder', parentId: null }
    const { id } = await app.ok<{ id: string }>('POST', '/api/assets', { as: acme.admin, body })
    await lab.stain(viewer, id)
    await lab.call(viewer, 'Leto')
    await lab.notified(acme.viewer, 'Leto waits for you')
    await lab.settle()
    assert.notInclude(await lab.texts(acme.viewer), 'A paper is stained')
  })

  // Red when deleteOldest() ignores `most` or the time.
  test('old notices are deleted in batches, with their notifications', async ({ assert }) => {
    const { acme } = lab
    const viewer = await lab.idOf(acme.viewer)
    await lab.call(viewer, 'Halcyon', 'Isis')
    await lab.notified(acme.viewer, 'Isis waits for you')
    await lab.notified(acme.viewer, 'Halcyon waits for you')
    await lab.settle()
    const old = '2020-01-01T00:00:00.000Z'
    await lab.acrossTenants(() =>
      unscoped().from('notices').where('kind', 'harbour.pilot').update({ created_at: old })
    )
    const prune = (tenant: string, most: number) =>
      lab.app.inside(() =>
        inTenant(tenant, () => keptNotifications.prune('2021-01-01T00:00:00.000Z', most))
      )
    assert.equal(await prune(lab.globex.id, 100), 0)
    assert.equal(await prune(acme.id, 1), 1)
    await prune(acme.id, 1000)
    assert.notMatch((await lab.texts(acme.viewer)).join(), /waits for you/)
    await lab.notified(acme.admin, 'Quay North is flooded')
  })

  // Red (a 500) when withNotices() assumes that every notice still exists.
  test('a list is answered while old ones are deleted', async ({ assert }) => {
    const { acme, app } = lab
    const ships = Array.from({ length: 40 }, (_, at) => `Argo ${at}`)
    await lab.call(await lab.idOf(acme.viewer), ...ships)
    for (const ship of ships) await lab.notified(acme.viewer, `${ship} waits for you`)
    await lab.settle()
    const statuses = new Set<number>()
    let left = ships.length
    const read = async () => {
      while (left > 0) {
        const { status } = await app.call('GET', '/api/notifications', { as: acme.viewer })
        statuses.add(status)
      }
    }
    const prune = async () => {
      const later = new Date(Date.now() + 60_000).toISOString()
      const one = () => app.inside(() => inTenant(acme.id, () => keptNotifications.prune(later, 1)))
      for (; left > 0; left--) await one()
    }
    await Promise.all([read(), read(), read(), prune()])
    assert.deepEqual([...statuses], [200])
  })
})

test.group('A process that ended before it stored its progress', () => {
  // Red when deliver() does not check existing notifications, and when storeNotice() continues although the notice exists.
  test('the next process notifies no one twice', async ({ assert, cleanup }) => {
    const database = await migratedDatabase([...installed, harbour])
    cleanup(() => database.remove())
    const first = await Lab.start({}, database)
    const { viewer } = first.acme
    const id = await first.idOf(viewer)
    await first.call(id, 'Aurora', 'Borealis')
    await first.notified(viewer, 'Aurora waits for you')
    await first.notified(viewer, 'Borealis waits for you')
    await first.settle()
    const before = await first.texts(viewer)
    const mails = await first.mailJobs()
    await first.acrossTenants(async () => {
      const cursor = unscoped().from('event_cursors').where('name', 'notifications.notices')
      await cursor.update({ transaction: 0, seq: 0 })
    })
    await first.app.stop()
    const next = first.at(await Lab.boot({}, database))
    cleanup(() => next.app.stop())
    await next.call(id, 'Corona')
    await next.notified(viewer, 'Corona waits for you')
    await next.settle()
    assert.sameMembers(await next.texts(viewer), ['Corona waits for you', ...before])
    assert.isAtMost((await next.mailJobs()).length, mails.length + 1)
  })
})
