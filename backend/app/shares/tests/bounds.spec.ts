import { request } from 'node:http'
import { test } from '@japa/runner'
import { until, type Caller } from '@crossdock/backend/testing'
import { unscoped } from '@crossdock/kernel/database'
import { bytesPerLink, countedBytes, mostBytesPerForm } from '../limits.js'
import { sharesLab, type Share } from './support.js'

const day = 24 * 60 * 60_000
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString()

test.group('Limits of links', (group) => {
  const lab = sharesLab(group)
  const change = (share: Share, body: object, as = lab.acme.editor) =>
    lab.app.call<Share & { code: string }>('PUT', `/api/shares/${share.id}`, { as, body })
  const works = async (share: Share) => (await lab.visitor(share).ask()).status === 200
  const tokenWith = async (scopes: string[]) => {
    const made = { as: lab.acme.admin, body: { name: 'narrow', scopes } }
    const { token } = await lab.app.ok<{ token: string }>('POST', '/api/api-tokens', made)
    return { headers: { authorization: `Bearer ${token}` } }
  }

  // Red when changeShare does not check access to the shared asset.
  test('a person without access cannot give access by changing a link', async ({ assert }) => {
    const folder = await lab.folder('Salaries')
    const file = await lab.file('salaries.txt', 'x', folder.id)
    const as = lab.acme.admin
    const values = { maxDownloads: 2, expiresAt: inDays(10) }
    const [share, other] = [await lab.share(file, values), await lab.share(file, values, as)]
    await lab.permit(folder, 'none')
    assert.equal((await change(other, { maxDownloads: 1 })).status, 404)
    for (const body of [{ maxDownloads: 3 }, { maxDownloads: null }, { expiresAt: inDays(20) }]) {
      assert.equal((await change(share, body)).status, 404, JSON.stringify(body))
    }
    await lab.alter(share, { expires_at: inDays(-1) })
    assert.equal((await change(share, { expiresAt: inDays(2) })).status, 404)
    await lab.alter(share, { expires_at: inDays(10) })
    const less = await change(share, { maxDownloads: 1, expiresAt: inDays(3) })
    assert.include(less.body, { maxDownloads: 1, status: 'active' })
    assert.equal((await change(share, { maxDownloads: 5 }, as)).status, 200)
  })

  // Red when changeShare checks no permission with `grants`, or not for every folder.
  test('widening a link requires the permissions it gives', async ({ assert }) => {
    const folder = await lab.folder('Widened')
    const inbox = await lab.share(folder, { kind: 'upload', expiresAt: inDays(5) })
    const reader = await tokenWith(['assets.read', 'assets.share'])
    const later = { expiresAt: inDays(9) }
    assert.equal((await change(inbox, later, reader)).body.code, 'E_GRANT')
    const all = await lab.share(folder, { expiresAt: inDays(5) }, lab.acme.admin)
    assert.equal((await change(all, later)).body.code, 'E_GRANT')
    assert.equal((await change(all, { name: 'Renamed' })).status, 200)
    assert.equal((await change(inbox, later)).status, 200)
  })

  // Red when resolveRights ignores `opensAll`, or a link keeps it when a successor takes over.
  test('a link does not open folders that its creator could not open', async ({ assert }) => {
    const folder = await lab.folder('Outer')
    const inner = await lab.folder('Inner', folder.id)
    const narrow = await tokenWith(['assets.read', 'assets.share'])
    const [share, wide] = [
      await lab.share(folder, {}, narrow),
      await lab.share(folder, {}, lab.acme.admin),
    ]
    await lab.permit(inner, 'none')
    const shows = async (one: Share) => (await lab.visitor(one).ask()).text.includes(inner.id)
    assert.isFalse(await shows(share))
    assert.isTrue(await shows(wide))
    const as = lab.acme.admin
    const email = 'second@acme.example'
    const person = { as, body: { email, role: 'admin' } }
    const { id } = await lab.app.ok<{ id: string }>('POST', '/api/users', person)
    const theirs = await lab.share(folder, {}, await lab.app.signIn(email, 'acme'))
    assert.isTrue(await shows(theirs))
    const [heir] = await lab.app.ok<{ id: string }[]>('GET', '/api/users?search=admin@', { as })
    await lab.app.ok('DELETE', `/api/users/${id}?successor=${heir!.id}`, { as })
    assert.isTrue(await works(theirs))
    assert.isFalse(await shows(theirs))
  })

  // Red when resolveRights checks only the person, createShare stores no token, or a handover removes the
  // token.
  test('a link ends with the token that created it', async ({ assert }) => {
    const file = await lab.file('by-token.txt', 'x')
    const scopes = ['assets.read', 'assets.share', 'assets.write', 'tokens.write']
    const make = (name: string, as: Caller) =>
      lab.app.ok<{ id: string; token: string }>('POST', '/api/api-tokens', {
        as,
        body: { name, scopes },
      })
    const by = ({ token }: { token: string }) => ({ headers: { authorization: `Bearer ${token}` } })
    const as = lab.acme.admin
    const [revoked, ended] = [await make('revoked', as), await make('ended', as)]
    const child = await make('child', by(revoked))
    const mine = await lab.share(file, {}, as)
    const byRevoked = await lab.share(file, {}, by(revoked))
    const byChild = await lab.share(file, {}, by(child))
    const byEnded = await lab.share(file, {}, by(ended))
    for (const share of [mine, byRevoked, byChild, byEnded]) assert.isTrue(await works(share))
    await lab.app.ok('DELETE', `/api/api-tokens/${revoked.id}`, { as })
    for (const share of [byRevoked, byChild]) assert.isFalse(await works(share))
    assert.isTrue(await works(byEnded))
    await lab.stored(async () =>
      unscoped()
        .from('api_tokens')
        .where('id', ended.id)
        .update({ expires_at: inDays(-1) })
    )
    assert.isFalse(await works(byEnded))
    assert.isTrue(await works(mine))
    const email = 'programmer@acme.example'
    const person = { as, body: { email, role: 'admin' } }
    const { id } = await lab.app.ok<{ id: string }>('POST', '/api/users', person)
    const theirs = await make('theirs', await lab.app.signIn(email, 'acme'))
    const left = await lab.share(file, {}, by(theirs))
    assert.isTrue(await works(left))
    const [heir] = await lab.app.ok<{ id: string }[]>('GET', '/api/users?search=admin@', { as })
    await lab.app.ok('DELETE', `/api/users/${id}?successor=${heir!.id}`, { as })
    assert.isFalse(await works(left))
  })

  // Red when the filter of assets ignores `assetId` in an entry's metadata.
  test('the feed names no file of a closed folder in events of links', async ({ assert }) => {
    const folder = await lab.folder('Board')
    const file = await lab.file('merger.txt', 'x', folder.id)
    const share = await lab.share(file, {}, lab.acme.admin)
    await lab.visitor(share).download(file.id)
    const feed = async (as = lab.acme.editor) =>
      JSON.stringify(await lab.app.ok('GET', '/api/activity?range=[0,999]', { as }))
    await until('the download to be in the feed', async () =>
      (await feed()).includes('Downloaded merger.txt')
    )
    await lab.permit(folder, 'none')
    const entries = await feed()
    for (const word of ['merger', file.id, share.id]) assert.notInclude(entries, word)
    assert.include(await feed(lab.acme.admin), 'Downloaded merger.txt')
  })

  // Red when the page shows the error of find() for the trash.
  test('no visitor learns the name of a file in the trash', async ({ assert }) => {
    const shared = await lab.folder('Shown')
    const inside = await lab.file('inside-secret.txt', 'x', shared.id)
    const sibling = await lab.file('sibling-secret.txt', 'x')
    const visitor = lab.visitor(await lab.share(shared))
    const missing = await visitor.download('nothing')
    for (const { id } of [inside, sibling]) {
      await lab.app.ok('DELETE', `/api/assets/${id}`, { as: lab.acme.editor })
      const refused = await visitor.download(id)
      assert.deepEqual([refused.status, refused.text], [404, missing.text])
    }
  })

  // Red when receive does not call the meter, or the meter ignores the declared length of the form.
  test('a stranger cannot upload more than the limit of a link', async ({ assert }) => {
    const folder = await lab.folder('Bounded')
    const share = await lab.share(folder, { kind: 'upload' })
    const announced = await new Promise<number>((resolve, reject) => {
      const headers = {
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': mostBytesPerForm + 1,
        origin: lab.app.url,
      }
      const url = `${lab.app.url}${new URL(share.url).pathname}/files`
      const sent = request(url, { method: 'POST', headers }, (answer) => {
        resolve(answer.statusCode!)
        sent.destroy()
      })
      sent.on('error', reject).flushHeaders()
    })
    assert.equal(announced, 413)
    assert.equal((await lab.visitor(share).upload({ 'one.txt': 'one' })).status, 201)
    // One unit is left, so reading stops at the second unit.
    const left = (20 * 1024 ** 3) / countedBytes - 2
    await lab.app.inside(() => bytesPerLink.use(share.id, left))
    const big = 'x'.repeat(countedBytes + 1)
    const refused = await lab.visitor(share).upload({ 'two.txt': 'two', 'big.txt': big })
    assert.equal(refused.status, 429)
    assert.include(refused.text, 'This link cannot receive more now.')
    const list = await lab.app.ok<{ name: string }[]>('GET', `/api/assets?parent=${folder.id}`, {
      as: lab.acme.editor,
    })
    assert.deepEqual(
      list.map(({ name }) => name),
      ['one.txt']
    )
  })

  // Red when changeShare compares with the stored end instead of the shown one.
  test('a record sent back as it was read changes nothing', async ({ assert }) => {
    const file = await lab.file('kept.txt', 'x')
    const share = await lab.share(file)
    const made = inDays(-400)
    await lab.alter(share, { created_at: made, expires_at: inDays(300) })
    const shown = await lab.shown(share)
    assert.equal(shown.status, 'expired')
    const { name, expiresAt, maxDownloads } = shown
    const changed = await change(share, { name, expiresAt, maxDownloads })
    assert.deepEqual([changed.status, changed.body.expiresAt], [200, expiresAt])
  })

  // Red when createShare, or the page, does not check that the folder accepts files.
  test('nothing is uploaded where the creator may only read', async ({ assert }) => {
    const folder = await lab.folder('Archive')
    const share = await lab.share(folder, { kind: 'upload' })
    assert.isTrue(await works(share))
    await lab.permit(folder, 'read')
    assert.isFalse(await works(share))
    const made = { as: lab.acme.editor, body: { kind: 'upload' } }
    const refused = await lab.app.call<{ code: string }>(
      'POST',
      `/api/assets/${folder.id}/shares`,
      made
    )
    assert.deepEqual([refused.status, refused.body.code], [403, 'E_FOLDER_READ_ONLY'])
    await lab.share(folder)
  })
})
