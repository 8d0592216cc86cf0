import { randomBytes } from 'node:crypto'
import { test } from '@japa/runner'
import { alterName, assetsApp, type Files } from './support.js'

const size = 1_500_000

async function bytesOf(files: Files, id: string, headers: Record<string, string> = {}) {
  const url = new URL(`/api/assets/${id}/content`, files.app.url)
  const reply = await fetch(url, { headers: { ...files.as.headers, ...headers } })
  return {
    status: reply.status,
    headers: reply.headers,
    bytes: Buffer.from(await reply.arrayBuffer()),
  }
}

test.group('Download', (group) => {
  const assets = assetsApp(group)

  async function uploaded(name = 'data.bin', bytes: Buffer = randomBytes(size)) {
    const { files } = await assets.tenant()
    const { body } = await files.upload({ name, bytes, mimeType: 'application/x-data' })
    return { files, id: body.id, bytes }
  }

  test('the bytes come back as they were sent', async ({ assert }) => {
    const { files, id, bytes } = await uploaded()
    const whole = await bytesOf(files, id)
    assert.equal(whole.status, 200)
    assert.isTrue(whole.bytes.equals(bytes))
    assert.equal(whole.headers.get('content-length'), String(size))
    assert.equal(whole.headers.get('content-type'), 'application/x-data')
    assert.equal(whole.headers.get('accept-ranges'), 'bytes')
  })

  test('the range {range} is answered with {start} to {end}')
    .with([
      { range: 'bytes=0-0', start: 0, end: 0 },
      { range: 'bytes=100-', start: 100, end: size - 1 },
      { range: 'bytes=-7', start: size - 7, end: size - 1 },
      { range: `bytes=-${size * 2}`, start: 0, end: size - 1 },
      { range: `bytes=1000000-${size * 2}`, start: 1_000_000, end: size - 1 },
      { range: 'Bytes = 262143 - 1048577', start: 262_143, end: 1_048_577 },
    ])
    .run(async ({ assert }, { range, start, end }) => {
      const { files, id, bytes } = await uploaded()
      const part = await bytesOf(files, id, { range })
      assert.equal(part.status, 206)
      assert.equal(part.headers.get('content-range'), `bytes ${start}-${end}/${size}`)
      assert.equal(part.headers.get('content-length'), String(end - start + 1))
      assert.isTrue(part.bytes.equals(bytes.subarray(start, end + 1)))
    })

  test('a header without a single byte range gets the whole file: {$self}')
    .with(['bytes=5-1', 'bytes=-', 'bytes=a-b', 'lines=1-2', 'bytes=0-1,5-6'])
    .run(async ({ assert }, range) => {
      const { files, id } = await uploaded()
      assert.equal((await bytesOf(files, id, { range })).status, 200)
    })

  test('a range after the end answers 416 with the size', async ({ assert }) => {
    const { files, id } = await uploaded()
    for (const range of [`bytes=${size}-`, 'bytes=-0']) {
      const reply = await bytesOf(files, id, { range })
      assert.equal(reply.status, 416)
      assert.equal(reply.headers.get('content-range'), `bytes */${size}`)
    }
  })

  test('an empty file can be downloaded', async ({ assert }) => {
    const { files, id } = await uploaded('empty', Buffer.alloc(0))
    const whole = await bytesOf(files, id)
    assert.deepEqual([whole.status, whole.bytes.length], [200, 0])
    assert.equal(whole.headers.get('content-length'), '0')
    assert.equal((await bytesOf(files, id, { range: 'bytes=0-' })).status, 416)
  })

  test('a client with the current bytes gets 304', async ({ assert }) => {
    const { files, id } = await uploaded()
    const { headers } = await bytesOf(files, id)
    const etag = headers.get('etag')!
    const modified = headers.get('last-modified')!
    assert.match(etag, /^"[0-9a-f]{64}"$/)
    const status = async (sent: Record<string, string>) => (await bytesOf(files, id, sent)).status
    assert.equal(await status({ 'if-none-match': etag }), 304)
    assert.equal(await status({ 'if-none-match': `"other", W/${etag}` }), 304)
    assert.equal(await status({ 'if-none-match': '*' }), 304)
    assert.equal(await status({ 'if-none-match': '"other"' }), 200)
    assert.equal(await status({ 'if-modified-since': modified }), 304)
    assert.equal(await status({ 'if-none-match': '"other"', 'if-modified-since': modified }), 200)
    const unchanged = await bytesOf(files, id, { 'if-none-match': etag })
    assert.equal(unchanged.headers.get('etag'), etag)
    assert.equal(unchanged.bytes.length, 0)
  })

  test('a download continues only while the bytes are the same', async ({ assert }) => {
    const { files, id } = await uploaded()
    const { headers } = await bytesOf(files, id)
    const status = async (ifRange: string) =>
      (await bytesOf(files, id, { range: 'bytes=5-', 'if-range': ifRange })).status
    assert.equal(await status(headers.get('etag')!), 206)
    assert.equal(await status(headers.get('last-modified')!), 206)
    assert.equal(await status(`W/${headers.get('etag')!}`), 200)
    await files.upload({ name: 'data.bin', bytes: 'changed' })
    assert.equal(await status(headers.get('etag')!), 200)
  })

  test('HEAD returns all headers and no bytes', async ({ assert }) => {
    const { files, id } = await uploaded()
    const reply = await files.call('HEAD', `/${id}/content`)
    assert.equal(reply.status, 200)
    assert.equal(reply.headers.get('content-length'), String(size))
    assert.isNotNull(reply.headers.get('etag'))
  })

  test('nothing a browser could run ever runs in our origin', async ({ assert }) => {
    const { files } = await assets.tenant()
    const page = '<script>alert(1)</script>'
    for (const [name, mimeType] of [
      ['page.html', 'text/html'],
      ['drawing.svg', 'image/svg+xml'],
      ['code.js', 'text/javascript; charset=utf-8'],
      ['code.mjs', 'application/x-javascript'],
      ['code.wasm', 'application/wasm'],
    ] as const) {
      const { id } = (await files.upload({ name, mimeType, bytes: page })).body
      const { headers } = await bytesOf(files, id)
      assert.equal(headers.get('content-security-policy'), "default-src 'none'; sandbox")
      assert.equal(headers.get('x-content-type-options'), 'nosniff')
      assert.match(headers.get('content-disposition')!, /^attachment;/)
      // Red when scripts keep their type: a page of this server could be made to run them.
      assert.notMatch(headers.get('content-type')!, /javascript|wasm/)
    }
  })

  test('the file keeps any name', async ({ assert }) => {
    const { files } = await assets.tenant()
    const { id } = await files.file('plain.txt')
    // New names cannot contain a quotation mark; older names are downloaded unchanged.
    await alterName(id, 'quote"; Rechnung für 5 €(1).txt')
    const { headers } = await bytesOf(files, id)
    assert.equal(
      headers.get('content-disposition'),
      `attachment; filename="quote\\"; Rechnung f_r 5 _(1).txt"; filename*=UTF-8''quote%22%3B%20Rechnung%20f%C3%BCr%205%20%E2%82%AC%281%29.txt`
    )
  })

  test('unknown versions, folders and invalid versions have no content', async ({ assert }) => {
    const { files, id } = await uploaded()
    const folder = await files.folder('Folder')
    assert.equal((await files.call('GET', `/${folder.id}/content?version=1`)).status, 409)
    assert.equal((await files.call('GET', `/${id}/content?version=2`)).status, 404)
    assert.equal((await files.call('GET', `/${id}/content?version=x`)).status, 422)
    assert.deepEqual((await files.call('GET', `/${folder.id}/versions`)).body, [])
  })
})
