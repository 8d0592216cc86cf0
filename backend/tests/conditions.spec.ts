import { test } from '@japa/runner'
import { bootApp, type TestApp, type TestTenant } from '@crossdock/backend/testing'

interface Folder {
  id: string
  name: string
}

test.group('Conditional requests and encodings of answers', (group) => {
  let app: TestApp
  let acme: TestTenant
  group.setup(async () => {
    app = await bootApp()
    acme = await app.tenant('acme')
    return () => app.stop()
  })

  const folder = async () => {
    const body = { name: crypto.randomUUID(), type: 'folder' }
    const made = await app.ok<Folder>('POST', '/api/assets', { as: acme.token, body })
    return `/api/assets/${made.id}`
  }
  const read = (path: string, headers: Record<string, string> = {}) =>
    fetch(app.url + path, { headers: { ...acme.token.headers, ...headers } })
  const tagOf = async (path: string) => (await read(path)).headers.get('etag')!
  const rename = (path: string, name: string, tag?: string) =>
    app.call<Folder & { code?: string }>('PUT', path, {
      as: { headers: { ...acme.token.headers, ...(tag ? { 'if-match': tag } : {}) } },
      body: { name },
    })

  // Red when `serve` does not call whileUnchanged().
  test('If-Match prevents changes of another version', async ({ assert }) => {
    const path = await folder()
    const seen = await tagOf(path)
    assert.equal((await rename(path, 'Offers', seen)).status, 200)

    const refused = await rename(path, 'Bids', seen)
    assert.equal(refused.status, 412)
    assert.equal(refused.body.code, 'E_CHANGED')
    const gone = await app.call('DELETE', path, {
      as: { headers: { ...acme.token.headers, 'if-match': seen } },
    })
    assert.equal(gone.status, 412)
    assert.include(await (await read(path)).json(), { name: 'Offers' })

    const now = await tagOf(path)
    assert.equal((await rename(path, 'Bids', `"other", W/${now}`)).status, 200)
    assert.equal((await rename(path, 'Tenders', '*')).status, 200)
    assert.equal((await rename(path, 'Quotes')).status, 200)
    const seenLast = { headers: { ...acme.token.headers, 'if-match': await tagOf(path) } }
    assert.equal((await app.call('DELETE', path, { as: seenLast })).status, 200)
    assert.equal((await app.call('DELETE', path, { as: seenLast })).status, 412)
    assert.equal((await rename(`/api/assets/${crypto.randomUUID()}`, 'x', '*')).status, 404)
  })

  // Red on PostgreSQL when transaction() does not check again (guard.check()), or does not start `steady`.
  test('of many callers with the same ETag one succeeds', async ({ assert }) => {
    for (let round = 0; round < 5; round++) {
      const path = await folder()
      const seen = await tagOf(path)
      const names = Array.from({ length: 8 }, (_, index) => `name-${round}-${index}`)
      const replies = await Promise.all(names.map((name) => rename(path, name, seen)))
      const won = replies.filter(({ status }) => status === 200)
      assert.lengthOf(won, 1)
      assert.lengthOf(
        replies.filter(({ status }) => status === 412),
        names.length - 1
      )
      assert.include(await (await read(path)).json(), { name: won[0]!.body.name })
    }
  })

  // Red when whileUnchanged() does the work although no ETag is shown.
  test('an ETag that was never sent changes nothing', async ({ assert }) => {
    const body = () => ({ name: crypto.randomUUID(), type: 'folder' })
    const send = (path: string, tag: string, given: object = {}) =>
      app.call<{ code: string; message: string }>('POST', path, {
        as: { headers: { ...acme.token.headers, 'if-match': tag } },
        body: given,
      })
    const restored = `${await folder()}/restore`
    for (const tag of ['"seen"', '*']) {
      const { status, body: refusal } = await send(restored, tag)
      assert.equal(status, 412)
      assert.equal(refusal.code, 'E_CHANGED')
      assert.include(refusal.message, 'Send the request without If-Match.')
    }
    // A list exists, but has no ETag.
    const named = body()
    assert.equal((await send('/api/assets', '"seen"', named)).status, 412)
    assert.equal((await send('/api/assets', '*', named)).status, 201)
    const headers = { 'if-match': '"seen"' }
    assert.equal((await read('/api/assets', headers)).status, 200)
  })

  test('a cached answer is confirmed with 304', async ({ assert }) => {
    const path = await folder()
    const tag = await tagOf(path)
    const again = await read(path, { 'if-none-match': tag })
    assert.equal(again.status, 304)
    assert.equal(await again.text(), '')
    await rename(path, crypto.randomUUID())
    assert.equal((await read(path, { 'if-none-match': tag })).status, 200)
  })

  test('long answers are compressed for clients that support it', async ({ assert }) => {
    const path = '/api/openapi.json'
    const plain = await read(path, { 'accept-encoding': 'identity' })
    const packed = await read(path, { 'accept-encoding': 'gzip' })
    assert.isNull(plain.headers.get('content-encoding'))
    assert.equal(packed.headers.get('content-encoding'), 'gzip')
    assert.equal(packed.headers.get('vary'), 'Accept-Encoding')
    assert.isBelow(
      Number(packed.headers.get('content-length')),
      Number(plain.headers.get('content-length')) / 5
    )
    assert.equal(await packed.text(), await plain.text())
    assert.equal(packed.headers.get('etag'), `W/${plain.headers.get('etag')}`)
    const small = await read('/api/health/live', { 'accept-encoding': 'gzip' })
    assert.isNull(small.headers.get('content-encoding'))
  })

  // Red when the body of a HEAD is compressed only for its length.
  test('a HEAD request compresses nothing', async ({ assert }) => {
    const path = '/api/openapi.json'
    const ofTheExchange = new Set(['connection', 'keep-alive', 'date', 'x-request-id', 'ratelimit'])
    const headers = async (method: string, encoding: string) => {
      const answer = await fetch(app.url + path, {
        method,
        headers: { ...acme.token.headers, 'accept-encoding': encoding },
      })
      await answer.arrayBuffer()
      const all = [...answer.headers]
      return Object.fromEntries(all.filter(([name]) => !ofTheExchange.has(name)))
    }
    const { 'content-length': _length, ...packed } = await headers('GET', 'gzip')
    assert.equal(packed['content-encoding'], 'gzip')
    assert.deepEqual(await headers('HEAD', 'gzip'), packed)
    assert.deepEqual(await headers('HEAD', 'identity'), await headers('GET', 'identity'))
  })
})
