import { test } from '@japa/runner'
import { bootApp } from '@crossdock/backend/testing'
import { testClock } from '@crossdock/kernel/testing'
import { testBucket } from '../../../kernel/storage/tests/test_bucket.js'
import { Lab, sharesLab, type Seen } from './support.js'

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

test.group('Answers to invalid requests of visitors', (group) => {
  const lab = sharesLab(group)
  const isPage = ({ headers, text }: Seen) =>
    headers.get('content-type') === 'text/html; charset=utf-8' &&
    text.includes('<title>') &&
    headers.get('cache-control') === 'no-store'

  // Red when routes set no error page, or ErrorHandler ignores it.
  test('are a page with a sentence, for browsers', async ({ assert }) => {
    const folder = await lab.folder('Asked for')
    const share = await lab.share(folder, { password: 'open sesame 9' })
    const inbox = await lab.share(folder, { kind: 'upload' })
    const visitor = lab.visitor(share)
    const form = 'application/x-www-form-urlencoded'
    const post = (body: string, type = form, accept = browser) =>
      visitor.ask('', { method: 'POST', body, headers: { 'content-type': type, accept } })
    const asked: [what: string, seen: Seen, status: number, sentence: string][] = [
      ['no password', await post('x=y'), 422, 'password'],
      ['a long form', await post(`password=${'x'.repeat(5000)}`), 413, '4096'],
      ['JSON', await post('{}', 'application/json'), 415, form],
      [
        'page 0',
        await visitor.ask(`/folders/${folder.id}?page=0`, { headers: { accept: browser } }),
        422,
        'page',
      ],
      [
        'no form of files',
        await lab.visitor(inbox).ask('/files', {
          method: 'POST',
          body: '{}',
          headers: { 'content-type': 'application/json', accept: browser },
        }),
        415,
        'multipart/form-data',
      ],
    ]
    for (const [what, seen, status, sentence] of asked) {
      assert.equal(seen.status, status, what)
      assert.isTrue(isPage(seen), `${what}: ${seen.text}`)
      assert.include(seen.text, 'That did not work', what)
      assert.include(seen.text, sentence, what)
    }
    const long = await visitor.ask(`/s/${'x'.repeat(300)}`, { headers: { accept: browser } })
    const unknown = await visitor.ask(`/s/${'x'.repeat(43)}`, { headers: { accept: browser } })
    assert.deepEqual([long.status, long.text], [404, unknown.text])
    const program = await post('x=y', form, 'application/json')
    assert.equal(program.headers.get('content-type'), 'application/problem+json; charset=utf-8')
    const german = await visitor.ask(`/folders/${folder.id}?page=0`, {
      headers: { accept: browser, 'accept-language': 'de' },
    })
    assert.include(german.text, 'Das hat nicht geklappt')
  })

  // Red when ErrorHandler shows pages only for refusals, not for server errors.
  test('are a page also when the file storage is unavailable', async (context) => {
    const { assert } = context
    const bucket = await testBucket(context)
    const away = new Lab()
    away.app = await bootApp({ settings: { STORAGE_URL: bucket.url } })
    context.cleanup(() => away.app.stop())
    away.acme = await away.app.tenant('acme')
    const file = await away.file('away.bin', 'x'.repeat(100_000))
    const visitor = away.visitor(await away.share(file))
    context.cleanup(() => testClock.reset())
    const end = bucket.suffer(({ method }) => {
      if (method !== 'GET') return undefined
      // The server retries for half a minute.
      testClock.advance(30_000)
      return { refuse: 'SlowDown', status: 503 }
    })
    const seen = await visitor.download(file.id, { accept: browser })
    assert.equal(seen.status, 503)
    assert.isTrue(isPage(seen), seen.text)
    assert.include(seen.text, 'The storage of files does not answer')
    assert.isAbove(Number(seen.headers.get('retry-after')), 0)
    end()
    assert.equal((await visitor.download(file.id, { accept: browser })).status, 200)
  })
})
