import { request } from 'node:http'
import { test } from '@japa/runner'
import { unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import { uploadLimits, type FileVersion } from '../contracts/index.js'
import { assetsApp, formOf } from './support.js'

const KiB = 1024

/** Rows of an upload in a tenant. */
async function rowsOf(tenantId: string): Promise<Record<string, number>> {
  const tables = ['assets', 'asset_versions', 'contents', 'content_chunks']
  return await asOperator('count rows', async () => {
    const counted: Record<string, number> = {}
    for (const table of tables) {
      counted[table] = (await unscoped().from(table).where('tenant_id', tenantId)).length
    }
    const events = unscoped().from('middleware_events').where('tenant_id', tenantId)
    counted.events = (await events.where('target_type', 'asset')).length
    return counted
  })
}

const nothing = { assets: 0, asset_versions: 0, contents: 0, content_chunks: 0, events: 0 }

test.group('Upload', (group) => {
  const assets = assetsApp(group)
  let limit = Infinity
  group.setup(() => uploadLimits.add('test', () => limit))
  group.each.teardown(() => void (limit = Infinity))

  // Red when safeName accepts the characters that replace bytes which are not UTF-8.
  test('a name that is not UTF-8 is refused, alone and among others', async ({ assert }) => {
    const { files } = await assets.tenant()
    const part = (name: string) =>
      Buffer.from(
        `--b\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\ntext\r\n`,
        'latin1'
      )
    const send = async (path: string, ...names: string[]) => {
      const reply = await fetch(new URL(`/api/assets${path}`, assets.app.url), {
        method: 'POST',
        headers: { ...files.as.headers, 'content-type': 'multipart/form-data; boundary=b' },
        body: Buffer.concat([...names.map(part), Buffer.from('--b--\r\n')]),
      })
      return [reply.status, await reply.text()] as const
    }
    const [status, body] = await send('', '\xff\xfe.txt')
    assert.equal(status, 422)
    assert.include(body, 'which replaces bytes that are not UTF-8')
    assert.equal((await send('/batch', '\xff.txt', 'good.txt'))[0], 200)
    // The same name in UTF-8.
    assert.equal((await send('', '\xc3\xa9.txt'))[0], 201)
    assert.sameMembers(await files.names(), ['good.txt', 'é.txt'])
  })

  // Red when UploadForm does not decode quotation marks and line breaks of browsers.
  test('quotation marks and line breaks in a name are refused as typed', async ({ assert }) => {
    const { files } = await assets.tenant()
    const why = async (name: string) => (await files.upload({ name })).body.message
    assert.include(await why('quote".txt'), 'Windows allows no " in names')
    for (const name of ['a\rb.txt', 'a\nb.txt']) {
      assert.include(await why(name), 'it contains control characters. Call it "ab.txt"')
    }
    assert.equal((await files.upload({ name: '100%25 & 5%.txt' })).body.name, '100%25 & 5%.txt')
  })

  test('a file becomes an asset with its first version', async ({ assert }) => {
    const { files } = await assets.tenant()
    const folder = await files.folder('Inbox')
    const reply = await files.upload({ name: 'Frachtbrief für März.pdf', parentId: folder.id })
    assert.equal(reply.status, 201)
    assert.containSubset(reply.body, {
      name: 'Frachtbrief für März.pdf',
      parentId: folder.id,
      type: 'file',
      mimeType: 'application/pdf',
      size: 7,
      version: 1,
      metadata: {},
      trashedAt: null,
    })
    const versions = await files.call<FileVersion[]>('GET', `/${reply.body.id}/versions`)
    assert.equal(versions.headers.get('content-range'), 'versions 0-0/1')
    assert.containSubset(versions.body[0], { assetId: reply.body.id, version: 1, size: 7 })
  })

  test('the same name again is the next version; the older ones stay', async ({ assert }) => {
    const { files } = await assets.tenant()
    const { id } = await files.file('plan.txt', null, 'one')
    const second = await files.upload({ name: 'plan.txt', bytes: 'two!' })
    assert.equal(second.status, 200)
    assert.containSubset(second.body, { id, version: 2, size: 4 })
    const { body } = await files.call<FileVersion[]>('GET', `/${id}/versions`)
    assert.deepEqual(
      body.map(({ version, size }) => [version, size]),
      [
        [2, 4],
        [1, 3],
      ]
    )
    const old = await files.call<string>('GET', `/${id}/content?version=1`)
    assert.equal(old.body, 'one')
    assert.equal((await files.call<string>('GET', `/${id}/content`)).body, 'two!')
  })

  test('concurrent uploads of one name all become versions', async ({ assert }) => {
    const { files } = await assets.tenant()
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        files.upload({ name: 'race.txt', bytes: `${index}` })
      )
    )
    assert.deepEqual(replies.map(({ status }) => status).sort(), [...Array(9).fill(200), 201])
    const { id } = replies[0]!.body
    const { body } = await files.call<FileVersion[]>('GET', `/${id}/versions`)
    assert.deepEqual(
      body.map(({ version }) => version),
      [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]
    )
    assert.equal(new Set(body.map(({ hash }) => hash)).size, 10)
  })

  test('a file over the limit answers 413 and leaves nothing', async ({ assert }) => {
    const { files, id } = await assets.tenant()
    limit = 300 * KiB
    const bytes = new Uint8Array(301 * KiB)
    const late = await files.upload({ name: 'late.bin', bytes })
    const early = await files.upload({ name: 'early.bin', bytes: new Uint8Array(2048 * KiB) })
    for (const reply of [late, early]) {
      assert.equal(reply.status, 413)
      assert.match(reply.body.message, /larger than the 307200 bytes/)
    }
    assert.deepEqual(await rowsOf(id), nothing)
    const exact = await files.upload({ name: 'exact.bin', bytes: bytes.subarray(KiB) })
    assert.equal(exact.status, 201)
  })

  test('a broken upload leaves nothing', async ({ assert }) => {
    const { files, id } = await assets.tenant()
    const url = new URL('/api/assets', assets.app.url)
    const sending = request(url, {
      method: 'POST',
      headers: { ...files.as.headers, 'content-type': 'multipart/form-data; boundary=b' },
    })
    const broken = new Promise((resolve) => sending.once('error', resolve))
    sending.write('--b\r\ncontent-disposition: form-data; name="file"; filename="half.bin"\r\n\r\n')
    sending.write(new Uint8Array(600 * KiB), () => sending.destroy(new Error('pulled the plug')))
    await broken
    const whole = await files.upload({ name: 'half.bin', bytes: 'whole' })
    assert.equal(whole.status, 201)
    const one = { assets: 1, asset_versions: 1, contents: 1, content_chunks: 1, events: 1 }
    assert.deepEqual(await rowsOf(id), one)
  })

  test('a file cannot take the place of a folder', async ({ assert }) => {
    const { files } = await assets.tenant()
    await files.folder('Reports')
    const reply = await files.upload({ name: 'Reports' })
    assert.equal(reply.status, 409)
    assert.equal(reply.body.code, 'E_NAME_TAKEN')
  })

  test('forms without exactly one file are refused and leave nothing', async ({ assert }) => {
    const { files, id } = await assets.tenant()
    const post = (body: unknown, type?: string) =>
      files.call('POST', '', { body, headers: type ? { 'content-type': type } : {} })
    const two = formOf({ name: 'a.txt' })
    two.append('file', new Blob(['b']), 'b.txt')
    const none = new FormData()
    none.set('parentId', '')
    const elsewhere = new FormData()
    elsewhere.set('document', new Blob(['x']), 'x.txt')
    const torn = '--b\r\ncontent-disposition: form-data; name="file"; filename="t"\r\n\r\nhalf'
    assert.equal((await post(two)).status, 422)
    assert.equal((await post(none)).status, 422)
    assert.equal((await post(elsewhere)).status, 422)
    assert.equal((await post(torn, 'multipart/form-data; boundary=b')).status, 400)
    assert.equal((await post('x', 'multipart/form-data')).status, 400)
    assert.equal((await post('x', 'text/plain')).status, 415)
    assert.equal((await post('{', 'application/json')).status, 400)
    assert.equal((await post({ name: 'x', type: 'file' })).status, 422)
    assert.deepEqual(await rowsOf(id), nothing)
  })

  test('fields count at any position in the form', async ({ assert }) => {
    const { files, id } = await assets.tenant()
    const folder = await files.folder('Late')
    const form = formOf({ name: 'a.txt' })
    form.set('parentId', folder.id)
    form.set('tenantId', id)
    assert.equal((await files.call('POST', '', { body: form })).body.parentId, folder.id)
    const foreign = formOf({ name: 'b.txt' })
    foreign.set('tenantId', 'another-tenant')
    assert.equal((await files.call('POST', '', { body: foreign })).status, 403)
    const unknown = formOf({ name: 'c.txt' })
    unknown.set('parentId', '../..')
    assert.equal((await files.call('POST', '', { body: unknown })).status, 404)
    assert.deepEqual(await files.names(), ['Late'])
  })

  // Red when the server ignores an unknown field of the form or the query, or refuses the fields that upload clients
  // add.
  test('a form with an unknown field is refused by its name', async ({ assert }) => {
    const { files } = await assets.tenant()
    const folder = await files.folder('Orders')
    for (const path of ['', '/batch']) {
      const post = (more: Record<string, string>, query = '') => {
        const body = new FormData()
        for (const [name, value] of Object.entries(more)) body.set(name, value)
        body.set('file', new Blob(['x']), 'a.txt')
        return files.call('POST', path + query, { body })
      }
      const close = await post({ parentID: folder.id })
      assert.equal(close.status, 422)
      assert.include(
        close.body.message,
        'Did you mean "parentId"? Known: parentId, fileModifiedAt, file.'
      )
      for (const name of ['metadata', 'nonsense']) {
        const refused = await post({ [name]: '1' })
        assert.equal(refused.status, 422)
        assert.equal(refused.body.errors[0]!.field, name)
      }
      const asked = await post({}, `?parentId=${folder.id}`)
      assert.equal(asked.status, 422)
      assert.include(asked.body.message, 'as a field of the form')
      const uppy = { name: 'a.txt', type: 'text/plain', relativePath: 'null', lastModified: '1' }
      assert.isBelow((await post({ parentId: folder.id, ...uppy })).status, 300)
    }
    assert.deepEqual(await files.names(), ['Orders'])
    assert.deepEqual(await files.names(`?parent=${folder.id}`), ['a.txt'])
  })

  test('the type of a file is that of the client, otherwise that of the name', async ({
    assert,
  }) => {
    const { files } = await assets.tenant()
    const kind = async (name: string, mimeType: string) =>
      (await files.upload({ name, mimeType })).body.mimeType
    assert.equal(await kind('a.pdf', 'text/csv'), 'text/csv')
    assert.equal(await kind('b.PDF', 'application/octet-stream'), 'application/pdf')
    // The default type of a form part.
    assert.equal(await kind('c.png', 'text/plain'), 'image/png')
    assert.equal(await kind('c.unheard-of', 'text/plain'), 'text/plain')
    assert.equal(await kind('c.unheard-of', ''), 'application/octet-stream')
    assert.equal(await kind('d.HEIC', ''), 'image/heic')
    // Red when registered types have priority over those of `byExtension`: `.ts` would be video/mp2t, and the
    // others unknown.
    assert.equal(await kind('e.ts', ''), 'text/typescript')
    assert.equal(await kind('f.parquet', ''), 'application/vnd.apache.parquet')
    assert.equal(await kind('g.edi', ''), 'text/plain')
    // Red when aliases or unknown types are not looked up.
    for (const [word, type] of [
      ['image/jpg', 'image/jpeg'],
      ['image/pjpeg', 'image/jpeg'],
      ['IMAGE/X-PNG', 'image/png'],
      ['image/tif', 'image/tiff'],
      ['application/x-pdf', 'application/pdf'],
      ['text/json; charset=utf-8', 'application/json'],
      ['binary/octet-stream', 'text/csv'],
      ['application/force-download', 'text/csv'],
      ['application/x-download', 'text/csv'],
      ['application/unknown', 'text/csv'],
      ['image/*', 'text/csv'],
    ] as const) {
      assert.equal(await kind('i.csv', word), type, word)
    }
    const proven = async (bytes: string, mimeType: string) =>
      (await files.upload({ name: 'nameless', bytes: Buffer.from(bytes, 'latin1'), mimeType })).body
        .mimeType
    assert.equal(await proven('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', ''), 'application/pdf')
    assert.equal(await proven('%PDF-1.7\n', 'text/plain'), 'application/pdf')
    assert.equal(
      await proven('\xff\xd8\xff\xe0\0\x10JFIF\0', 'application/x-download'),
      'image/jpeg'
    )
    assert.equal(await proven('\xff\xd8\xff\xe0\0\x10JFIF\0', 'image/x-own'), 'image/x-own')
    // Red when the bytes of texts decide the type: a bitmap begins with "BM".
    assert.equal(await proven('BM is short for bitmap', 'text/plain'), 'text/plain')
    // Red when the whole name is looked up, or names of functions are.
    assert.equal(await kind('pdf', ''), 'application/octet-stream')
    assert.equal(await kind('h.constructor', ''), 'application/octet-stream')
  })
})
