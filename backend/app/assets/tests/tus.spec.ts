import { createHash } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { request, type ServerResponse } from 'node:http'
import { now, unscoped } from '@crossdock/kernel/database'
import { enqueue } from '@crossdock/kernel/jobs'
import { asOperator } from '@crossdock/kernel/tenancy'
import { until } from '@crossdock/backend/testing'
import { test } from '@japa/runner'
import { uploadLimits } from '../contracts/index.js'
import { expireUploads } from '../job_refs.js'
import { assetsApp, Files, type Problem } from './support.js'
import { metadataOf, Tus } from './tus_client.js'

const named = (filename: string, more: Record<string, string> = {}) => ({
  'upload-metadata': metadataOf({ filename, ...more }),
})
const sha1 = (bytes: string) => `sha1 ${createHash('sha1').update(bytes).digest('base64')}`

test.group('Resumable uploads', (group) => {
  const assets = assetsApp(group)
  let limit: number | (() => Promise<number>) = Infinity
  group.setup(() =>
    uploadLimits.add('tus test', () => (typeof limit === 'number' ? limit : limit()))
  )
  group.each.teardown(() => void (limit = Infinity))

  test('the server reports its capabilities', async ({ assert }) => {
    const { files } = await assets.tenant()
    const reply = await new Tus(files).send('OPTIONS')
    assert.equal(reply.status, 204)
    assert.equal(reply.headers.get('tus-version'), '1.0.0')
    assert.equal(
      reply.headers.get('tus-extension'),
      'creation,creation-with-upload,creation-defer-length,expiration,checksum,termination,concatenation'
    )
    assert.equal(reply.headers.get('tus-checksum-algorithm'), 'sha1,sha256,md5')
  })

  test('a file arrives in three requests and exists after the last', async ({ assert }) => {
    const { files } = await assets.tenant()
    const tus = new Tus(files)
    const folder = await files.folder('Inbox')
    const wanted = { filetype: 'text/x-manifest', parentId: folder.id }
    const address = await tus.begin({ 'upload-length': '11', ...named('Liste ü.txt', wanted) })
    assert.deepEqual(await files.names(`?parentId=${folder.id}`), [])
    const first = await tus.patch(address, 0, 'hello')
    assert.equal(first.status, 204)
    assert.equal(first.headers.get('upload-offset'), '5')
    assert.isAbove(Date.parse(first.headers.get('upload-expires')!), Date.now())
    assert.isNull(first.headers.get('upload-asset'))
    await tus.patch(address, 5, ' wor')
    const head = await tus.send('HEAD', address)
    assert.equal(head.status, 200)
    assert.equal(head.headers.get('upload-offset'), '9')
    assert.equal(head.headers.get('upload-length'), '11')
    assert.equal(head.headers.get('cache-control'), 'no-store')
    const last = await tus.patch(address, 9, 'ld')
    assert.equal(last.headers.get('upload-offset'), '11')
    const id = last.headers.get('upload-asset')!
    assert.equal(last.headers.get('upload-asset-version'), '1')
    const asset = await files.call('GET', `/${id}`)
    const { name, mimeType, size, parentId } = asset.body
    assert.deepEqual(
      { name, mimeType, size, parentId },
      { name: 'Liste ü.txt', mimeType: 'text/x-manifest', size: 11, parentId: folder.id }
    )
    assert.equal((await files.call<string>('GET', `/${id}/content`)).body, 'hello world')
    // A client that missed the last answer asks for the offset, or repeats the request.
    const again = await tus.send('HEAD', address)
    assert.equal(again.headers.get('upload-offset'), '11')
    assert.equal(again.headers.get('upload-asset'), id)
    assert.equal((await tus.patch(address, 11, '')).status, 204)
    assert.equal((await tus.patch(address, 11, 'more')).status, 413)
  })

  test('the same name again is the next version, an empty file one request', async ({ assert }) => {
    const { files } = await assets.tenant()
    const tus = new Tus(files)
    const { id } = await files.file('plan.txt', null, 'one')
    const type = { 'content-type': 'application/offset+octet-stream' }
    const at = { 'upload-length': '3', ...named('plan.txt'), ...type }
    const made = await tus.send('POST', undefined, at, 'two')
    assert.equal(made.status, 201)
    assert.equal(made.headers.get('upload-offset'), '3')
    assert.equal(made.headers.get('upload-asset'), id)
    assert.equal(made.headers.get('upload-asset-version'), '2')
    const empty = await tus.send('POST', undefined, { 'upload-length': '0', ...named('empty') })
    assert.equal(empty.status, 201)
    const asset = await files.call('GET', `/${empty.headers.get('upload-asset')}`)
    assert.equal(asset.body.size, 0)
  })

  /** Red when the id is ignored: a client that lost the answer would send the file again, as a second version. */
  test('a client that lost the answer finds its upload under the id it chose', async ({
    assert,
  }) => {
    const { files } = await assets.tenant()
    const tus = new Tus(files)
    const id = '2f1c1a52-7a0e-4a65-9f0c-5a3f3a1c9d10'
    const type = { 'content-type': 'application/offset+octet-stream' }
    const at = { 'upload-id': id, 'upload-length': '3', ...named('lost.txt'), ...type }
    const made = await tus.send('POST', undefined, at, 'one')
    assert.equal(made.headers.get('location'), `/api/uploads/${id}`)
    const head = await tus.send('HEAD', `/api/uploads/${id}`)
    assert.equal(head.headers.get('upload-offset'), '3')
    assert.equal(head.headers.get('upload-asset-version'), '1')
    assert.equal((await tus.send('POST', undefined, at, 'one')).status, 409)
    // Another organization learns only that the id is taken.
    const { files: others } = await assets.tenant()
    const foreign = new Tus(others)
    assert.equal((await foreign.send('POST', undefined, at, 'one')).status, 409)
    assert.equal((await foreign.send('HEAD', `/api/uploads/${id}`)).status, 404)
    const odd = await tus.send('POST', undefined, { ...at, 'upload-id': '../x' }, 'one')
    assert.equal(odd.status, 400)
    assert.include(await odd.text(), 'Upload-Id must be a UUID')
  })

  test('folders of a relative path are created once, also by concurrent uploads', async ({
    assert,
  }) => {
    const { files } = await assets.tenant()
    const tus = new Tus(files)
    const type = { 'content-type': 'application/offset+octet-stream' }
    const replies = await Promise.all(
      ['one', 'two', 'three', 'four'].map((name) => {
        const metadata = named(name, { relativePath: `Customs/2026/${name}.txt` })
        return tus.send('POST', undefined, { 'upload-length': '2', ...metadata, ...type }, 'ok')
      })
    )
    assert.deepEqual(
      replies.map(({ status }) => status),
      [201, 201, 201, 201]
    )
    const [customs, ...others] = await files.list()
    assert.lengthOf(others, 0)
    const [year] = await files.list(`?parentId=${customs!.id}`)
    assert.lengthOf(await files.names(`?parentId=${year!.id}`), 4)
  })

  // Red when parseMetadata takes the text "null" as a value: all files of Uppy would become versions of one
  // file.
  test('the JavaScript texts for no value mean "not given"', async ({ assert }) => {
    const { files } = await assets.tenant()
    const tus = new Tus(files)
    for (const none of ['null', 'undefined', '']) {
      const more = { relativePath: none, filetype: none, parentId: none, type: 'text/csv' }
      const name = `file ${none}.dat`
      await tus.begin({ 'upload-length': '0', ...named(name, { name: none, ...more }) })
      const other = metadataOf({ filename: none, name: `other ${none}.dat` })
      await tus.begin({ 'upload-length': '0', 'upload-metadata': other })
      const nameless = { 'upload-length': '0', ...named(none) }
      const refused = await tus.send('POST', undefined, nameless)
      assert.equal(refused.status, 422)
      assert.include(((await refused.json()) as Problem).message, 'names no file')
    }
    const list = await files.list()
    assert.sameMembers(
      list.map(({ name }) => name),
      ['null', 'undefined', ''].flatMap((none) => [`file ${none}.dat`, `other ${none}.dat`])
    )
    assert.isTrue(list.every(({ version }) => version === 1))
    assert.lengthOf(
      list.filter(({ mimeType }) => mimeType === 'text/csv'),
      3
    )
  })

  // Red when pathOf reads "/" or "./" before a path as a folder without a name.
  test('a relative path may begin with "/" and "./"', async ({ assert }) => {
    const { files } = await assets.tenant()
    const tus = new Tus(files)
    const folder = await files.folder('Inbox')
    for (const begin of ['', '/', './', '//', './/', '/./', '././']) {
      const more = { parentId: folder.id, relativePath: `${begin}Customs/${begin.length}.txt` }
      await tus.begin({ 'upload-length': '0', ...named('x', more) })
    }
    const [customs, ...others] = await files.list(`?parentId=${folder.id}`)
    assert.lengthOf(others, 0)
    assert.deepEqual(await files.names(`?parentId=${customs!.id}`), [
      '0.txt',
      '1.txt',
      '2.txt',
      '3.txt',
      '4.txt',
    ])
    assert.deepEqual(await files.names(), ['Inbox'])
    const form = new FormData()
    for (const path of ['./here.txt', '/top.txt', './.hidden', '.git/config']) {
      form.append('file', new Blob(['x']), path)
    }
    await files.call('POST', '/batch', { body: form })
    assert.sameMembers(await files.names(), ['Inbox', 'here.txt', 'top.txt', '.hidden', '.git'])
  })

  // Red when the first bytes are ignored, or only the last request is read.
  test('a file without a type gets the type that its bytes prove', async ({ assert }) => {
    const { files } = await assets.tenant()
    const tus = new Tus(files)
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk',
      'base64'
    )
    const length = { 'upload-length': String(png.length) }
    const typeOf = async (reply: Response) =>
      (await files.call('GET', `/${reply.headers.get('upload-asset')}`)).body.mimeType
    const goes = await tus.begin({ ...length, ...named('in two requests') })
    await tus.patch(goes, 0, png.subarray(0, 20))
    assert.equal(await typeOf(await tus.patch(goes, 20, png.subarray(20))), 'image/png')
    const whole = await tus.begin({
      ...length,
      ...named('at once', { filetype: 'binary/octet-stream' }),
    })
    assert.equal(await typeOf(await tus.patch(whole, 0, png)), 'image/png')
    const part = await tus.begin({ ...length, 'upload-concat': 'partial' })
    await tus.patch(part, 0, png)
    const final = { 'upload-concat': `final;${part}`, ...named('joined', { filetype: 'null' }) }
    assert.equal(await typeOf(await tus.send('POST', undefined, final)), 'image/png')
  })

  test('the length may come later', async ({ assert }) => {
    const { files } = await assets.tenant()
    const tus = new Tus(files)
    const address = await tus.begin({ 'upload-defer-length': '1', ...named('late.txt') })
    await tus.patch(address, 0, 'abc')
    const head = await tus.send('HEAD', address)
    assert.equal(head.headers.get('upload-defer-length'), '1')
    assert.isNull(head.headers.get('upload-length'))
    const last = await tus.patch(address, 3, '', { 'upload-length': '3' })
    assert.isNotNull(last.headers.get('upload-asset'))
    const other = await tus.begin({ 'upload-defer-length': '1', ...named('other.txt') })
    assert.equal((await tus.patch(other, 0, 'a', { 'upload-length': '5' })).status, 204)
    assert.equal((await tus.patch(other, 1, 'b', { 'upload-length': '6' })).status, 400)
  })

  // Red when the length is stored before the bytes in the same request are accepted.
  test('a length in a refused request is not stored', async ({ assert }) => {
    const { files } = await assets.tenant()
    const tus = new Tus(files)
    const address = await tus.begin({ 'upload-defer-length': '1', ...named('late.txt') })
    await tus.patch(address, 0, 'hello')
    const refused = async (status: number, offset: number, body: string, length: number) => {
      const reply = await tus.patch(address, offset, body, { 'upload-length': String(length) })
      assert.equal(reply.status, status)
      const head = await tus.send('HEAD', address)
      assert.equal(head.headers.get('upload-defer-length'), '1')
      assert.isNull(head.headers.get('upload-length'))
    }
    await refused(413, 5, ' world', 3)
    await refused(413, 5, ' world', 7)
    await refused(409, 3, ' world', 14)
    const sum = { 'upload-checksum': sha1('other'), 'upload-length': '14' }
    assert.equal((await tus.patch(address, 5, ' world', sum)).status, 460)
    assert.equal((await tus.patch(address, 5, ' wor', { 'upload-length': '11' })).status, 204)
    const head = await tus.send('HEAD', address)
    assert.equal(head.headers.get('upload-length'), '11')
    assert.isNotNull((await tus.patch(address, 9, 'ld')).headers.get('upload-asset'))
  })

  /** Red when the checksum is not verified, or when bytes with a wrong one stay. */
  test('bytes with a wrong checksum are not kept', async ({ assert }) => {
    const { files } = await assets.tenant()
    const tus = new Tus(files)
    const address = await tus.begin({ 'upload-length': '10', ...named('sums.txt') })
    const wrong = await tus.patch(address, 0, 'hello', { 'upload-checksum': sha1('other') })
    assert.equal(wrong.status, 460)
    assert.equal(await tus.offset(address), 0)
    const unknown = await tus.patch(address, 0, 'hello', { 'upload-checksum': 'crc32 AAAA' })
    assert.equal(unknown.status, 400)
    const right = await tus.patch(address, 0, 'hello', { 'upload-checksum': sha1('hello') })
    assert.equal(right.status, 204)
    const bad = await tus.patch(address, 5, 'world', { 'upload-checksum': sha1('hello') })
    assert.equal(bad.status, 460)
    assert.deepEqual(await files.names(), [])
    assert.equal((await tus.patch(address, 5, 'world')).headers.get('upload-offset'), '10')
  })

  test('parts that arrived concurrently are joined in order', async ({ assert }) => {
    const { files } = await assets.tenant()
    const tus = new Tus(files)
    const part = async (bytes: string) => {
      const concat = { 'upload-concat': 'partial', 'upload-length': String(bytes.length) }
      const address = await tus.begin(concat)
      await tus.patch(address, 0, bytes)
      return address
    }
    const [one, two] = [await part('hello '), await part('world')]
    const concat = { 'upload-concat': `final;${one} ${assets.app.url}${two}` }
    const final = await tus.send('POST', undefined, { ...concat, ...named('joined.txt') })
    assert.equal(final.status, 201)
    const id = final.headers.get('upload-asset')!
    assert.equal((await files.call<string>('GET', `/${id}/content`)).body, 'hello world')
    const open = await tus.begin({ 'upload-concat': 'partial', 'upload-length': '4' })
    const early = { 'upload-concat': `final;${one} ${open}`, ...named('early.txt') }
    assert.equal((await tus.send('POST', undefined, early)).status, 409)
    const unknown = { 'upload-concat': 'final;/api/uploads/unknown', ...named('no.txt') }
    assert.equal((await tus.send('POST', undefined, unknown)).status, 404)
    assert.deepEqual(await files.names(), ['joined.txt'])
  })

  // Red when `parseParts` accepts a repeated part: a few lines would cause minutes of work.
  test('a part that is named twice is refused', async ({ assert }) => {
    const { files } = await assets.tenant()
    const tus = new Tus(files)
    const part = await tus.begin({ 'upload-concat': 'partial', 'upload-length': '0' })
    const twice = `final;${part} ${assets.app.url}${part}`
    const reply = await tus.send('POST', undefined, { 'upload-concat': twice, ...named('twice') })
    assert.equal(reply.status, 400)
    assert.containSubset(await reply.json(), {
      code: 'E_TUS_CONCAT',
      message: `A final upload must name each part once; ${part.split('/').at(-1)} is named twice.`,
    })
    assert.deepEqual(await files.names(), [])
  })

  // Red when `bytesOf` does not check that the client is connected, or when a failed upload is not cancelled.
  test('a client that disconnects ends the join, and nothing is left', async ({
    assert,
    cleanup,
  }) => {
    const { id, files } = await assets.tenant()
    const tus = new Tus(files)
    const part = await tus.begin({ 'upload-concat': 'partial', 'upload-length': '5' })
    await tus.patch(part, 0, 'hello')
    const closed = Promise.withResolvers<void>()
    const listen = (message: unknown) =>
      (message as { response: ServerResponse }).response.once('close', () => closed.resolve())
    subscribe('http.server.request.start', listen)
    cleanup(() => void unsubscribe('http.server.request.start', listen))
    const sent = request(`${assets.app.url}/api/uploads`, {
      method: 'POST',
      headers: {
        'tus-resumable': '1.0.0',
        ...files.as.headers,
        'upload-concat': `final;${part}`,
        ...named('left.txt'),
      },
    })
    sent.on('error', () => undefined)
    // The server calls this in the middle of the request, where the client disconnects.
    limit = async () => {
      sent.destroy()
      await closed.promise
      return Infinity
    }
    sent.end()
    const rows = (table: string) =>
      asOperator('count', async () => unscoped().from(table).where('tenant_id', id))
    // A cancelled upload releases its space.
    const isGivenUp = async () =>
      (await rows('jobs')).some(({ name }) => name === 'storage.giveBack')
    await until(
      'the joining to end',
      async () => (await isGivenUp()) || (await files.names()).length > 0
    )
    for (const table of ['uploads', 'content_drafts']) {
      assert.deepEqual(
        (await rows(table)).map((row) => row.id),
        [part.split('/').at(-1)]
      )
    }
    assert.deepEqual(await files.names(), [])
  })

  test('an upload can be cancelled', async ({ assert }) => {
    const { files } = await assets.tenant()
    const tus = new Tus(files)
    const address = await tus.begin({ 'upload-length': '10', ...named('gone.txt') })
    await tus.patch(address, 0, 'hello')
    assert.equal((await tus.send('DELETE', address)).status, 204)
    assert.equal((await tus.send('HEAD', address)).status, 404)
    assert.equal((await tus.patch(address, 5, 'world')).status, 404)
  })

  test('clients that can only POST name the method', async ({ assert }) => {
    const { files } = await assets.tenant()
    const tus = new Tus(files)
    const address = await tus.begin({ 'upload-length': '2', ...named('posted.txt') })
    const as = (method: string) => ({ 'x-http-method-override': method })
    const type = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' }
    const sent = await tus.send('POST', address, { ...as('PATCH'), ...type }, 'o')
    assert.equal(sent.status, 204)
    assert.equal((await tus.send('POST', address, as('HEAD'))).headers.get('upload-offset'), '1')
    assert.equal((await tus.send('POST', address, as('DELETE'))).status, 204)
    assert.equal((await tus.send('HEAD', address)).status, 404)
  })

  test('invalid requests are refused with a sentence and change nothing', async ({ assert }) => {
    const { files } = await assets.tenant()
    const tus = new Tus(files)
    const folder = await files.folder('Taken')
    const refused = async (
      status: number,
      headers: Record<string, string>,
      method = 'POST',
      address?: string
    ) => {
      const reply = await tus.send(method, address, headers)
      assert.equal(reply.status, status, JSON.stringify(headers))
      assert.equal(reply.headers.get('tus-resumable'), '1.0.0')
    }
    const length = { 'upload-length': '5' }
    await refused(412, { 'tus-resumable': '0.2.2', ...length })
    await refused(400, named('none.txt'))
    await refused(400, { ...length, 'upload-defer-length': '1', ...named('both.txt') })
    for (const wrong of ['-1', '1e3', '99999999999999999', ' ', '5, 5']) {
      await refused(400, { 'upload-length': wrong, ...named('wrong.txt') })
    }
    for (const wrong of ['filename', 'filename !!', 'filename YQ==,filename YQ==', ',']) {
      await refused(wrong === 'filename' ? 422 : 400, { ...length, 'upload-metadata': wrong })
    }
    for (const name of ['..', 'a\\b', 'nul\u0000', 'CON', 'x'.repeat(256), '\u202efdp.exe']) {
      await refused(422, { ...length, ...named(name) })
    }
    for (const relativePath of ['../up.txt', '/../up.txt', 'a//b.txt', 'a/../b', 'a/'.repeat(60)]) {
      await refused(422, { ...length, ...named('x', { relativePath }) })
    }
    await refused(409, { ...length, ...named(folder.name) })
    await refused(404, { ...length, ...named('x', { parentId: 'unknown' }) })
    await refused(400, { ...length, ...named('x'), 'upload-concat': 'middle' })
    await refused(400, { ...named('x'), 'upload-concat': 'final;' })
    limit = 4
    await refused(413, { ...length, ...named('large.txt') })
    limit = Infinity
    const address = await tus.begin({ ...length, ...named('five.txt') })
    assert.equal((await tus.patch(address, 3, 'ab')).status, 409)
    assert.equal((await tus.patch(address, 3, 'ab')).headers.get('upload-offset'), '0')
    assert.equal((await tus.patch(address, 0, 'abcdef')).status, 413)
    assert.equal((await tus.patch(address, 0, 'a', { 'content-type': 'text/plain' })).status, 415)
    await refused(404, {}, 'HEAD', '/api/uploads/unknown')
    await refused(404, { 'tus-resumable': '0.2.2' }, 'DELETE', '/api/uploads/unknown')
    assert.deepEqual(await files.names(), ['Taken'])
  })

  /** Red when an upload is found by its id alone. */
  test('other people cannot access it, in the tenant or outside', async ({ assert }) => {
    const { app } = assets
    const { admin, editor } = await app.tenant('tuspeople')
    const files = new Files(app, admin)
    const address = await new Tus(files).begin({ 'upload-length': '5', ...named('own.txt') })
    const stranger = (await assets.tenant()).files
    for (const other of [new Files(app, editor), stranger]) {
      const tus = new Tus(other)
      assert.equal((await tus.send('HEAD', address)).status, 404)
      assert.equal((await tus.patch(address, 0, 'hello')).status, 404)
      assert.equal((await tus.send('DELETE', address)).status, 404)
    }
    assert.equal(await new Tus(files).offset(address), 0)
  })

  test('abandoned uploads expire', async ({ assert }) => {
    const { id, files } = await assets.tenant()
    const tus = new Tus(files)
    const old = await tus.begin({ 'upload-length': '5', ...named('old.txt') })
    await tus.patch(old, 0, 'abc')
    const fresh = await tus.begin({ 'upload-length': '5', ...named('fresh.txt') })
    await asOperator('let time go by', () =>
      unscoped().from('uploads').where('id', old.split('/').at(-1)!).update({ expires_at: now() })
    )
    assert.equal((await tus.send('HEAD', old)).status, 404)
    await asOperator('run the scheduled job', () => enqueue(expireUploads, {}))
    const rows = () =>
      asOperator('count', () => unscoped().from('content_drafts').where('tenant_id', id))
    await until('the old upload to be deleted', async () => (await rows()).length === 1)
    assert.equal(await tus.offset(fresh), 0)
  })
})
