import { Readable } from 'node:stream'
import { bootApp, type TestApp } from '@crossdock/backend/testing'
import { test } from '@japa/runner'
import { Upload } from 'tus-js-client'
import { Files, type Problem } from './support.js'
import { metadataOf, Tus } from './tus_client.js'

const named = (filename: string) => ({ 'upload-metadata': metadataOf({ filename }) })

test.group('Calls that an upload counts as', (group) => {
  let app: TestApp
  let turn = 0

  group.setup(async () => {
    app = await bootApp()
    // The clock is stopped, so no minute ends during a test.
    app.clock.hold()
    return () => app.stop()
  })

  /** A program with a token, and the limits of its environment. */
  const program = async (limits: Record<string, number>) => {
    const { id, token } = await app.tenant(`program${turn++}`)
    await app.limit(id, limits)
    return { files: new Files(app, token), tus: new Tus({ app, as: token }) }
  }

  // Red when each request of an upload counts as a call. Red when one is refused with 429, which tus clients
  // do not repeat.
  test('all requests of an upload are one call, and clients repeat refused ones', async ({
    assert,
  }) => {
    const { tus } = await program({ rate_limit_per_minute: 6, api_calls_per_month: 1_000 })
    for (const name of ['a.txt', 'b.txt', 'c.txt']) {
      const address = await tus.begin({ 'upload-length': '3', ...named(name) })
      for (const [at, letter] of ['x', 'y', 'z'].entries()) {
        assert.equal((await tus.patch(address, at, letter)).status, 204)
        assert.equal(await tus.offset(address), at + 1)
      }
      assert.equal((await tus.send('DELETE', address)).status, 204)
    }
    const parts: string[] = []
    for (const letter of ['x', 'y']) {
      parts.push(await tus.begin({ 'upload-length': '1', 'upload-concat': 'partial' }))
      await tus.patch(parts.at(-1)!, 0, letter)
    }
    const final = { 'upload-concat': `final;${parts.join(' ')}`, ...named('joined.txt') }
    assert.equal((await tus.send('POST', undefined, final)).status, 201)
    const refused = await tus.send('POST', undefined, { 'upload-length': '3', ...named('d.txt') })
    assert.equal(refused.status, 423)
    assert.match(refused.headers.get('retry-after')!, /^\d+$/)
    assert.equal(((await refused.json()) as Problem).code, 'E_QUOTA_CALLS_PER_MINUTE')
    const month = /"month";r=(\d+)/.exec((await tus.send('OPTIONS')).headers.get('ratelimit') ?? '')
    assert.isNull(month)
    app.clock.advance(60_001)
    await tus.begin({ 'upload-length': '3', ...named('d.txt') })
  })

  // Red when parts, or requests to an unknown or foreign upload, do not count as calls.
  test('a part counts as a call, and so does a request that names no upload of the caller', async ({
    assert,
  }) => {
    const { tus } = await program({ rate_limit_per_minute: 2, api_calls_per_month: 1_000 })
    const part = { 'upload-length': '1', 'upload-concat': 'partial' }
    const address = await tus.begin(part)
    await tus.begin(part)
    assert.equal((await tus.send('POST', undefined, part)).status, 423)
    assert.equal(await tus.offset(address), 0)

    const other = await program({ rate_limit_per_minute: 3, api_calls_per_month: 1_000 })
    for (const method of ['HEAD', 'DELETE', 'POST']) {
      assert.equal((await other.tus.send(method, address)).status, 404)
    }
    assert.equal((await other.tus.send('HEAD', '/api/uploads/%00')).status, 423)
  })

  // Red when uploads continue after the calls of the month are used up.
  test('a used-up month answers 429 to uploads, and other endpoints answer 429', async ({
    assert,
  }) => {
    const upload = { 'upload-length': '3', ...named('a.txt') }
    const monthly = await program({ api_calls_per_month: 2 })
    const address = await monthly.tus.begin(upload)
    assert.equal((await monthly.tus.patch(address, 0, 'x')).status, 204)
    await monthly.tus.begin(upload)
    assert.equal((await monthly.tus.send('POST', undefined, upload)).status, 429)
    assert.equal((await monthly.tus.patch(address, 1, 'y')).status, 429)
    assert.equal((await monthly.tus.send('DELETE', address)).status, 429)
    const none = await program({ concurrent_connections: 0 })
    assert.equal((await none.tus.send('POST', undefined, upload)).status, 423)
    assert.equal((await none.tus.send('HEAD', '/api/uploads/x')).status, 423)
    assert.equal((await none.files.call('GET', '')).status, 429)
  })

  // Red when each request of an upload is a call: the client would give up twelve files.
  test('sixty files of tus-js-client arrive at the default limit', async ({ assert }) => {
    const { files } = await program({ rate_limit_per_minute: 100, concurrent_connections: 50 })
    const send = (name: string) =>
      new Promise<void>((resolve, reject) => {
        new Upload(Readable.from([Buffer.from(name)]), {
          endpoint: `${app.url}/api/uploads`,
          headers: files.as.headers,
          metadata: { filename: name, relativePath: null as unknown as string },
          uploadSize: Buffer.byteLength(name),
          chunkSize: 1_000,
          retryDelays: [0, 1_000, 5_000, 20_000, 60_000],
          removeFingerprintOnSuccess: true,
          onSuccess: () => resolve(),
          onError: reject,
        }).start()
      })
    const names = Array.from({ length: 60 }, (_, at) => `file ${at}.txt`)
    await Promise.all(names.map(send))
    app.clock.advance(60_001)
    assert.sameMembers(await files.names('?limit=100'), names)
  }).tags(['long'])
})
