import { test } from '@japa/runner'
import { until } from '@crossdock/backend/testing'
import { unscoped } from '@crossdock/kernel/database'
import { enqueue } from '@crossdock/kernel/jobs'
import { purgeShares } from '../job_refs.js'
import { sharesLab, type Share } from './support.js'

const day = 24 * 60 * 60_000
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString()

test.group('Links to files and folders', (group) => {
  const lab = sharesLab(group)
  const call = <T = { code: string; message: string; errors: { field: string }[] }>(
    method: string,
    path: string,
    body?: unknown,
    as = lab.acme.editor
  ) => lab.app.call<T>(method, path, { as, body })

  // Red when the token or the password is stored in plain text, or logged.
  test('a link is shown once, and stored as a hash', async ({ assert }) => {
    const file = await lab.file('plan.pdf', 'a plan')
    const share = await lab.share(file, { password: 'open sesame 9' })
    const token = share.url.split('/s/')[1]!
    assert.match(token, /^[\w-]{43}$/)
    assert.isTrue(share.hasPassword)
    const shown = await lab.shown(share)
    assert.notProperty(shown, 'url')
    assert.include(shown, { name: 'plan.pdf', status: 'active', downloads: 0 })
    assert.closeTo(Date.parse(shown.expiresAt), Date.parse(inDays(30)), 60_000)
    const stored = await lab.stored(async () =>
      JSON.stringify([
        await unscoped().from('shares'),
        await unscoped().from('middleware_events'),
        await unscoped().from('jobs'),
      ])
    )
    assert.notInclude(stored, token)
    assert.notInclude(stored, 'open sesame')
  })

  test('invalid values are refused with their field', async ({ assert }) => {
    const file = await lab.file('bad.txt', 'x')
    const folder = await lab.folder('Bad')
    const fieldOf = async (id: string, body: object) => {
      const reply = await call('POST', `/api/assets/${id}/shares`, { kind: 'download', ...body })
      assert.equal(reply.status, 422, JSON.stringify(reply.body))
      return reply.body.errors[0]!.field
    }
    assert.equal(await fieldOf(file.id, { kind: 'upload' }), 'kind')
    assert.equal(await fieldOf(folder.id, { kind: 'upload', maxDownloads: 3 }), 'maxDownloads')
    assert.equal(await fieldOf(file.id, { maxDownloads: 0 }), 'maxDownloads')
    assert.equal(await fieldOf(file.id, { password: 'short' }), 'password')
    assert.equal(await fieldOf(file.id, { expiresAt: inDays(-1) }), 'expiresAt')
    assert.equal(await fieldOf(file.id, { expiresAt: inDays(400) }), 'expiresAt')
    assert.equal(await fieldOf(file.id, { expiresAt: '2027-02-99T00:00:00Z' }), 'expiresAt')
    // Red when parseEnd uses only Date.parse, which accepts this nonexistent day.
    const noDay = { kind: 'download', expiresAt: '2999-02-30T00:00:00Z' }
    const refused = await call('POST', `/api/assets/${file.id}/shares`, noDay)
    assert.equal(refused.status, 422)
    assert.include(refused.body.errors[0], { field: 'expiresAt', rule: 'date' })
    assert.equal(await fieldOf(file.id, { recipients: ['unknown'] }), 'recipients.0')
    await lab.app.ok('DELETE', `/api/assets/${file.id}`, { as: lab.acme.editor })
    const trashed = await call('POST', `/api/assets/${file.id}/shares`, { kind: 'download' })
    assert.equal(trashed.body.code, 'E_TRASHED')
  })

  test('people who may not share cannot create or see links', async ({ assert }) => {
    const file = await lab.file('own.txt', 'x')
    const share = await lab.share(file)
    const as = lab.acme.viewer
    const body = { kind: 'download' }
    assert.equal((await call('POST', `/api/assets/${file.id}/shares`, body, as)).status, 403)
    assert.equal((await call('GET', '/api/shares', undefined, as)).status, 403)
    assert.equal((await call('DELETE', `/api/shares/${share.id}`, undefined, as)).status, 403)
    // A person who may share, but not write, cannot create upload links.
    const { key } = await lab.app.ok<{ key: string }>('POST', '/api/roles', {
      as: lab.acme.admin,
      body: { name: 'Sharer', permissions: ['assets.read', 'assets.share'] },
    })
    const email = 'sharer@acme.example'
    await lab.app.ok('POST', '/api/users', { as: lab.acme.admin, body: { email, role: key } })
    const sharer = await lab.app.signIn(email, 'acme')
    const folder = await lab.folder('Sharers')
    await lab.share(folder, {}, sharer)
    const upload = await call('POST', `/api/assets/${folder.id}/shares`, { kind: 'upload' }, sharer)
    assert.equal(upload.status, 403)
    assert.include(upload.body.message, 'assets.write')
  })

  // Red when createShare ignores the end of the token.
  test('a link ends no later than the token that creates it', async ({ assert }) => {
    const file = await lab.file('token.txt', 'x')
    const { token } = await lab.app.ok<{ token: string }>('POST', '/api/api-tokens', {
      as: lab.acme.admin,
      body: { name: 'short', expiresAt: inDays(2) },
    })
    const as = { headers: { authorization: `Bearer ${token}` } }
    const share = await lab.share(file, {}, as)
    assert.isBelow(Date.parse(share.expiresAt), Date.parse(inDays(2.1)))
    const body = { kind: 'download', expiresAt: inDays(5) }
    const later = await call('POST', `/api/assets/${file.id}/shares`, body, as)
    assert.equal(later.body.code, 'E_GRANT')
  })

  test('the list filters by asset, state, creator and words', async ({ assert }) => {
    const file = await lab.file('listed.txt', 'x')
    const active = await lab.share(file, { name: 'Quay plan' })
    const expired = await lab.share(file, { name: 'Old plan' })
    const usedUp = await lab.share(file, { name: 'Scarce plan', maxDownloads: 1 })
    const revoked = await lab.share(file, { name: 'Lost plan' })
    await lab.alter(expired, { expires_at: inDays(-1) })
    assert.equal((await lab.visitor(usedUp).download(file.id)).status, 200)
    await lab.revoke(revoked)
    const names = async (query: string) =>
      (await lab.shares(`?assetId=${file.id}&sort=["name","ASC"]${query}`)).map(
        ({ name, status }) => `${name}: ${status}`
      )
    assert.deepEqual(await names(''), [
      'Lost plan: revoked',
      'Old plan: expired',
      'Quay plan: active',
      'Scarce plan: used_up',
    ])
    for (const [status, share] of Object.entries({ active, expired, revoked, used_up: usedUp })) {
      assert.deepEqual(await names(`&status=${status}`), [`${share.name}: ${status}`])
    }
    assert.lengthOf(await names('&search=quay'), 1)
    const [one] = await lab.app.ok<{ createdBy: string }[]>('GET', `/api/shares?id=${active.id}`, {
      as: lab.acme.editor,
    })
    assert.lengthOf(await names(`&createdBy=${one!.createdBy}`), 4)
    assert.lengthOf(await names('&createdBy=unknown'), 0)
  })

  test('end and limit can be changed, but not of a revoked link', async ({ assert }) => {
    const file = await lab.file('changed.txt', 'x')
    const share = await lab.share(file, { maxDownloads: 1 })
    await lab.visitor(share).download(file.id)
    assert.equal((await lab.visitor(share).ask()).status, 404)
    const changed = await call<Share>('PUT', `/api/shares/${share.id}`, {
      maxDownloads: 2,
      expiresAt: inDays(3),
      name: 'Changed',
    })
    assert.include(changed.body, { maxDownloads: 2, name: 'Changed', status: 'active' })
    assert.equal((await lab.visitor(share).ask()).status, 200)
    const late = await call('PUT', `/api/shares/${share.id}`, { expiresAt: inDays(500) })
    assert.equal(late.body.errors[0]!.field, 'expiresAt')
    await lab.revoke(share)
    assert.equal((await call('PUT', `/api/shares/${share.id}`, { name: 'x' })).status, 409)
  })

  test('several links are revoked with one request, or none', async ({ assert }) => {
    const file = await lab.file('several.txt', 'x')
    const [one, other] = [await lab.share(file), await lab.share(file)]
    const revoke = (ids: string[]) =>
      call<Share[]>('POST', '/api/shares/bulk', { action: 'revoke', ids })
    assert.equal((await revoke([one.id, 'nothing'])).status, 404)
    assert.equal((await lab.shown(one)).status, 'active')
    const { body } = await revoke([other.id, one.id])
    assert.deepEqual(
      body.map(({ id, status }) => [id, status]),
      [other, one].map(({ id }) => [id, 'revoked'])
    )
  })

  // Red when the mail contains the password, or the sealed address does not open.
  test('recipients get the link by mail, never the password', async ({ assert }) => {
    const file = await lab.file('mailed.txt', 'x')
    let share!: Share
    const mail = await lab.app.mailTo(
      'partner@harbour.example',
      async () => {
        share = await lab.share(file, {
          recipients: ['partner@harbour.example'],
          message: 'The plan of Monday.',
          password: 'open sesame 9',
        })
      },
      /Harbour|shares|Open/
    )
    assert.include(mail.text, share.url)
    assert.include(mail.text, 'The plan of Monday.')
    assert.include(mail.text, 'It asks for a password')
    assert.notInclude(mail.text, 'sesame')
  })

  test('links are deleted 90 days after their end, not earlier', async ({ assert }) => {
    const file = await lab.file('kept.txt', 'x')
    const [old, kept] = [await lab.share(file), await lab.share(file)]
    await lab.alter(old, { kept_until: inDays(-1) })
    await lab.revoke(kept)
    await lab.stored(() => enqueue(purgeShares, {}))
    await until('the job to be done', async () => {
      const left = await lab.stored(async () =>
        unscoped().from('jobs').where('name', 'shares.purge')
      )
      return left.length === 0
    })
    const ids = (await lab.shares(`?assetId=${file.id}`)).map(({ id }) => id)
    assert.deepEqual(ids, [kept.id])
    const [row] = await lab.stored(async () => unscoped().from('shares').where('id', kept.id))
    assert.closeTo(Date.parse(row.kept_until), Date.parse(inDays(90)), 60_000)
  })

  test('links of a removed person go to the successor', async ({ assert }) => {
    const email = 'leaving@acme.example'
    const { id } = await lab.app.ok<{ id: string }>('POST', '/api/users', {
      as: lab.acme.admin,
      body: { email, role: 'editor' },
    })
    const leaving = await lab.app.signIn(email, 'acme')
    const file = await lab.file('handed.txt', 'x', null, leaving)
    const share = await lab.share(file, {}, leaving)
    const [editor] = await lab.app.ok<{ id: string }[]>('GET', '/api/users?search=editor@', {
      as: lab.acme.admin,
    })
    await lab.app.ok('DELETE', `/api/users/${id}?successor=${editor!.id}`, { as: lab.acme.admin })
    assert.equal((await lab.visitor(share).ask()).status, 200)
  })
})
