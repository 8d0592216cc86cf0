// onBothDatabases: counts concurrent downloads of two visitors
import { randomBytes } from 'node:crypto'
import { get, type IncomingMessage } from 'node:http'
import { test } from '@japa/runner'
import { until } from '@crossdock/backend/testing'
import { unscoped } from '@crossdock/kernel/database'
import { unpacked } from '../../assets/tests/read_zip.js'
import { sharesLab, type Share, type Thing } from './support.js'

const password = 'open sesame 9'

test.group('A shared folder as a zip', (group) => {
  const lab = sharesLab(group)
  const addressOf = ({ url }: Pick<Share, 'url'>, { id }: Pick<Thing, 'id'>) =>
    `${lab.app.url}${new URL(url).pathname}/zip/${id}`
  const zip = async (share: Pick<Share, 'url'>, folder: Thing, headers = {}) => {
    const reply = await fetch(addressOf(share, folder), { headers })
    const bytes = Buffer.from(await reply.arrayBuffer())
    return { status: reply.status, headers: reply.headers, bytes }
  }
  const namesIn = (bytes: Buffer) => [...unpacked(bytes).keys()]
  const cookiesOf = (headers: Headers) =>
    headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ')
  /** More than the buffers between server and client hold. */
  async function large(name: string): Promise<Thing> {
    const folder = await lab.folder(name)
    const body = new FormData()
    body.set('parentId', folder.id)
    body.set('file', new Blob([randomBytes(10_000_000)]), 'a.bin')
    const { id } = await lab.app.ok<Thing>('POST', '/api/assets', { as: lab.acme.editor, body })
    for (let copy = 0; copy < 3; copy++) {
      const to = { as: lab.acme.editor, body: { parentId: folder.id } }
      await lab.app.ok('POST', `/api/assets/${id}/copy`, to)
    }
    return folder
  }
  const begin = (address: string, headers = {}) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      get(address, { headers }, (response) => {
        response.once('readable', () => resolve(response))
      }).on('error', reject)
    })

  // Red when zip() passes no root to find(), groupByParent keeps closed folders, or a folder above is included.
  test('contains only the shared folder', async ({ assert }) => {
    const above = await lab.folder('Above')
    const shared = await lab.folder('Shared', above.id)
    const inner = await lab.folder('Inner', shared.id)
    const closed = await lab.folder('Closed', shared.id)
    await lab.file('inner.txt', 'inside', inner.id)
    await lab.file('closed.txt', 'closed', closed.id)
    const trashed = await lab.file('trashed.txt', 'trashed', shared.id)
    await lab.file('sibling.txt', 'secret', above.id)
    const other = await lab.app.tenant('birch')
    const foreign = await lab.folder('Foreign', null, other.admin)
    await lab.app.ok('DELETE', `/api/assets/${trashed.id}`, { as: lab.acme.editor })
    await lab.permit(closed, 'none')
    const share = await lab.share(shared)
    const whole = await zip(share, shared)
    assert.equal(whole.status, 200)
    assert.equal(whole.headers.get('cache-control'), 'no-store')
    assert.include(whole.headers.get('content-disposition'), 'filename="Shared.zip"')
    assert.deepEqual(namesIn(whole.bytes), ['Shared/Inner/inner.txt'])
    assert.deepEqual(namesIn((await zip(share, inner)).bytes), ['Inner/inner.txt'])
    const inbox = await lab.share(shared, { kind: 'upload' })
    assert.equal((await zip(inbox, shared)).status, 404)
    for (const folder of [above, foreign, closed, { ...above, id: `${inner.id}%2f..` }]) {
      assert.equal((await zip(share, folder)).status, 404, folder.name)
    }
    const page = (await lab.visitor(share).ask()).text
    assert.include(page, '1 file, 6 B')
    for (const name of ['closed', 'trashed', 'sibling']) assert.notInclude(page, `${name}.txt`)
    const search = await lab.visitor(share).ask(`/folders/${shared.id}?search=.txt`)
    assert.include(search.text, 'inner.txt')
    for (const name of ['closed', 'trashed', 'sibling']) {
      assert.notInclude(search.text, `${name}.txt`)
    }
  })

  // Red when zip() checks no password, or no limit.
  test('needs the password and a link that has not expired', async ({ assert }) => {
    const folder = await lab.folder('Locked')
    await lab.file('locked.txt', 'locked', folder.id)
    const share = await lab.share(folder, { password })
    assert.include((await lab.visitor(share).ask(`/zip/${folder.id}`)).text, 'type="password"')
    const visitor = lab.visitor(share)
    await visitor.enter(password)
    const zipped = await visitor.ask(`/zip/${folder.id}`)
    assert.equal(zipped.headers.get('content-type'), 'application/zip')
    await lab.alter(share, { expires_at: new Date(Date.now() - 1000).toISOString() })
    assert.equal((await visitor.ask(`/zip/${folder.id}`)).status, 404)
  })

  // Red when reserveBytes reads first and updates later.
  test('counts as one download, and concurrent requests cannot exceed the limit', async ({
    assert,
  }) => {
    const folder = await lab.folder('Scarce')
    for (const name of ['a.txt', 'b.txt', 'c.txt']) await lab.file(name, name, folder.id)
    const share = await lab.share(folder, { maxDownloads: 2 })
    const all = await Promise.all(Array.from({ length: 8 }, () => zip(share, folder)))
    assert.lengthOf(
      all.filter(({ status }) => status === 200),
      2
    )
    assert.lengthOf(
      all.filter(({ status }) => status === 404),
      6
    )
    assert.equal((await lab.shown(share)).downloads, 2)
    const page = await lab.visitor(await lab.share(folder, { maxDownloads: 20 })).ask()
    assert.include(page.text, 'Download all counts as one.')
  })

  // Red when zip() remembers no download, or unsent bytes are not returned.
  test('that breaks counts once, and continues', async ({ assert }) => {
    const folder = await large('Broken off')
    const share = await lab.share(folder, { maxDownloads: 1 })
    const address = addressOf(share, folder)
    const first = await fetch(address)
    const cookie = cookiesOf(first.headers)
    const size = Number(first.headers.get('content-length'))
    const reader = first.body!.getReader()
    await reader.read()
    await reader.cancel()
    const left = async () => {
      const [row] = await lab.stored(async () =>
        unscoped().from('share_downloads').where('share_id', share.id)
      )
      return Number(row.bytes_left)
    }
    await until('unsent bytes to be returned', async () => (await left()) > size)
    const again = await zip(share, folder, { cookie })
    assert.equal(again.status, 200)
    assert.lengthOf(namesIn(again.bytes), 4)
    assert.equal((await lab.shown(share)).downloads, 1)
    assert.equal((await zip(share, folder)).status, 404)
  })

  // Red when `inPresent` runs work without `visit`, or trackDownload does not get the zip.
  test('ends with the link, and when a folder in it is closed: {$self}')
    .with(['revoked', 'closed'])
    .run(async ({ assert }, how) => {
      const folder = await large(`Long ${how}`)
      const share = await lab.share(folder)
      const response = await begin(addressOf(share, folder))
      if (how === 'revoked') await lab.revoke(share)
      else await lab.permit(folder, 'none')
      lab.app.clock.advance(1_000)
      let received = 0
      const isCut = await new Promise<boolean>((resolve) => {
        response.on('data', (piece: Buffer) => (received += piece.length))
        response.once('end', () => resolve(false)).once('error', () => resolve(true))
      })
      assert.isTrue(isCut)
      assert.isBelow(received, 39_000_000)
    })
})
