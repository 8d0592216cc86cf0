import { connect } from 'node:net'
import { until } from '@crossdock/backend/testing'
import { test } from '@japa/runner'
import { unscoped } from '@crossdock/kernel/database'
import { size } from '@crossdock/kernel/testing'
import { sharesLab, type Share, type Thing, type Visitor } from './support.js'

const password = 'open sesame 9'
const isGone = ({ status, text }: { status: number; text: string }) =>
  status === 404 && text.includes('Nothing here')

interface Entry {
  userId: string | null
  userName: string | null
}

test.group('Visitors of links', (group) => {
  const lab = sharesLab(group)
  const events = (type: string, where: object = {}) =>
    lab.stored(async () =>
      unscoped().from('middleware_events').where('event_type', type).where(where)
    )

  test('anyone with the link can see and download a file', async ({ assert }) => {
    const file = await lab.file('<b>plan</b>.svg'.replace(/[<>/]/g, '_'), '<svg onload="x"/>')
    const share = await lab.share(file)
    const visitor = lab.visitor(share)
    const page = await visitor.ask()
    assert.equal(page.status, 200)
    assert.include(page.text, 'Acme Freight')
    assert.include(page.text, `/files/${file.id}`)
    assert.equal(page.headers.get('cache-control'), 'no-store')
    assert.include(page.headers.get('x-robots-tag')!, 'noindex')
    assert.match(
      page.headers.get('content-security-policy')!,
      /^default-src 'none'; style-src 'sha256-/
    )
    assert.notInclude(page.text, '<script')
    const bytes = await visitor.download(file.id)
    assert.equal(bytes.text, '<svg onload="x"/>')
    // Bytes of files are downloads, so no file runs as a page of this origin.
    assert.match(bytes.headers.get('content-disposition')!, /^attachment;/)
    assert.include(bytes.headers.get('content-security-policy')!, 'sandbox')
    assert.equal(bytes.headers.get('cache-control'), 'no-store')
    const shown = await lab.shown(share)
    assert.equal(shown.downloads, 1)
    assert.isNotNull(shown.lastUsedAt)
    const [event] = await events('share_download', { target_id: share.id })
    assert.include(event, { actor_type: 'link', actor_id: share.id })
    assert.include(JSON.parse(JSON.stringify(event.payload)), file.id)
  })

  test('names are text on the page, not markup; the page supports German', async ({ assert }) => {
    const folder = await lab.folder("Tom & Jerry's 'plans'")
    const page = await lab
      .visitor(await lab.share(folder))
      .ask('', { headers: { 'accept-language': 'de' } })
    assert.include(page.text, 'Tom &amp; Jerry&#39;s &#39;plans&#39;')
    assert.include(page.text, 'Dieser Ordner ist leer.')
    assert.include(page.text, '<html lang="de">')
  })

  // Red when find() ignores the root of the link.
  test('a folder link shows its contents, and nothing next to or above it', async ({ assert }) => {
    const above = await lab.folder('Above')
    const shared = await lab.folder('Shared', above.id)
    const inner = await lab.folder('Inner', shared.id)
    const file = await lab.file('inner.txt', 'inside', inner.id)
    const sibling = await lab.file('sibling.txt', 'secret', above.id)
    const other = await lab.app.tenant('birch')
    const foreign = await lab.file('foreign.txt', 'foreign', null, other.admin)
    const visitor = lab.visitor(await lab.share(shared))
    assert.include((await visitor.ask()).text, `/folders/${inner.id}`)
    const page = await visitor.ask(`/folders/${inner.id}`)
    assert.include(page.text, 'inner.txt')
    assert.notInclude(page.text, 'Above')
    assert.equal((await visitor.download(file.id)).text, 'inside')
    const climbing = `${file.id}%2f..%2f${sibling.id}`
    for (const id of [sibling.id, foreign.id, 'nothing', climbing]) {
      const refused = await visitor.download(id)
      assert.equal(refused.status, 404, id)
      assert.notInclude(refused.text, 'secret', id)
    }
    for (const id of [above.id, sibling.id]) {
      assert.isTrue(isGone(await visitor.ask(`/folders/${id}`)), id)
    }
    // The visitor cannot open a folder that was moved out of the shared one.
    await lab.app.ok('PUT', `/api/assets/${inner.id}`, {
      as: lab.acme.editor,
      body: { parentId: above.id },
    })
    assert.isTrue(isGone(await visitor.download(file.id)))
  })

  test('all links that do not work get the same answer', async ({ assert }) => {
    const file = await lab.file('gone.txt', 'x')
    const [expired, revoked] = [await lab.share(file), await lab.share(file)]
    const usedUp = await lab.share(file, { maxDownloads: 1 })
    await lab.alter(expired, { expires_at: new Date(Date.now() - 1000).toISOString() })
    await lab.revoke(revoked)
    await lab.visitor(usedUp).download(file.id)
    const unknown = { url: `${lab.app.url}/s/${'a'.repeat(43)}` }
    const short = { url: `${lab.app.url}/s/abc` }
    const texts = new Set<string>()
    for (const share of [expired, revoked, usedUp, unknown, short]) {
      const page = await lab.visitor(share).ask()
      assert.equal(page.status, 404)
      texts.add(page.text)
      assert.isTrue(isGone(await lab.visitor(share).download(file.id)))
    }
    assert.equal(texts.size, 1)
  })

  // Red when countDownload reads first and counts later.
  test('twenty concurrent visitors cannot exceed the limit', async ({ assert }) => {
    const file = await lab.file('scarce.txt', 'scarce')
    const share = await lab.share(file, { maxDownloads: 5 })
    const all = await Promise.all(
      Array.from({ length: 20 }, () => lab.visitor(share).download(file.id))
    )
    assert.lengthOf(
      all.filter(({ text }) => text === 'scarce'),
      5
    )
    assert.lengthOf(all.filter(isGone), 15)
    assert.equal((await lab.shown(share)).downloads, 5)
  })

  // Red when file() does not check findBegunDownload, or ignores ranges.
  test('a continued download is not counted again', async ({ assert }) => {
    const folder = await lab.folder('Ranges')
    const file = await lab.file('long.txt', '0123456789', folder.id)
    const other = await lab.file('other.txt', 'abcdefghij', folder.id)
    const share = await lab.share(folder, { maxDownloads: 1 })
    const visitor = lab.visitor(share)
    assert.equal((await visitor.download(file.id, {}, 'HEAD')).status, 200)
    assert.equal((await lab.shown(share)).downloads, 0)
    assert.equal((await visitor.download(file.id, { range: 'bytes=0-3' })).text, '0123')
    const rest = await visitor.download(file.id, { range: 'bytes=4-' })
    assert.equal(rest.text, '456789')
    assert.equal((await lab.shown(share)).downloads, 1)
    assert.isTrue(isGone(await visitor.download(other.id, { range: 'bytes=1-' })))
    assert.isTrue(isGone(await lab.visitor(share).download(file.id, { range: 'bytes=4-' })))
    assert.equal((await visitor.download(file.id)).text, '0123456789')
    assert.isTrue(isGone(await visitor.download(file.id)))
  })

  // Red when isUnlocked is not checked for files and folders, or a cookie of one link opens another.
  test('a password opens one link in one browser', async ({ assert }) => {
    const file = await lab.file('locked.txt', 'locked')
    const [share, twin] = [await lab.share(file, { password }), await lab.share(file, { password })]
    const visitor = lab.visitor(share)
    const asked = await visitor.ask()
    assert.include(asked.text, 'type="password"')
    assert.notInclude(asked.text, 'locked.txt')
    assert.notInclude((await visitor.download(file.id)).text, 'locked')
    const wrong = await visitor.enter('open sesame 8')
    assert.equal(wrong.status, 403)
    assert.include(wrong.text, 'That is not the password')
    const right = await visitor.enter(password)
    assert.equal(right.status, 303)
    const cookie = right.headers.getSetCookie().find((one) => one.includes('unlocked'))!
    assert.match(cookie, /httponly/i)
    assert.match(cookie, /samesite=lax/i)
    assert.include((await visitor.ask()).text, 'locked.txt')
    assert.equal((await visitor.download(file.id)).text, 'locked')
    const stranger = lab.visitor(share)
    assert.notInclude((await stranger.ask()).text, 'locked.txt')
    // The cookie of one link, sent to the other one.
    const [pass = ''] = cookie.split(';')
    const elsewhere = await lab.visitor(twin).ask('', { headers: { cookie: pass } })
    assert.notInclude(elsewhere.text, 'locked.txt')
  })

  // Red when checkPassword counts a wrong password only after checking it.
  test('passwords have few attempts', async ({ assert }) => {
    const file = await lab.file('guessed.txt', 'x')
    const visitor = lab.visitor(await lab.share(file, { password }))
    assert.equal((await visitor.enter(password)).status, 303)
    const tries = await Promise.all(
      Array.from({ length: 14 }, (_, at) => visitor.enter(`guess number ${at}`))
    )
    assert.lengthOf(
      tries.filter(({ status }) => status === 403),
      10
    )
    const refused = tries.find(({ status }) => status === 429)!
    assert.include(refused.text, 'Too many attempts')
    assert.equal((await visitor.enter(password)).status, 429)
    // Another link is not affected.
    assert.equal(
      (await lab.visitor(await lab.share(file, { password })).enter(password)).status,
      303
    )
  })

  // Red when receiveFiles replaces a file, or the page shows existing files.
  test('uploads go into a folder that is not shown, and replace nothing', async ({ assert }) => {
    const folder = await lab.folder('Inbox')
    const there = await lab.file('plan.pdf', 'the plan', folder.id)
    const share = await lab.share(folder, { kind: 'upload', name: 'Plans for us' })
    const visitor = lab.visitor(share)
    const page = await visitor.ask()
    assert.include(page.text, 'Plans for us')
    assert.notInclude(page.text, 'plan.pdf')
    for (const path of [`/files/${there.id}`, `/folders/${folder.id}`]) {
      assert.isTrue(isGone(await visitor.ask(path)), path)
    }
    const thanked = await visitor.upload({
      'plan.pdf': 'another',
      'new.html': '<script>1</script>',
    })
    assert.equal(thanked.status, 201)
    assert.include(thanked.text, 'plan (2).pdf')
    await Promise.all(Array.from({ length: 4 }, () => visitor.upload({ 'plan.pdf': 'more' })))
    const list = await lab.app.ok<Thing[]>('GET', `/api/assets?parent=${folder.id}`, {
      as: lab.acme.editor,
    })
    assert.sameMembers(
      list.map(({ name }) => name),
      ['new.html', 'plan.pdf', ...[2, 3, 4, 5, 6].map((number) => `plan (${number}).pdf`)]
    )
    assert.isTrue(list.every(({ version }) => version === 1))
    const kept = await fetch(`${lab.app.url}/api/assets/${there.id}/content`, {
      headers: lab.acme.editor.headers,
    })
    assert.equal(await kept.text(), 'the plan')
    assert.equal((await lab.shown(share)).uploads, 6)
    // Events name the link as the actor; the files belong to its creator.
    const made = list.find(({ name }) => name === 'new.html')!
    const [event] = await events('file_upload', { target_id: made.id })
    assert.include(event, { actor_type: 'link', actor_id: share.id })
    assert.equal(made.uploadedBy, there.uploadedBy)
    // Red when the feed names the creator of the link, who did nothing.
    const filter = encodeURIComponent(JSON.stringify({ entityId: made.id }))
    const feed = await until('the upload in the feed', async () => {
      const path = `/api/activity?filter=${filter}`
      const entries = await lab.app.ok<Entry[]>('GET', path, { as: lab.acme.admin })
      return entries.length > 0 && entries
    })
    const [{ userId, userName }] = feed as [Entry]
    assert.deepEqual({ userId, userName }, { userId: null, userName: 'A visitor of a link' })
  })

  test('an upload that names no file, or a bad one, says so', async ({ assert }) => {
    const folder = await lab.folder('Picky')
    const visitor = lab.visitor(await lab.share(folder, { kind: 'upload' }))
    const bad = await visitor.upload({ 'con.txt': 'x' })
    assert.equal(bad.status, 422)
    assert.include(bad.text, 'That did not work')
    const part = 'content-disposition: form-data; name="file"; filename="\xff.txt"\r\n\r\nx\r\n'
    const unread = await visitor.ask('/files', {
      method: 'POST',
      body: Buffer.from(`--b\r\n${part}--b--\r\n`, 'latin1'),
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
    })
    assert.equal(unread.status, 422)
    const elsewhere = new FormData()
    elsewhere.set('parentId', 'root')
    elsewhere.set('file', new Blob(['x']), 'x.txt')
    const aimed = await visitor.ask('/files', { method: 'POST', body: elsewhere })
    assert.equal(aimed.status, 422)
    const none = await visitor.ask('/files', { method: 'POST', body: new FormData() })
    assert.isTrue([400, 422].includes(none.status))
    const json = await visitor.ask('/files', {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    })
    assert.equal(json.status, 415)
    const download = lab.visitor(await lab.share(folder))
    assert.isTrue(isGone(await download.upload({ 'x.txt': 'x' })))
  })

  // Each case is red without its check in resolveRights, visit or find.
  test('a link has the current permissions of its creator', async ({ assert }) => {
    const as = lab.acme.admin
    const email = 'maker@acme.example'
    const { id } = await lab.app.ok<{ id: string }>('POST', '/api/users', {
      as,
      body: { email, role: 'editor' },
    })
    const maker = await lab.app.signIn(email, 'acme')
    const folder = await lab.folder('Makers', null, maker)
    const file = await lab.file('made.txt', 'made', folder.id, maker)
    const [share, inbox] = [
      await lab.share(file, {}, maker),
      await lab.share(folder, { kind: 'upload' }, maker),
    ]
    const works = async (one: Share) => (await lab.visitor(one).ask()).status === 200
    const change = (body: object) => lab.app.ok('PUT', `/api/users/${id}`, { as, body })
    assert.isTrue((await works(share)) && (await works(inbox)))
    await change({ role: 'viewer' })
    assert.isFalse((await works(share)) || (await works(inbox)))
    await change({ role: 'editor' })
    assert.isTrue((await works(share)) && (await works(inbox)))
    await change({ isActive: false })
    assert.isFalse((await works(share)) || (await works(inbox)))
    await change({ isActive: true })
    assert.isTrue(await works(share))
    // In the trash itself, and below a folder in the trash.
    const trash = (thing: Thing) => lab.app.ok('DELETE', `/api/assets/${thing.id}`, { as })
    const restore = (thing: Thing) => lab.app.ok('POST', `/api/assets/${thing.id}/restore`, { as })
    await trash(file)
    assert.isFalse(await works(share))
    await restore(file)
    await trash(folder)
    assert.isFalse((await works(share)) || (await works(inbox)))
    await restore(folder)
    assert.isTrue((await works(share)) && (await works(inbox)))
  })

  // Red when visitors have no rights, or lack assets.all of the link's creator.
  test('folder permissions apply to links as to their creators', async ({ assert }) => {
    const folder = await lab.folder('Closed')
    const file = await lab.file('closed.txt', 'closed', folder.id)
    const [mine, theirs] = [await lab.share(file), await lab.share(file, {}, lab.acme.admin)]
    const permit = (everyone: string) =>
      lab.app.ok('PUT', `/api/assets/${folder.id}/permissions`, {
        as: lab.acme.admin,
        body: { everyone, grants: [] },
      })
    await permit('none')
    assert.isTrue(isGone(await lab.visitor(mine).ask()))
    assert.isTrue(isGone(await lab.visitor(mine).download(file.id)))
    assert.equal((await lab.visitor(theirs).download(file.id)).text, 'closed')
    await permit('write')
    assert.equal((await lab.visitor(mine).ask()).status, 200)
  })

  // Red when visit does not check the state of the tenant.
  test('an inactive tenant serves nothing', async ({ assert }) => {
    const { id, subdomain } = await lab.app.tenant('dormant')
    const { headers } = await lab.app.superAdmin()
    const as = { headers: { ...headers, 'x-tenant': id } }
    const file = await lab.file('dormant.txt', 'x', null, as)
    const share = await lab.share(file, {}, as)
    assert.equal((await lab.visitor(share).ask()).status, 200)
    await lab.stored(async () =>
      unscoped().from('tenants').where({ subdomain }).update({ status: 'suspended' })
    )
    assert.isTrue(isGone(await lab.visitor(share).ask()))
  })

  test('links are deleted with their file', async ({ assert }) => {
    const file = await lab.file('purged.txt', 'x')
    const share = await lab.share(file)
    const as = lab.acme.editor
    await lab.app.ok('DELETE', `/api/assets/${file.id}`, { as })
    await lab.app.ok('POST', `/api/assets/${file.id}/purge`, { as })
    assert.isTrue(isGone(await lab.visitor(share).ask()))
    assert.lengthOf(await lab.shares(`?id=${share.id}`), 0)
  })

  /** A download of which only the beginning is read. */
  async function begun(visitor: Visitor, id: string) {
    const { pathname } = new URL(visitor.url)
    const response = await fetch(`${lab.app.url}${pathname}/files/${id}`)
    const reader = response.body!.getReader()
    const first = await reader.read()
    return { response, reader, first: first.value!.length }
  }

  // Red when watchRevocations is not called.
  test('revoking ends running downloads', async ({ assert }) => {
    const bytes = size({ quick: 16, full: 64 }) * 1024 * 1024
    const file = await lab.file('huge.bin', 'x'.repeat(bytes))
    const share = await lab.share(file)
    const { reader, first } = await begun(lab.visitor(share), file.id)
    await lab.revoke(share)
    let read = first
    const rest = async () => {
      for (let next; !(next = await reader.read()).done;) read += next.value.length
    }
    await assert.rejects(rest)
    assert.isBelow(read, bytes)
  })

  // Red when UploadForm is not given the check, and countUploads checks nothing.
  test('an upload that ends after its link leaves nothing', async ({ assert }) => {
    const folder = await lab.folder('Late')
    const share = await lab.share(folder, { kind: 'upload' })
    const { hostname, port, host } = new URL(lab.app.url)
    const socket = connect(Number(port), hostname)
    const body =
      '--x\r\ncontent-disposition: form-data; name="file"; filename="late.txt"\r\n\r\nlate\r\n--x--\r\n'
    socket.write(
      `POST ${new URL(share.url).pathname}/files HTTP/1.1\r\nHost: ${host}\r\nContent-Type: multipart/form-data; boundary=x\r\n` +
        `Content-Length: ${body.length}\r\nConnection: close\r\n\r\n${body.slice(0, 20)}`
    )
    // When this answer arrives, the server has read the head of the earlier request.
    await lab.visitor(share).ask()
    await lab.revoke(share)
    socket.write(body.slice(20))
    let answer = ''
    for await (const part of socket) answer += String(part)
    assert.match(answer, /^HTTP\/1\.1 404/)
    const list = await lab.app.ok<Thing[]>('GET', `/api/assets?parent=${folder.id}`, {
      as: lab.acme.editor,
    })
    assert.lengthOf(list, 0)
  })
})
