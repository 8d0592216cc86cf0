import { test } from '@japa/runner'
import { WebhookLab, type Delivery } from './webhook_lab.js'

test.group('The page of the receiver of a webhook', (group) => {
  let lab: WebhookLab

  group.setup(async () => {
    lab = await WebhookLab.boot()
    return () => lab.stop()
  })
  const pageOf = async (id: string, days = 30) => {
    const { body } = await lab.call<{ url: string }>('POST', `/${id}/receiver-page`, { days })
    return new URL(body.url).pathname
  }
  const visit = async (path: string, options: RequestInit = {}) => {
    const reply = await fetch(`${lab.app.url}${path}`, { redirect: 'manual', ...options })
    return { status: reply.status, headers: reply.headers, text: await reply.text() }
  }
  const german = { headers: { 'accept-language': 'de' } }

  test('shows its own deliveries, a single delivery and how to verify', async ({ assert }) => {
    const receiver = await lab.receiver()
    const { id } = await lab.subscribe(receiver.url, { name: 'Order <system>' })
    await lab.subscribe('https://elsewhere.example/hook', { name: 'Not theirs', isActive: false })
    await lab.folder('R&D plans')
    const [delivery] = await lab.become(id, 'delivered')
    const path = await pageOf(id)
    const page = await visit(path)
    assert.equal(page.status, 200)
    for (const text of [
      'Order &lt;system&gt;',
      'folder_<wbr />create',
      receiver.url,
      'HMAC-SHA256',
    ])
      assert.include(page.text, text)
    assert.notInclude(page.text, 'Not theirs')
    // The receiver knows the sender, not the product.
    assert.match(page.text, /<header[^]*Acme/i)
    assert.include((await visit(path, german)).text, 'Zustellungen')
    const one = await visit(`${path}/deliveries/${delivery!.id}`)
    assert.include(one.text, 'R&amp;D plans')
    for (const { headers } of [page, one]) {
      assert.equal(headers.get('referrer-policy'), 'no-referrer')
      assert.include(headers.get('x-robots-tag')!, 'noindex')
      assert.equal(headers.get('cache-control'), 'no-store')
      assert.include(headers.get('content-security-policy')!, "default-src 'none'")
      assert.isNull(headers.get('set-cookie'))
    }
  })

  // Red when a form of another site is accepted.
  test('resends, and rotates the secret in a second step', async ({ assert }) => {
    const receiver = await lab.receiver()
    receiver.answers(500, 204)
    const { id, secret } = await lab.subscribe(receiver.url)
    await lab.folder('again')
    const [waiting] = await lab.become(id, 'retrying')
    const path = await pageOf(id)
    const resend = `${path}/deliveries/${waiting!.id}/resend`
    const cross = { method: 'POST', headers: { 'sec-fetch-site': 'cross-site' } }
    assert.equal((await visit(resend, cross)).status, 403)
    const own = { 'sec-fetch-site': 'same-origin', origin: 'null', cookie: 'a=b' }
    const sent = await visit(resend, { method: 'POST', headers: own })
    assert.deepEqual(
      [sent.status, sent.headers.get('location')],
      [303, `${path}/deliveries/${waiting!.id}`]
    )
    await lab.become(id, 'delivered')
    const asked = await visit(`${path}/rotate`)
    assert.include(asked.text, 'method="post"')
    const rotated = await visit(`${path}/rotate`, { method: 'POST' })
    const [fresh] = /whsec_[\w+/=]+/.exec(rotated.text) ?? []
    assert.isString(fresh)
    assert.notEqual(fresh, secret)
    assert.isNotNull((await lab.shown(id)).previousSecretUntil)
  })

  // Red when the answer reveals whether a page exists or existed.
  test('unknown, ended and revoked pages look like any unknown address', async ({ assert }) => {
    const { id } = await lab.subscribe('https://partner.example/ended', { isActive: false })
    const other = await lab.subscribe('https://partner.example/other', { isActive: false })
    const { body: example } = await lab.call<Delivery>('POST', `/${other.id}/example`, {
      eventType: 'file_upload',
    })
    const replaced = await pageOf(id)
    const path = await pageOf(id)
    const isNothing = async (address: string, options: RequestInit = {}) => {
      const { status, text } = await visit(address, options)
      assert.deepEqual([status, text], [404, 'There is nothing at this address.'], address)
    }
    await isNothing(replaced)
    await isNothing('/p/x')
    await isNothing(`/p/${'A'.repeat(43)}`)
    await isNothing(`/p/${'A'.repeat(43)}/rotate`, { method: 'POST' })
    // A delivery of another webhook is not visible here.
    await isNothing(`${path}/deliveries/${example.id}`)
    await isNothing(`${path}/deliveries/${example.id}/resend`, { method: 'POST' })
    assert.equal((await visit(path)).status, 200)
    lab.app.clock.advance(30 * 24 * 60 * 60_000 + 1)
    await isNothing(path)
    const again = await pageOf(id)
    await lab.call('DELETE', `/${id}/receiver-page`)
    await isNothing(again)
  })

  test('requests are rate limited', async ({ assert }) => {
    lab.app.clock.advance(61_000)
    const statuses = new Set<number>()
    for (let number = 0; number < 130; number++) statuses.add((await visit('/p/x')).status)
    assert.sameMembers([...statuses], [404, 429])
  })
})
