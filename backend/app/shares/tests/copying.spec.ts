import { test } from '@japa/runner'
import { unscoped } from '@crossdock/kernel/database'
import type { Caller } from '@crossdock/kernel/testing'
import { sharesLab, type Share, type Thing } from './support.js'

const usual = { enabled: true, defaultDays: 30, maxDays: 365, passwordRequired: false }

test.group('Copying a link again', (group) => {
  const lab = sharesLab(group)
  const read = ({ id }: Pick<Share, 'id'>, as: Caller = lab.acme.editor) =>
    lab.app.call<{ url: string; code: string }>('POST', `/api/shares/${id}/link`, { as, body: {} })
  const setRule = (shownOnce?: boolean) =>
    lab.app.ok<object>('PUT', '/api/sharing-rule', {
      as: lab.acme.admin,
      body: { ...usual, ...(shownOnce !== undefined && { shownOnce }) },
    })
  const stored = ({ id }: Pick<Share, 'id'>) =>
    lab.stored(async () => unscoped().from('shares').where({ id }).first())

  // Red when the address is stored in plain text, is part of a list, or reading it records no event.
  test('reads a sealed address, for people who may share, with an audit entry', async ({
    assert,
  }) => {
    const share = await lab.share(await lab.file('again.txt', 'x'))
    const token = share.url.split('/s/')[1]!
    assert.notInclude(JSON.stringify(await stored(share)), token)
    const [listed] = await lab.shares(`?id=${share.id}`)
    assert.containSubset(listed, { canCopy: true })
    assert.notInclude(JSON.stringify(listed), token)
    assert.notProperty(listed, 'sealedToken')
    const { status, body } = await read(share)
    assert.deepEqual([status, body.url], [200, share.url])
    const entries = await lab.stored(async () =>
      unscoped()
        .from('middleware_events')
        .where({ event_type: 'share_link_read', target_id: share.id })
    )
    assert.lengthOf(entries, 1)
    assert.notInclude(JSON.stringify(entries), token)
    assert.equal((await read(share, lab.acme.viewer)).status, 403)
    const other = await lab.app.tenant('birch')
    assert.equal((await read(share, other.admin)).status, 404)
    await lab.revoke(share)
    assert.deepEqual(
      [(await read(share)).body.code, (await stored(share)).sealed_token],
      ['E_REVOKED', null]
    )
  })

  // Red when readLink does not call assertMayShare: a link of an administrator opens every folder.
  test('gives no one more than they may share themselves', async ({ assert }) => {
    const folder = await lab.folder('Outer')
    const closed = await lab.folder('Closed')
    const wide = await lab.share(folder, {}, lab.acme.admin)
    assert.equal((await read(wide)).body.code, 'E_GRANT')
    assert.equal((await read(wide, lab.acme.admin)).status, 200)
    const mine = await lab.share(closed)
    await lab.permit(closed, 'none')
    assert.equal((await read(mine)).status, 404)
    assert.equal((await read(mine, lab.acme.admin)).status, 200)
  })

  // Red when createShare always seals, or setSharingRule keeps stored addresses.
  test('is impossible when the organization shows links once', async ({ assert }) => {
    const file = await lab.file('once.txt', 'x')
    const before = await lab.share(file)
    assert.containSubset(await setRule(true), { shownOnce: true })
    const share = await lab.share(file)
    assert.include(share.url, '/s/')
    for (const one of [before, share]) {
      assert.isNull((await stored(one)).sealed_token)
      assert.deepEqual(
        [(await read(one)).status, (await read(one)).body.code],
        [409, 'E_SHOWN_ONCE']
      )
      assert.containSubset(await lab.shown(one), { canCopy: false })
      assert.equal((await lab.visitor(one).ask()).status, 200)
    }
    // Leaving the field out changes nothing.
    assert.containSubset(await setRule(), { shownOnce: true })
    assert.containSubset(await setRule(false), { shownOnce: false })
    assert.containSubset(await lab.shown(await lab.share(file)), { canCopy: true })
  })

  // Red when a folder above is not checked.
  test('assets in restricted folders are marked', async ({ assert }) => {
    const folder = await lab.folder('Salaries')
    const inner = await lab.folder('2026', folder.id)
    const file = await lab.file('salaries.txt', 'x', inner.id)
    const open = await lab.file('open.txt', 'x')
    const body = { everyone: 'read', grants: [] }
    await lab.app.ok('PUT', `/api/assets/${folder.id}/permissions`, { as: lab.acme.admin, body })
    const access = async ({ id }: Thing) =>
      (await lab.app.ok<{ access: string }>('GET', `/api/assets/${id}`, { as: lab.acme.editor }))
        .access
    const listed = await lab.app.ok<{ access: string }[]>('GET', `/api/assets?parent=${inner.id}`, {
      as: lab.acme.viewer,
    })
    assert.deepEqual(
      [await access(folder), await access(inner), await access(file), await access(open)],
      ['restricted', 'restricted', 'restricted', 'open']
    )
    assert.deepEqual(
      listed.map(({ access }) => access),
      ['restricted']
    )
  })
})
