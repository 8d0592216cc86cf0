import { test } from '@japa/runner'
import { bootApp, countMails, until, type TestApp } from '@crossdock/backend/testing'
import { newId } from '@crossdock/kernel/database'
import { anotherCode, Browser } from './support.js'

const redis = process.env.TEST_REDIS_URL

const stores = [
  { where: 'in memory', REDIS_URL: undefined },
  ...(redis ? [{ where: 'in Redis', REDIS_URL: redis }] : []),
]

for (const { where, REDIS_URL } of stores) {
  test.group(`sign-in limits ${where}`, (group) => {
    let app: TestApp
    /** The super administrator's. Counters in Redis outlive a test, so each has an address of its own. */
    let owner: string

    group.each.setup(async () => {
      owner = `${newId()}@crossdock.example`
      app = await bootApp({ settings: { TRUST_PROXY: true, ADMIN_EMAIL: owner, REDIS_URL } })
      return () => app.stop()
    })

    const network = () => `198.18.${crypto.getRandomValues(new Uint8Array(2)).join('.')}`
    const browserIn = (ip = network()) => new Browser(app, ip)

    /** Waits until the mails somebody else asked for have come, so that the next one is one's own. */
    const arrived = (mails: number) =>
      until(`${mails} mails`, async () => (await countMails(app.database.dataDir, owner)) === mails)

    test('a network can have five mails sent to an address in ten minutes, known or not', async ({
      assert,
    }) => {
      for (const address of [owner, `${newId()}@elsewhere.example`]) {
        const ip = network()
        const ask = () => browserIn(ip).requestMail(address)
        for (let turn = 0; turn < 5; turn++) assert.equal((await ask()).status, 200)
        const refused = await ask()
        assert.equal(refused.status, 429)
        assert.equal(refused.body.code, 'E_TOO_MANY_REQUESTS')
        assert.match(refused.headers.get('content-type')!, /problem\+json/)
        const wait = Number(refused.headers.get('retry-after'))
        assert.isAbove(wait, 0)
        assert.isAtMost(wait, 600)
      }
    })

    // Red when mails or wrong codes are counted by the address alone.
    test('a stranger who uses up all he can does not keep the owner out', async ({ assert }) => {
      const ip = network()
      const statuses = new Set<number>()
      const stranger = browserIn(ip)
      for (let turn = 0; turn < 8; turn++) statuses.add((await stranger.requestMail(owner)).status)
      for (let turn = 0; turn < 60; turn++) {
        const guess = String(turn).padStart(6, '0')
        const guesser = turn % 2 ? stranger : browserIn(ip)
        statuses.add((await guesser.code(owner, guess)).status)
      }
      assert.deepEqual([...statuses], [200, 429, 401])
      // Five of his network, and two the browser may ask for again.
      await arrived(7)

      const browser = browserIn()
      const { code } = await browser.mail(owner)
      assert.equal((await browser.code(owner, code)).status, 200)
    })

    // Red when the owner's browser is counted with the strangers.
    test('strangers everywhere do not keep out a browser that has signed in before', async ({
      assert,
    }) => {
      const [familiar, waiting] = [browserIn(), browserIn()]
      const first = await familiar.mail(owner)
      await familiar.code(owner, first.code)
      await familiar.send('POST', '/api/auth/logout', {})
      await waiting.mail(owner)
      let refused = 0
      for (let turn = 0; turn < 40; turn++) {
        if ((await browserIn().requestMail(owner)).status === 429) refused++
      }
      assert.isAbove(refused, 5)
      await arrived(2 + 40 - refused)

      const { code } = await familiar.mail(owner)
      assert.equal((await familiar.code(owner, code)).status, 200)
      assert.equal(await familiar.me(), owner)
      const again = await waiting.mail(owner)
      assert.equal((await waiting.code(owner, again.code)).status, 200)
    })

    // Red when a mark made for one address is worth something for another.
    test('a browser has mails of its own for the address it asked for only', async ({ assert }) => {
      const ip = network()
      const stranger = browserIn(ip)
      await stranger.requestMail(`${newId()}@elsewhere.example`)
      for (let turn = 0; turn < 5; turn++) await browserIn(ip).requestMail(owner)
      assert.equal((await stranger.requestMail(owner)).status, 429)
    })

    test('who guesses codes for many addresses is stopped', async ({ assert }) => {
      const ip = network()
      const [browser, familiar] = [browserIn(ip), browserIn(ip)]
      const former = await familiar.mail(owner)
      await familiar.code(owner, former.code)
      await familiar.send('POST', '/api/auth/logout', {})
      const { code, token } = await browser.mail(owner)
      for (let turn = 0; turn < 50; turn++) {
        const { status } = await browserIn(ip).code(`${turn}@crossdock.example`, '123456')
        assert.equal(status, 401)
      }
      assert.equal((await browser.code(owner, code)).status, 429)
      // Nobody guesses a link, and a browser that is known is no stranger.
      const own = await familiar.mail(owner)
      assert.equal((await familiar.code(owner, anotherCode(own.code))).status, 401)
      assert.equal((await familiar.code(owner, own.code)).status, 200)
      assert.equal((await browser.link(token)).status, 200)
    })

    test('a client that keeps guessing links is stopped', async ({ assert }) => {
      const browser = browserIn()
      const guess = (turn: number) =>
        turn % 2 ? browser.link('a'.repeat(40)) : browser.look('a'.repeat(40))
      for (let turn = 0; turn < 50; turn++) assert.equal((await guess(turn)).status, 401)
      assert.equal((await guess(50)).status, 429)
      assert.equal((await guess(51)).status, 429)
    })
  })
}
