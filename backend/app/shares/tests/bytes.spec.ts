// onBothDatabases: asks which database it runs on
import { test } from '@japa/runner'
import { bootApp, until } from '@crossdock/backend/testing'
import { unscoped } from '@crossdock/kernel/database'
import { enqueue } from '@crossdock/kernel/jobs'
import { size, testDatabase } from '@crossdock/kernel/testing'
import { purgeShares } from '../job_refs.js'
import { sharesLab, type Seen, type Share, type Thing } from './support.js'

const hour = 60 * 60_000
const ago = (hours: number) => new Date(Date.now() - hours * hour).toISOString()
const text = '0123456789'
const whole = { range: 'bytes=0-' }

test.group('The bytes of one download', (group) => {
  const lab = sharesLab(group)
  const cookieOf = ({ headers }: Seen) =>
    headers
      .getSetCookie()
      .find((one) => one.includes('begun'))!
      .split(';')[0]!
  /** Requests for the whole file, each with the cookie of one browser. */
  const others = (share: Pick<Share, 'url'>, file: Thing, cookie: string, howMany: number) =>
    Promise.all(
      Array.from({ length: howMany }, () =>
        lab.visitor(share).download(file.id, { ...whole, cookie })
      )
    )
  const complete = (all: Seen[]) => all.filter((seen) => seen.text === text)
  const left = ({ id }: Share) =>
    lab.stored(async () => {
      const rows = await unscoped().from('share_downloads').where('share_id', id)
      return rows.map(({ bytes_left }) => Number(bytes_left))
    })

  // Red when reserveMore reads first and updates later, or updates nothing.
  test('are limited to twice the file, for any number of concurrent requests', async ({
    assert,
  }) => {
    const file = await lab.file('scarce.txt', text)
    const share = await lab.share(file, { maxDownloads: 1 })
    const first = await lab.visitor(share).download(file.id)
    assert.equal(first.text, text)
    const all = await others(share, file, cookieOf(first), 20)
    assert.lengthOf(complete(all), 1)
    assert.lengthOf(
      all.filter(({ status }) => status === 404),
      19
    )
    assert.equal((await lab.shown(share)).downloads, 1)
  })

  // Red when reserveBytes subtracts nothing from a new download.
  test('are not more after a start with one byte', async ({ assert }) => {
    const file = await lab.file('range.txt', text)
    const share = await lab.share(file, { maxDownloads: 1 })
    const first = await lab.visitor(share).download(file.id, { range: 'bytes=0-4' })
    assert.equal(first.text, '01234')
    assert.lengthOf(complete(await others(share, file, cookieOf(first), 20)), 1)
    assert.deepEqual(await left(share), [5])
  })

  // Red when further bytes are refused although downloads are left, or when they are not counted.
  test('count as a further download once they are used up', async ({ assert }) => {
    const file = await lab.file('further.txt', text)
    const share = await lab.share(file, { maxDownloads: 3 })
    const visitor = lab.visitor(share)
    for (const counted of [1, 1, 2, 2, 3, 3]) {
      assert.equal((await visitor.download(file.id, whole)).text, text)
      assert.equal((await lab.shown(share)).downloads, counted)
    }
    assert.equal((await visitor.download(file.id, whole)).status, 404)
  })

  // Red when file() does not check that the begun download had the same content.
  test('belong to the begun content, not to its replacement', async ({ assert }) => {
    const file = await lab.file('replaced.txt', text)
    const share = await lab.share(file, { maxDownloads: 1 })
    const visitor = lab.visitor(share)
    assert.equal((await visitor.download(file.id)).text, text)
    const body = 'abcdefghij'
    const address = `${lab.app.url}/api/assets/${file.id}/content`
    const headers = { ...lab.acme.editor.headers, 'content-type': 'text/plain' }
    assert.equal((await fetch(address, { method: 'PUT', body, headers })).status, 200)
    assert.equal((await visitor.download(file.id, whole)).status, 404)
  })

  // Red when returnUnsent reports nothing.
  test('are returned when they were not sent', async ({ assert }) => {
    const bytes = size({ quick: 12, full: 32 }) * 1024 * 1024
    const file = await lab.file('broken-off.bin', 'x'.repeat(bytes))
    const share = await lab.share(file, { maxDownloads: 1 })
    const address = `${share.url.replace(/^https?:\/\/[^/]+/, lab.app.url)}/files/${file.id}`
    let cookie = ''
    for (const times of [1, 2]) {
      const response = await fetch(address, { headers: { ...whole, cookie } })
      cookie ||= response.headers.getSetCookie()[0]!.split(';')[0]!
      const reader = response.body!.getReader()
      await reader.read()
      await reader.cancel()
      await until('unsent bytes to be returned', async () => {
        const [rest] = await left(share)
        return rest! > (2 - times) * bytes && rest! < 2 * bytes
      })
    }
    const seen = await lab.visitor(share).download(file.id, { range: 'bytes=5-9', cookie })
    assert.deepEqual([seen.status, seen.text], [206, 'xxxxx'])
    assert.equal((await lab.shown(share)).downloads, 1)
  })

  // Red when file() ignores the prefetch headers.
  test('are not sent to a prefetch', async ({ assert }) => {
    const file = await lab.file('ahead.txt', text)
    const share = await lab.share(file, { maxDownloads: 1 })
    const said: Record<string, string>[] = [
      { 'sec-purpose': 'prefetch' },
      { 'sec-purpose': 'prefetch;prerender' },
      { purpose: 'prefetch' },
      { 'x-moz': 'prefetch' },
      { 'x-purpose': 'preview' },
    ]
    for (const headers of said) {
      const seen = await lab.visitor(share).download(file.id, headers)
      assert.deepEqual([seen.status, seen.text.includes(text)], [409, false])
    }
    assert.equal((await lab.shown(share)).downloads, 0)
    assert.equal((await lab.visitor(share).download(file.id)).text, text)
  })

  // Red when file() counts a probe, or probes are unlimited.
  test('do not count until a hundredth of them was read', async ({ assert }) => {
    const file = await lab.file('looked-at.txt', 'x'.repeat(500))
    const share = await lab.share(file, { maxDownloads: 1 })
    const look = (range: string) => lab.visitor(share).download(file.id, { range })
    for (let looks = 0; looks < 4; looks++) assert.equal((await look('bytes=0-0')).text, 'x')
    assert.equal((await look('bytes=10-10')).status, 206)
    assert.equal((await lab.shown(share)).downloads, 0)
    assert.equal((await look('bytes=0-0')).text, 'x')
    assert.equal((await lab.shown(share)).downloads, 1)
    const last = await lab.share(file, { maxDownloads: 1 })
    await lab.visitor(last).download(file.id, { range: 'bytes=499-' })
    assert.equal((await lab.shown(last)).downloads, 1)
    assert.equal((await lab.visitor(last).download(file.id)).status, 404)
  })

  // Red when a download ends once the connection has accepted all bytes, as it does with a small file.
  test('are sent again to the browser whose download of a small file broke off', async ({
    assert,
  }) => {
    const bytes = 500_000
    const file = await lab.file('small.bin', 'x'.repeat(bytes))
    const share = await lab.share(file, { maxDownloads: 1 })
    const page = share.url.replace(/^https?:\/\/[^/]+/, lab.app.url)
    const address = `${page}/files/${file.id}`
    const first = await fetch(address)
    const cookie = first.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ')
    const reader = first.body!.getReader()
    await reader.read()
    await reader.cancel()
    assert.equal((await fetch(page, { headers: { cookie } })).status, 200)
    const again = await fetch(address, { headers: { cookie } })
    assert.deepEqual([again.status, (await again.text()).length], [200, bytes])
    assert.equal((await lab.visitor(share).ask()).status, 404)
    assert.equal((await lab.shown(share)).downloads, 1)
  })

  // Red when the whole file counts immediately, or is sent more than twice.
  test('are one download when a browser asks for a part and then for the whole', async ({
    assert,
  }) => {
    const file = await lab.file('whole.txt', text)
    const share = await lab.share(file, { maxDownloads: 1 })
    const visitor = lab.visitor(share)
    assert.equal((await visitor.download(file.id, { range: 'bytes=0-4' })).text, '01234')
    assert.equal((await visitor.ask()).status, 200)
    assert.equal((await lab.visitor(share).ask()).status, 404)
    assert.equal((await visitor.download(file.id)).text, text)
    assert.equal((await visitor.download(file.id)).status, 404)
  })

  // Red when a link stays open to a browser that has received the file twice.
  test('are sent twice to one browser, by a range or not', async ({ assert }) => {
    const file = await lab.file('twice.txt', text)
    for (const headers of [{}, whole]) {
      const share = await lab.share(file, { maxDownloads: 1 })
      const visitor = lab.visitor(share)
      for (const times of [1, 2]) {
        assert.equal((await visitor.download(file.id, headers)).text, text, String(times))
      }
      assert.equal((await visitor.download(file.id, headers)).status, 404)
      assert.equal((await visitor.ask()).status, 404)
      assert.equal((await lab.shown(share)).downloads, 1)
    }
  })

  // Red when a broken download counts as complete, or may send any number of bytes.
  test('are sent again to the browser whose download broke off', async ({ assert }) => {
    // More than the buffers of two connections hold.
    const bytes = 32 * 1024 * 1024
    const file = await lab.file('clicked-again.bin', 'x'.repeat(bytes))
    const share = await lab.share(file, { maxDownloads: 1 })
    const address = `${share.url.replace(/^https?:\/\/[^/]+/, lab.app.url)}/files/${file.id}`
    const first = await fetch(address)
    const cookie = first.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ')
    const reader = first.body!.getReader()
    await reader.read()
    // The server has not noticed yet that the first one is broken.
    const again = await fetch(address, { headers: { cookie } })
    assert.equal(again.status, 200)
    await again.body!.cancel()
    await reader.cancel()
    await until('unsent bytes to be returned', async () => (await left(share))[0]! > bytes)
    const page = address.replace(/\/files\/.*/, '')
    assert.equal((await fetch(page, { headers: { cookie } })).status, 200)
    assert.equal((await fetch(page)).status, 404)
    const whole = await fetch(address, { headers: { cookie } })
    assert.equal((await whole.arrayBuffer()).byteLength, bytes)
    assert.equal((await lab.shown(share)).downloads, 1)
    assert.equal((await fetch(address, { headers: { cookie } })).status, 404)
  })

  // Red when file() does not check isUsedUp, or hasBytesLeft always passes.
  test('a used-up link reveals nothing about a file, except to a continuing browser', async ({
    assert,
  }) => {
    const file = await lab.file('used-up.txt', text)
    const share = await lab.share(file, { maxDownloads: 1, password: 'open sesame 9' })
    const visitor = lab.visitor(share)
    await visitor.enter('open sesame 9')
    const first = await visitor.download(file.id, { range: 'bytes=0-4' })
    const gone = await lab.visitor(share).ask()
    assert.equal(gone.status, 404)
    const asking: Record<string, string>[] = [
      { 'if-none-match': '*' },
      { 'if-match': '"other"' },
      { range: 'bytes=99-' },
      {},
    ]
    for (const headers of asking) {
      const seen = await lab.visitor(share).download(file.id, headers)
      assert.deepEqual([seen.status, seen.text], [404, gone.text], JSON.stringify(headers))
      const head = await lab.visitor(share).download(file.id, headers, 'HEAD')
      assert.deepEqual([head.status, head.headers.get('etag')], [404, null])
      assert.isNull(head.headers.get('content-disposition'))
    }
    const on = { range: 'bytes=5-' }
    assert.equal((await visitor.download(file.id, on, 'HEAD')).status, 206)
    assert.equal((await visitor.download(file.id, on)).text, '56789')
    assert.equal((await visitor.download(file.id, whole)).text, text)
    assert.deepEqual(await left(share), [0])
    const cookie = cookieOf(first)
    assert.equal((await visitor.download(file.id, { cookie }, 'HEAD')).status, 404)
  })

  // Red when openDownload ignores the start time, or the job keeps the row.
  test('expire after six hours, and their row is deleted', async ({ assert }) => {
    const file = await lab.file('late.txt', text)
    const [late, young] = [
      await lab.share(file, { maxDownloads: 1 }),
      await lab.share(file, { maxDownloads: 1 }),
    ]
    const first = await lab.visitor(late).download(file.id)
    await lab.visitor(young).download(file.id)
    await lab.stored(async () =>
      unscoped()
        .from('share_downloads')
        .where('share_id', late.id)
        .update({ created_at: ago(6.1) })
    )
    assert.lengthOf(complete(await others(late, file, cookieOf(first), 1)), 0)
    await lab.stored(() => enqueue(purgeShares, {}))
    await until('the job to be done', async () => (await left(late)).length === 0)
    assert.deepEqual(await left(young), [10])
  })

  // Red when reserveMore reads first and updates later.
  test('are limited the same in two processes', async ({ assert }) => {
    const there = await bootApp({ database: lab.app.database })
    try {
      const file = await lab.file('two.txt', text)
      const share = await lab.share(file, { maxDownloads: 1 })
      const cookie = cookieOf(await lab.visitor(share).download(file.id))
      const { pathname } = new URL(share.url)
      const all = await Promise.all(
        Array.from({ length: 20 }, async (_, at) => {
          const { url } = at % 2 === 0 ? lab.app : there
          const headers = { ...whole, cookie }
          return await (await fetch(`${url}${pathname}/files/${file.id}`, { headers })).text()
        })
      )
      assert.lengthOf(
        all.filter((got) => got === text),
        1
      )
    } finally {
      await there.stop()
    }
  }).skip(testDatabase !== 'pg', 'SQLite has one process')
})
