// onOneDatabase: no database takes part
import zlib from 'node:zlib'
import { test } from '@japa/runner'
import iconv from 'iconv-lite'
import { size } from '../../testing/index.js'
import { ContentError, ContentTooLarge, encodeText, readContent } from '../index.js'

const maxBytes = 1024 * 1024

type Pack = (bytes: Buffer) => Buffer

const codings: [name: string, pack: Pack][] = [
  ['', (bytes) => bytes],
  ['identity', (bytes) => bytes],
  ['gzip', zlib.gzipSync],
  ['X-GZIP', zlib.gzipSync],
  ['deflate', zlib.deflateSync],
  ['deflate', zlib.deflateRawSync],
  ['br', zlib.brotliCompressSync],
  ['zstd', zlib.zstdCompressSync],
  ['deflate, gzip', (bytes) => zlib.gzipSync(zlib.deflateSync(bytes))],
  ['gzip,, identity ,br', (bytes) => zlib.brotliCompressSync(zlib.gzipSync(bytes))],
]

/** Charsets as partners name them, with letters that each of them has. */
const charsets: [name: string, letters: string][] = [
  ['utf-8', 'Zoë Müller € 李 😀 \ufffd'],
  ['UTF8', 'Ångström'],
  ['utf-16le', 'Zoë € 李 😀'],
  ['utf-16be', 'Zoë € 李 😀'],
  ['utf-16', 'Zoë € 李 😀'],
  ['utf-32le', 'Zoë € 李 😀'],
  ['utf-32be', 'Zoë € 李 😀'],
  ['ISO-8859-1', 'Zoë Müller ÿ'],
  ['latin1', 'Zoë Müller'],
  ['iso-8859-2', 'Łódź'],
  ['iso-8859-15', 'Müller € Œ'],
  ['windows-1252', 'Müller € “x”'],
  ['windows-1251', 'Привет'],
  ['koi8-r', 'Привет'],
  ['macintosh', 'Müller'],
  ['shift_jis', '日本語 ﾃｽﾄ ①'],
  ['euc-jp', '日本語'],
  ['gbk', '中文 €'],
  ['gb2312', '中文'],
  ['gb18030', '中文 😀'],
  ['big5', '繁體中文 ¨'],
  ['euc-kr', '한국어 ®'],
  ['cp850', 'Müller'],
  ['us-ascii', 'Mueller'],
]

/** Ways in which content names its charset. */
const namings = ['header', 'mark', 'declaration', 'nothing'] as const

const types = [
  'application/json',
  'application/problem+json',
  'text/plain',
  'text/html',
  'application/xml',
  'text/csv',
  'application/x-ndjson',
  'application/octet-stream',
  'application/vnd.acme.order',
  '',
]

const marks: Record<string, number[]> = {
  'utf-8': [0xef, 0xbb, 0xbf],
  UTF8: [0xef, 0xbb, 0xbf],
  'utf-16le': [0xff, 0xfe],
  'utf-16be': [0xfe, 0xff],
  'utf-16': [0xff, 0xfe],
  'utf-32le': [0xff, 0xfe, 0, 0],
  'utf-32be': [0, 0, 0xfe, 0xff],
}

interface Sample {
  charset: string
  naming: (typeof namings)[number]
  type: string
  text: string
}

/** Content in a charset, with or without naming it. */
function sample({ charset, naming, type }: Omit<Sample, 'text'>, letters: string): Sample {
  const isDeclared = naming === 'declaration'
  const declared = isDeclared ? ` encoding="${charset}"` : ''
  const meta = isDeclared ? `<meta charset="${charset}">` : ''
  const texts: Record<string, string> = {
    'application/xml': `<?xml version="1.0"${declared}?><name>${letters}</name>`,
    'text/html': `<!doctype html><html><head>${meta}<title>${letters}</title></head></html>`,
    'text/csv': `name;city\n${letters};x\n`,
    'application/x-ndjson': `{"name":"${letters}"}\n`,
  }
  return { charset, naming, type, text: texts[type] ?? `{"name":"${letters}","count":1}` }
}

const bytesOf = ({ charset, naming, text }: Sample): Buffer => {
  const mark = naming === 'mark' ? (marks[charset] ?? []) : []
  return Buffer.concat([Buffer.from(mark), iconv.encode(text, charset, { addBOM: false })])
}

const headerOf = ({ charset, naming, type }: Sample): string =>
  naming === 'header' ? `${type}; Charset="${charset}"` : type

const valueOf = ({ type, text }: Sample): unknown =>
  text.startsWith('{') && type !== 'application/x-ndjson' ? JSON.parse(text) : text

/** Whether the content names enough for the value to be read. */
function isReadable({ charset, naming, type }: Sample): boolean {
  const isWide = /^utf-(16|32)/.test(charset)
  if (naming === 'header' || /^(utf-?8|us-ascii)$/i.test(charset)) return true
  if (naming === 'mark' && isWide) return true
  if (isWide) return /json|xml|^text/.test(type)
  return naming === 'declaration' && /xml|html/.test(type)
}

/** The value; undefined for content that is an error or no text. */
async function read(headers: Record<string, string>, body: Buffer): Promise<unknown> {
  try {
    const { text, value } = await readContent({ headers, body }, maxBytes)
    return text === null ? undefined : value
  } catch (error) {
    if (error instanceof ContentError) return undefined
    throw error
  }
}

const isWritten = (letter: string, charset: string): boolean => {
  try {
    encodeText(`text/plain; charset=${charset}`, letter)
    return true
  } catch {
    return false
  }
}

const json = (body: Buffer, headers: Record<string, string> = {}) =>
  readContent({ headers: { 'content-type': 'application/json', ...headers }, body }, maxBytes)

test.group('Content', () => {
  // Red without any of: unpacking, its order, raw deflate, charsets, marks, declarations, strict decoding.
  test('every combination of coding, charset, naming and type gives the same value, or none', async ({
    assert,
  }) => {
    let turn = 0
    for (const [charset, letters] of charsets) {
      for (const naming of namings) {
        for (const type of types) {
          const one = sample({ charset, naming, type }, letters)
          const body = bytesOf(one)
          const here = size({ quick: [codings[turn++ % codings.length]!], full: codings })
          for (const [coding, pack] of here) {
            const headers = { 'content-type': headerOf(one), 'content-encoding': coding }
            const value = await read(headers, pack(body))
            const about = `${charset} by ${naming} as "${type}" in "${coding}"`
            if (value !== undefined) assert.deepEqual(value, valueOf(one), about)
            else assert.isFalse(isReadable(one), about)
          }
        }
      }
    }
  })

  // Red when a charset is read from the tables of Node: Big5 and EUC-KR differ there.
  test('every letter of a charset is read as it was written', async ({ assert }) => {
    const step = size({ quick: 7, full: 1 })
    for (const [charset] of charsets) {
      const letters = ['text']
      for (let code = 0xa0; code < 0xd800; code += step) {
        const letter = String.fromCodePoint(code)
        if (iconv.decode(iconv.encode(letter, charset), charset) !== letter) continue
        // Red when a written letter is read as another one.
        if (isWritten(letter, charset)) letters.push(letter)
      }
      const text = letters.join('')
      const headers = { 'content-type': `text/plain; charset=${charset}` }
      const found = await readContent(
        { headers, body: encodeText(headers['content-type'], text) },
        maxBytes
      )
      assert.equal(found.value, text, charset)
    }
  })

  // Red when the limit is not passed to zlib.
  test('a decompression bomb ends at the limit: {$self}')
    .with(
      codings.filter(([, pack]) => pack(Buffer.alloc(100)).length !== 100).map(([name]) => name)
    )
    .run(async ({ assert }, name) => {
      const pack = codings.find(([one]) => one === name)![1]
      const body = pack(Buffer.alloc(4 * maxBytes, ' '))
      assert.isBelow(body.length, maxBytes / 50)
      await assert.rejects(() => json(body, { 'content-encoding': name }), ContentTooLarge)
      const fits = pack(Buffer.alloc(maxBytes, ' '))
      const { text } = await json(fits, { 'content-encoding': name })
      assert.lengthOf(text!, maxBytes)
    })

  // Red when damaged bytes are treated as text.
  test('bytes that do not fit their coding are an error, cut at any place', async ({ assert }) => {
    const plain = Buffer.from('{"name":"Zoë Müller, Hamburg, Hamburg"}')
    for (const [coding, pack] of codings.slice(2)) {
      const packed = pack(plain)
      const wrong = [
        plain,
        Buffer.concat([packed, Buffer.from('{}')]),
        ...Array.from({ length: packed.length - 1 }, (_, i) => packed.subarray(0, i + 1)),
      ]
      for (const body of wrong) {
        const failed = await json(body, { 'content-encoding': coding }).catch((error) => error)
        assert.instanceOf(failed, ContentError, `${coding} ${body.length} of ${packed.length}`)
        assert.isTrue(failed.isDamaged)
      }
    }
  })

  test('an unknown coding, and too many codings, are errors that name them', async ({ assert }) => {
    const body = Buffer.from('{}')
    for (const [coding, says] of [
      ['compress', '"compress"'],
      ['gzip, aws-chunked', '"aws-chunked"'],
      ['constructor', '"constructor"'],
      ['gzip,gzip,gzip,gzip,gzip,gzip', '6 times'],
    ] as const) {
      const failed = await json(body, { 'content-encoding': coding }).catch((error) => error)
      assert.instanceOf(failed, ContentError)
      assert.include(failed.message, says)
      assert.isFalse(failed.isDamaged)
    }
    assert.deepEqual((await json(body, { 'content-encoding': 'UTF-8' })).value, {})
    // An answer without content, such as to HEAD, has nothing to unpack.
    assert.isNull((await json(Buffer.alloc(0), { 'content-encoding': 'gzip' })).value)
  })

  test('content that contradicts its charset is an error: {says}')
    .with([
      { type: 'application/json', body: '7b22c4227d', says: 'utf-8' },
      { type: 'text/plain; charset=utf-8', body: '4dfc6c', says: 'utf-8' },
      { type: 'text/plain; charset=klingon', body: '41', says: 'klingon' },
      { type: 'text/plain; charset=us-ascii', body: 'fc', says: 'us-ascii' },
      { type: 'text/plain; charset=latin1, text/plain; charset=utf-8', body: '41', says: 'latin1' },
      { type: 'text/plain; charset=binary', body: '41', says: 'binary' },
      { type: 'text/plain; charset=shift_jis', body: '81', says: 'shift_jis' },
      { type: 'text/plain; charset=utf-16', body: '4e674e67', says: 'byte order' },
      { type: 'text/plain; charset=utf-16le', body: '00d8', says: 'utf-16le' },
      { type: 'text/plain', body: '4f4b00', says: 'NUL' },
    ])
    .run(async ({ assert }, { type, body, says }) => {
      const content = { headers: { 'content-type': type }, body: Buffer.from(body, 'hex') }
      const failed = await readContent(content, maxBytes).catch((error) => error)
      assert.instanceOf(failed, ContentError)
      assert.include(failed.message, says)
    })

  test('a mark has precedence over the header, and a wrong declaration of UTF-16 is ignored', async ({
    assert,
  }) => {
    const value = { name: 'Zoë' }
    const utf8 = Buffer.from(`\ufeff${JSON.stringify(value)}`)
    const latin = { 'content-type': 'application/json; charset=iso-8859-1' }
    assert.deepEqual((await json(utf8, latin)).value, value)
    const bigEndian = iconv.encode(`\ufeff${JSON.stringify(value)}`, 'utf-16be')
    const ascii = { 'content-type': 'application/json; charset=us-ascii' }
    assert.deepEqual((await json(utf8.subarray(3), ascii)).value, value)
    const twice = {
      'content-type': 'application/json; charset=utf-8, application/json;charset=UTF8',
    }
    assert.deepEqual((await json(utf8.subarray(3), twice)).value, value)
    const wide = { 'content-type': 'application/json; charset=utf-16' }
    assert.deepEqual((await json(bigEndian, wide)).value, value)
    const xml = '<?xml version="1.0" encoding="utf-16"?><n>Zoë</n>'
    const headers = { 'content-type': 'text/xml' }
    assert.equal((await readContent({ headers, body: Buffer.from(xml) }, maxBytes)).value, xml)
  })

  test('binary content stays a file: {type}')
    .with([
      { type: 'image/png', body: Buffer.from('plain') },
      { type: 'application/octet-stream', body: Buffer.from([1, 2, 3, 4]) },
      { type: 'application/octet-stream', body: Buffer.from([0x80, 0xff]) },
      // Red when a charset turns it into text.
      { type: 'application/zip;charset=UTF-8', body: Buffer.from('PK\u0003\u0004') },
      { type: 'application/x-tar; charset=utf-8', body: Buffer.from([0x80, 0xff]) },
      { type: '', body: Buffer.from('%PDF-1.7\n') },
      {
        type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        body: Buffer.from('PK\u0003\u0004\u00ff', 'latin1'),
      },
    ])
    .run(async ({ assert }, { type, body }) => {
      const found = await readContent({ headers: { 'content-type': type }, body }, maxBytes)
      assert.deepEqual(found, { text: null, value: { contentType: type, size: body.length } })
    })

  test('text of any type is kept, and JSON is detected by its first character: {type}')
    .with([
      { type: 'application/csv', body: 'a;b\n', value: 'a;b\n' },
      { type: 'application/x-yaml', body: 'a: 1\n', value: 'a: 1\n' },
      { type: 'application/jsonl', body: '{"a":1}\n', value: '{"a":1}\n' },
      { type: 'application/x-json-stream', body: '[1]', value: '[1]' },
      { type: 'text/csv', body: '[1]', value: '[1]' },
      { type: 'application/octet-stream', body: 'a,b\n', value: 'a,b\n' },
      { type: 'image/svg+xml', body: '<svg/>', value: '<svg/>' },
      { type: 'text/html', body: '\n [{"a":1}]', value: [{ a: 1 }] },
      { type: 'text/plain', body: '[section]\na=1', value: '[section]\na=1' },
      { type: 'text/plain', body: '12', value: '12' },
      { type: 'application/json', body: '12', value: 12 },
      { type: 'application/json', body: 'OK', value: 'OK' },
    ])
    .run(async ({ assert }, { type, body, value }) => {
      const content = { headers: { 'content-type': type }, body: Buffer.from(body) }
      assert.deepEqual((await readContent(content, maxBytes)).value, value)
    })

  // Red when a letter missing in a charset is written as "?".
  test('text is written in the charset of its type, or refused with the missing letter', ({
    assert,
  }) => {
    const latin = 'text/plain; charset=ISO-8859-1'
    assert.deepEqual(encodeText(latin, 'Zoë'), Buffer.from([0x5a, 0x6f, 0xeb]))
    assert.deepEqual(encodeText('text/plain', 'Zoë'), Buffer.from('Zoë'))
    const xml = '<?xml version="1.0" encoding="iso-8859-1"?><n>ë</n>'
    assert.deepEqual(encodeText('text/xml', xml), Buffer.from(xml, 'latin1'))
    for (const [type, text, says] of [
      [latin, '10 €', '€'],
      ['text/plain; charset=us-ascii', 'Zoë', 'ë'],
      ['text/plain; charset=klingon', 'a', 'klingon'],
      ['text/plain; charset=base64', 'a', 'base64'],
      ['text/plain', 'a\ud800', 'surrogate'],
    ] as const) {
      assert.throws(() => encodeText(type, text), ContentError)
      assert.throws(() => encodeText(type, text), new RegExp(says))
    }
  })
})
