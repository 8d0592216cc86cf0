import { test } from '@japa/runner'
import { picture } from './drawn_files.js'
import { assetsApp } from './support.js'
import { svg } from './drawn_files.js'

const page = '<!doctype html><script>alert(1)</script>'
const bytes = (text: string) => Buffer.from(text, 'latin1')
const padded = (text: string) => Buffer.concat([bytes(text), Buffer.alloc(64)])

test.group('A file that browsers may show', (group) => {
  const assets = assetsApp(group)

  async function asked(name: string, mimeType: string, content: Buffer, range?: string) {
    const { files } = await assets.tenant()
    const { id } = (await files.upload({ name, mimeType, bytes: content })).body
    const url = new URL(`/api/assets/${id}/content?disposition=inline`, files.app.url)
    const headers = { ...files.as.headers, ...(range && { range }) }
    const reply = await fetch(url, { headers: headers as Record<string, string> })
    return { reply, sent: Buffer.from(await reply.arrayBuffer()) }
  }

  test('has the type that its first bytes prove: {type}')
    .with([
      { type: 'image/gif', content: padded('GIF89a') },
      { type: 'image/jpeg', content: padded('\xff\xd8\xff\xe0') },
      { type: 'image/webp', content: padded('RIFF....WEBP') },
      { type: 'image/avif', content: padded('....ftypavif') },
      { type: 'audio/wav', content: padded('RIFF....WAVE') },
      { type: 'audio/mpeg', content: padded('ID3') },
      { type: 'audio/flac', content: padded('fLaC') },
      { type: 'audio/mp4', content: padded('....ftypM4A ') },
      { type: 'video/mp4', content: padded('....ftypisom') },
      { type: 'video/webm', content: padded('\x1aE\xdf\xa3\x9f\x42\x82\x84webm') },
    ])
    .run(async ({ assert }, { type, content }) => {
      // Regardless of the declared type.
      const { reply, sent } = await asked('thing.bin', 'application/x-thing', content)
      assert.equal(reply.headers.get('content-type'), type)
      assert.match(reply.headers.get('content-disposition')!, /^inline; filename="thing.bin"/)
      assert.equal(reply.headers.get('content-security-policy'), "default-src 'none'; sandbox")
      assert.equal(reply.headers.get('x-content-type-options'), 'nosniff')
      assert.equal(reply.headers.get('cross-origin-resource-policy'), 'same-origin')
      assert.isTrue(sent.equals(content))
    })

  test('is shown as plain text: {mimeType}')
    .with([
      { mimeType: 'text/plain', content: page },
      { mimeType: 'text/csv', content: 'a;b' },
      { mimeType: 'application/json', content: '{}' },
      { mimeType: 'text/javascript', content: 'alert(1)' },
      { mimeType: 'text/plain', content: '' },
    ])
    .run(async ({ assert }, { mimeType, content }) => {
      const { reply } = await asked('thing', mimeType, Buffer.from(content))
      assert.equal(reply.headers.get('content-type'), 'text/plain; charset=utf-8')
      assert.match(reply.headers.get('content-disposition')!, /^inline;/)
    })

  // Red when the declared type is trusted, or HTML, SVG or XML counts as text.
  test('is a download for every other type: {mimeType}')
    .with([
      { mimeType: 'text/html', content: bytes(page) },
      { mimeType: 'image/svg+xml', content: bytes(svg) },
      { mimeType: 'image/png', content: bytes(svg) },
      { mimeType: 'image/png', content: bytes(page) },
      { mimeType: 'video/mp4', content: bytes(page) },
      { mimeType: 'application/xhtml+xml', content: bytes(page) },
      { mimeType: 'text/xml', content: bytes('<?xml version="1.0"?><a/>') },
      { mimeType: 'application/pdf', content: bytes('%PDF-1.4') },
      { mimeType: 'text/plain', content: padded('text') },
      { mimeType: 'text/plain', content: bytes('\xff\xfe\x3c') },
      { mimeType: 'application/octet-stream', content: bytes('text') },
      { mimeType: 'image/png', content: Buffer.alloc(0) },
    ])
    .run(async ({ assert }, { mimeType, content }) => {
      const { reply, sent } = await asked('thing', mimeType, content)
      assert.equal(reply.status, 200)
      assert.match(reply.headers.get('content-disposition')!, /^attachment;/)
      assert.equal(reply.headers.get('content-type'), mimeType)
      assert.equal(reply.headers.get('content-security-policy'), "default-src 'none'; sandbox")
      assert.isTrue(sent.equals(content))
    })

  test('supports ranges', async ({ assert }) => {
    const content = await picture(50, 50).png().toBuffer()
    const { reply, sent } = await asked('a.png', 'image/png', content, 'bytes=20-29')
    assert.equal(reply.status, 206)
    assert.equal(reply.headers.get('content-type'), 'image/png')
    assert.isTrue(sent.equals(content.subarray(20, 30)))
  })
})
