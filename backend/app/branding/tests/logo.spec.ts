import { createHash } from 'node:crypto'
import { deflateSync, crc32 } from 'node:zlib'
import type { Branding } from '@crossdock/client'
import { test } from '@japa/runner'
import sharp from 'sharp'
import { openLab, shownAt, type BrandingLab, type Refused } from './support.js'

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#2563eb' } })

/** A PNG that declares this many pixels, and contains none. */
function hugePng(side: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const ends = Buffer.alloc(8)
    ends.writeUInt32BE(data.length, 0)
    ends.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc(1024 * 1024))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

test.group('The logo of an organization', (group) => {
  let lab: BrandingLab

  group.setup(async () => {
    const opened = await openLab()
    lab = opened
    return opened.stop
  })

  const put = (body: Uint8Array, as = lab.acme.admin) =>
    lab.app.call<Branding & Refused>('PUT', '/api/tenant/branding/logo', { as, body })
  const get = (path: string, headers = {}) => fetch(`${lab.app.url}${path}`, { headers })

  test('PNG, JPEG and WebP are redrawn, small, and served as pictures', async ({ assert }) => {
    for (const kind of ['png', 'jpeg', 'webp'] as const) {
      const { status, body } = await put(await picture(900, 300).toFormat(kind).toBuffer())
      assert.equal(status, 200, kind)
      const answer = await get(body.logo!)
      const bytes = Buffer.from(await answer.arrayBuffer())
      const { format, width, height } = await sharp(bytes).metadata()
      assert.deepEqual([format, width, height], ['png', 320, 107], kind)
      assert.equal(answer.headers.get('content-type'), 'image/png')
      assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
      assert.equal(answer.headers.get('content-security-policy'), "default-src 'none'; sandbox")
      assert.match(answer.headers.get('cache-control')!, /immutable/)
      const hash = createHash('sha256').update(bytes).digest('hex')
      assert.equal(body.logo, `/api/branding/logo/${hash}`)
      const again = await get(body.logo!, { 'if-none-match': answer.headers.get('etag')! })
      assert.equal(again.status, 304)
    }
    const { logo } = await shownAt(lab.app, `acme.${lab.main.host}`)
    assert.isNotNull(logo)
    await lab.app.ok('DELETE', '/api/tenant/branding/logo', { as: lab.acme.admin })
    assert.isNull((await shownAt(lab.app, `acme.${lab.main.host}`)).logo)
    assert.equal((await get(logo!)).status, 404)
  })

  // Red when the received bytes are stored instead of the redrawn ones.
  test('only the pixels of the file remain', async ({ assert }) => {
    const secret = 'where it was taken'
    const withMetadata = await picture(40, 40)
      .withExif({ IFD0: { Copyright: secret } })
      .png()
      .toBuffer()
    const script = Buffer.from('<script>alert(document.domain)</script>%PDF-1.4 PK\x03\x04')
    const { body } = await put(Buffer.concat([withMetadata, script]))
    const bytes = Buffer.from(await (await get(body.logo!)).arrayBuffer()).toString('latin1')
    for (const left of [secret, '<script', '%PDF', 'eXIf']) assert.notInclude(bytes, left)
    assert.isTrue(bytes.endsWith('IEND\xaeB`\x82'))
  })

  // Red when pixels are not limited, SVG is not detected, or neither isSupportedPicture nor `plain` checks the format.
  test('unsupported pictures are refused with a sentence', async ({ assert }) => {
    const png = await picture(400, 400).png().toBuffer()
    const hostile: [what: string, bytes: Buffer, sentence: RegExp][] = [
      ['nothing', Buffer.alloc(0), /not a supported picture/],
      ['text', Buffer.from('hello'), /not a supported picture/],
      ['cut', png.subarray(0, png.length / 2), /not a supported picture/],
      ['only a head', png.subarray(0, 8), /not a supported picture/],
      [
        'svg',
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
        /SVG/,
      ],
      ['svg behind a BOM', Buffer.from('\ufeff <?xml version="1.0"?><svg onload="x()"/>'), /SVG/],
      ['svgz', Buffer.from([0x1f, 0x8b, 8, 0]), /SVG/],
      ['html', Buffer.from('<!doctype html><script>1</script>'), /SVG/],
      ['gif', await picture(8, 8).gif().toBuffer(), /not a supported picture/],
      ['pdf', Buffer.from('%PDF-1.4\n1 0 obj\n'), /not a supported picture/],
      [
        'pdf behind a head of PNG',
        Buffer.from('\x89PNG\r\n\x1a\n%PDF-1.4', 'latin1'),
        /not a supported picture/,
      ],
      ['huge', await picture(6_000, 5_000).png().toBuffer(), /not a supported picture/],
      ['huge and empty', hugePng(20_000), /not a supported picture/],
      ['larger than said', hugePng(4_900), /not a supported picture/],
    ]
    for (const [what, bytes, sentence] of hostile) {
      const { status, body } = await put(bytes)
      assert.equal(status, 422, what)
      assert.match(body.message, sentence, what)
      assert.equal(body.errors[0]!.field, 'logo')
    }
    const large = await put(Buffer.concat([png, Buffer.alloc(512 * 1024)]))
    assert.equal(large.status, 413)
    assert.equal((await put(png)).status, 200)
  })

  test('only hashes of current logos work', async ({ assert }) => {
    for (const hash of ['a'.repeat(64), 'x', '..%2f..%2fetc%2fpasswd', `${'a'.repeat(64)}'--`]) {
      assert.equal((await get(`/api/branding/logo/${hash}`)).status, 404, hash)
    }
  })
})
