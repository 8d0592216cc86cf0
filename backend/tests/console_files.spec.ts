// onOneDatabase: no database takes part
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { test } from '@japa/runner'
import { bootApp, type TestApp } from '@crossdock/backend/testing'

const html = '<!doctype html><title>Crossdock</title>'
const script = 'console.log("dock")'
const built = {
  'index.html': html,
  'index.html.br': brotliCompressSync(html),
  'index.html.gz': gzipSync(html),
  'static/main-1a2b.js': script,
  'static/main-1a2b.js.br': brotliCompressSync(script),
  'static/main-1a2b.js.gz': gzipSync(script),
  'static/font-3c4d.woff2': 'a font',
  'favicon.svg': '<svg/>',
}

test.group('The files of the console', (group) => {
  let app: TestApp
  let folder: string

  group.setup(async () => {
    folder = await mkdtemp(join(tmpdir(), 'crossdock-console-'))
    await mkdir(join(folder, 'static'))
    for (const [name, content] of Object.entries(built)) {
      await writeFile(join(folder, name), content)
    }
    app = await bootApp({ console: folder })
    return async () => {
      await app.stop()
      await rm(folder, { recursive: true, force: true })
    }
  })

  /** The bytes over the wire, still compressed. */
  const fetchRaw = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    new Promise<{ status?: number; headers: Record<string, unknown>; body: Buffer }>(
      (resolve, reject) => {
        get(new URL(path, app.url), { headers, method }, async (response) => {
          const chunks: Buffer[] = []
          for await (const chunk of response) chunks.push(chunk)
          const { statusCode: status, headers } = response
          resolve({ status, headers, body: Buffer.concat(chunks) })
        }).on('error', reject)
      }
    )

  test('use the best encoding that the browser accepts', async ({ assert }) => {
    const path = '/static/main-1a2b.js'
    const br = await fetchRaw(path, { 'accept-encoding': 'gzip, deflate, br, zstd' })
    assert.equal(brotliDecompressSync(br.body).toString(), script)
    assert.containSubset(br.headers, {
      'content-encoding': 'br',
      'content-length': String(br.body.length),
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
      'x-content-type-options': 'nosniff',
    })
    const gz = await fetchRaw(path, { 'accept-encoding': 'gzip, br;q=0' })
    assert.equal(gunzipSync(gz.body).toString(), script)
    const plain = await fetchRaw(path)
    assert.equal(plain.body.toString(), script)
    assert.isUndefined(plain.headers['content-encoding'])
    assert.notEqual(plain.headers.etag, gz.headers.etag)
    const font = await fetchRaw('/static/font-3c4d.woff2', { 'accept-encoding': 'br' })
    assert.equal(font.body.toString(), 'a font')
    assert.equal(font.headers['content-type'], 'font/woff2')
    const head = await fetchRaw(path, {}, 'HEAD')
    assert.equal(head.headers['content-length'], String(script.length))
    assert.lengthOf(head.body, 0)
  })

  test('are not sent again to clients that have them', async ({ assert }) => {
    const { headers } = await fetchRaw('/login', { 'accept-encoding': 'br' })
    const known = { 'accept-encoding': 'br', 'if-none-match': String(headers.etag) }
    const again = await fetchRaw('/login', known)
    assert.equal(again.status, 304)
    assert.lengthOf(again.body, 0)
    assert.equal((await fetchRaw('/login', { 'if-none-match': String(headers.etag) })).status, 200)
  })

  // Red when the page answers for /static/, or only for its own path.
  test('an address of the console returns its page, a missing file is 404', async ({ assert }) => {
    for (const path of ['/dashboard', '/login?token=x', '/assets/4711/show', '/index.html']) {
      const { status, headers, body } = await fetchRaw(path)
      assert.equal(status, 200, path)
      assert.equal(body.toString(), html)
      assert.equal(headers['cache-control'], 'no-cache')
      assert.equal(headers['content-type'], 'text/html; charset=utf-8')
    }
    const gone = ['/static/gone-5e6f.js', '/static/gone', '/robots.txt', '/.well-known/x']
    for (const path of gone) {
      const { status, body } = await fetchRaw(path)
      assert.equal(status, 404, path)
      assert.equal(body.toString(), 'There is no such file.')
    }
  })

  // Red when the console's page answers an address without a screen.
  test('an unknown address for programs and visitors answers 404', async ({ assert }) => {
    for (const path of [
      '/docs',
      '/docs/start',
      '/mcp',
      '/hooks',
      '/hooks/x',
      '/p/x',
      '/P/x',
      '/s/x',
      '/api',
    ]) {
      const { status, body } = await fetchRaw(path)
      assert.equal(status, 404, path)
      assert.notInclude(body.toString(), html)
    }
    assert.equal((await fetchRaw('/settings')).status, 200)
  })

  // Red with a pattern that tries every split of the address and never finishes.
  test('an address with many dots is cheap', async ({ assert }) => {
    const { status } = await fetchRaw(`/${'a.a'.repeat(1_000)}!`)
    assert.equal(status, 200)
  })

  // Red when files are opened per request.
  test('a build during operation removes no files', async ({ assert }) => {
    await rm(folder, { recursive: true })
    for (const name of ['static/main-1a2b.js', 'static/font-3c4d.woff2', 'favicon.svg']) {
      const { status, body } = await fetchRaw(`/${name}`)
      assert.equal(status, 200, name)
      assert.equal(body.toString(), built[name as keyof typeof built])
    }
    assert.equal((await app.call('GET', '/api/health/live')).status, 200)
  })
})
