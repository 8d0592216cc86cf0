import { test } from '@japa/runner'
import { assetsApp, type Files } from './support.js'

const put = (files: Files, id: string, body: string, headers: Record<string, string> = {}) =>
  fetch(`${files.app.url}/api/assets/${id}/content`, {
    method: 'PUT',
    headers: { ...files.as.headers, 'content-type': 'text/csv', ...headers },
    body,
  })

const tagOf = async (files: Files, id: string) =>
  (await files.call('HEAD', `/${id}/content`)).headers.get('etag')!

const within = (suffix: string) => (tag: string) => tag.replace(/"$/, `${suffix}"`)

/** How Apache, nginx, Jetty, IIS and others change an ETag when they compress. */
const proxies = [
  ...['-gzip', '-br', '-zstd', '-deflate', '--gzip', ';gzip', ':br', '-GZIP'].map(within),
  (tag: string) => `W/${tag}`,
  (tag: string) => `W/${within('-gzip')(tag)}`,
  (tag: string) => `${tag}-gzip`,
  (tag: string) => `w/${tag}`,
]

test.group('Replacing the content of a file', (group) => {
  const assets = assetsApp(group)

  test('the body is the next version', async ({ assert }) => {
    const { files } = await assets.tenant()
    const { id } = await files.file('plan.txt', null, 'one')
    const reply = await put(files, id, 'a,b')
    assert.equal(reply.status, 200)
    assert.equal(reply.headers.get('etag'), await tagOf(files, id))
    assert.containSubset(await reply.json(), { id, version: 2, size: 3, mimeType: 'text/csv' })
    assert.equal((await files.call<string>('GET', `/${id}/content`)).body, 'a,b')
    assert.equal((await files.call<string>('GET', `/${id}/content?version=1`)).body, 'one')
  })

  /** Red when If-Match is ignored, and when it is checked only before the body. */
  test('a concurrent change by another person is not lost', async ({ assert }) => {
    const { files } = await assets.tenant()
    const { id } = await files.file('plan.txt', null, 'one')
    const tag = await tagOf(files, id)
    const replies = await Promise.all(
      ['two', 'three', 'four', 'five'].map((text) => put(files, id, text, { 'if-match': tag }))
    )
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 412, 412, 412])
    assert.equal((await put(files, id, 'late', { 'if-match': tag })).status, 412)
    assert.equal((await put(files, id, 'any', { 'if-match': '*' })).status, 200)
    const shown = await files.call('GET', `/${id}`)
    assert.equal(shown.body.version, 3)
  })

  // Red when namesTag compares the ETag as a whole.
  test('an ETag that a proxy has changed still matches the content', async ({ assert }) => {
    const { files } = await assets.tenant()
    const { id } = await files.file('plan.txt', null, 'one')
    for (const [at, change] of proxies.entries()) {
      const tag = change(await tagOf(files, id))
      const headers = { 'if-none-match': `"other-gzip", ${tag}` }
      assert.equal((await files.call('GET', `/${id}/content`, { headers })).status, 304, tag)
      assert.equal((await put(files, id, `text ${at}`, { 'if-match': tag })).status, 200, tag)
      assert.equal((await put(files, id, 'late', { 'if-match': tag })).status, 412, tag)
    }
    // A range of a compressed answer is not a range of the stored bytes.
    const range = {
      range: 'bytes=1-2',
      'if-range': (await tagOf(files, id)).replace(/"$/, '-gzip"'),
    }
    assert.equal((await files.call('GET', `/${id}/content`, { headers: range })).status, 200)
    const row = await files.call('GET', `/${id}`)
    const shown = row.headers.get('etag')!.replace(/"$/, '--gzip"')
    const unchanged = await files.call('GET', `/${id}`, { headers: { 'if-none-match': shown } })
    assert.equal(unchanged.status, 304)
    const renamed = { body: { name: 'b.txt' }, headers: { 'if-match': shown } }
    assert.equal((await files.call('PUT', `/${id}`, renamed)).status, 200)
    assert.equal((await files.call('PUT', `/${id}`, renamed)).status, 412)
  })

  test('folders, deleted assets and unknown assets are refused', async ({ assert }) => {
    const { files } = await assets.tenant()
    const folder = await files.folder('Inbox')
    assert.equal((await put(files, folder.id, 'x')).status, 409)
    const { id } = await files.file('gone.txt')
    await files.call('DELETE', `/${id}`)
    assert.equal((await put(files, id, 'x')).status, 409)
    assert.equal((await put(files, 'unknown', 'x')).status, 404)
    const stranger = (await assets.tenant()).files
    const own = await files.file('own.txt')
    assert.equal((await put(stranger, own.id, 'x')).status, 404)
  })
})
