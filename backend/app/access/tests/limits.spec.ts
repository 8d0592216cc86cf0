// onOneDatabase: no database takes part
import { test } from '@japa/runner'
import { bootApp, countMails, until, withCode, type TestApp } from '@crossdock/backend/testing'
import { newId } from '@crossdock/kernel/database'
import { anotherCode, Browser, linkTokens } from './support.js'

const redis = process.env.TEST_REDIS_URL
const withoutCode = /this one has no code/
const saysNoCode = {
  hasCode: false,
  message:
    'Too many emails were requested for this address. For now they have a link but no code, and arrive minutes apart. Use the newest link in your email.',
}

const stores = [
  { where: 'in memory', REDIS_URL: undefined },
  ...(redis ? [{ where: 'in Redis', REDIS_URL: redis }] : []),
]

for (const { where, REDIS_URL } of stores) {
  test.group(`sign-in limits ${where}`, (group) => {
    let app: TestApp
    /** The super administrator's address. Counters in Redis outlive a test, so each test has its own address. */
    let owner: string

    group.each.setup(async () => {
      owner = `${newId()}@crossdock.example`
      app = await bootApp({ settings: { TRUST_PROXY: true, ADMIN_EMAIL: owner, REDIS_URL } })
      return () => app.stop()
    })

    /** An unused network. Counters in Redis outlive a test, and other runs use the same Redis. */
    const network = () =>
      `2001:db8:${newId()
        .slice(-8)
        .replace(/(?=.{4}$)/, ':')}::1`
    const browserIn = (ip = network()) => new Browser(app, ip)

    /** Waits until the earlier mails have arrived, so that the next one is the caller's own. */
    const arrived = (mails: number) =>
      until(`${mails} mails`, async () => (await countMails(app.database.dataDir, owner)) === mails)

    test('a network can have five mails sent to an address in ten minutes, whether it is known or not', async ({
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

    // Red when the limit counts mails or wrong codes only by address.
    test('a stranger at the limit does not lock out the owner', async ({ assert }) => {
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
      // Five for his network, and two more for the browser.
      await arrived(7)

      const browser = browserIn()
      const { code } = await browser.mail(owner)
      assert.equal((await browser.code(owner, code)).status, 200)
    })

    // Red when the owner's browser shares the strangers' limit. Red when a mail beyond the limit is refused,
    // has a code, or has a link to a page that the stranger chose.
    test('strangers in many networks lock out no one', async ({ assert }) => {
      const [familiar, waiting, fresh] = [browserIn(), browserIn(), browserIn()]
      const first = await familiar.mail(owner)
      await familiar.code(owner, first.code)
      await familiar.send('POST', '/api/auth/logout', {})
      const waitingFor = await waiting.mail(owner)
      for (let turn = 0; turn < 28; turn++) {
        assert.equal((await browserIn().requestMail(owner)).status, 200)
      }
      await arrived(30)

      const askElsewhere = async () => {
        const asked = await browserIn().requestMail(owner, 'nope', '/elsewhere')
        assert.equal(asked.status, 200)
        assert.deepEqual(asked.body, saysNoCode)
      }
      const { text } = await app.mailTo(owner, askElsewhere, withoutCode)
      assert.notMatch(text, withCode)
      assert.notInclude(text, 'elsewhere')
      const [token] = linkTokens(text)
      for (let turn = 0; turn < 10; turn++) {
        assert.deepEqual((await browserIn().requestMail(owner)).body, saysNoCode)
      }
      assert.equal((await fresh.requestMail(owner)).status, 200)
      assert.equal((await fresh.link(token!)).status, 409)
      assert.equal((await fresh.link(token!, { confirm: true })).status, 200)
      assert.equal(await fresh.me(), owner)
      assert.equal((await waiting.code(owner, waitingFor.code)).status, 200)
      const { code } = await familiar.mail(owner)
      assert.equal((await familiar.code(owner, code)).status, 200)
      await arrived(31)
      // The other mails fell into the interval.
      assert.equal(await countMails(app.database.dataDir, owner, withoutCode), 1)
    })

    // Red when the answer mentions a code that is not sent.
    test('the answer says when there is no code, whether the address is known or not', async ({
      assert,
    }) => {
      const saysCode = {
        hasCode: true,
        message: 'Check your email for a secure sign-in link or use the verification code.',
      }
      for (const address of [owner, `${newId()}@elsewhere.example`]) {
        for (let turn = 0; turn < 32; turn++) {
          const { body } = await browserIn().requestMail(address)
          assert.deepEqual(body, turn < 30 ? saysCode : saysNoCode)
        }
      }
    })

    // Red when a repeated mail counts only for its browser, or mailsPerClient is not used.
    test('repeated mails count for the address and the network', async ({ assert }) => {
      for (let turn = 0; turn < 10; turn++) {
        const browser = browserIn()
        for (let mail = 0; mail < 3; mail++) await browser.requestMail(owner)
      }
      await arrived(30)
      await app.mailTo(owner, () => browserIn().requestMail(owner), withoutCode)

      const ip = network()
      const statuses: number[] = []
      for (let turn = 0; turn < 34; turn++) {
        const [browser, address] = [browserIn(ip), `${newId()}@elsewhere.example`]
        for (let mail = 0; mail < 3; mail++) {
          statuses.push((await browser.requestMail(address)).status)
        }
      }
      assert.deepEqual(statuses.slice(0, 100), Array(100).fill(200))
      assert.deepEqual(statuses.slice(100), [429, 429])
    })

    // Red when a code is compared before it is counted, or a right one stays counted.
    test('parallel guesses count like others', async ({ assert }) => {
      const ip = network()
      const browser = browserIn(ip)
      const { code } = await browser.mail(owner)
      const replies = await Promise.all(
        Array.from({ length: 80 }, (_, turn) =>
          browserIn(ip).code(`${turn}@crossdock.example`, '123456')
        )
      )
      const compared = replies.filter(({ status }) => status === 401)
      assert.lengthOf(compared, 50)
      assert.equal((await browser.code(owner, code)).status, 429)
    })

    // Red when a right code stays counted.
    test('right codes are never slowed down', async ({ assert }) => {
      const office = network()
      for (let turn = 0; turn < 49; turn++) {
        await browserIn(office).code(`${turn}@crossdock.example`, '123456')
      }
      for (let turn = 0; turn < 3; turn++) {
        const colleague = browserIn(office)
        const { code } = await colleague.mail(owner)
        assert.equal((await colleague.code(owner, code)).status, 200)
      }
    })

    // Red when a mark for one address works for another.
    test('a browser has its own limit only for the address it requested', async ({ assert }) => {
      const ip = network()
      const stranger = browserIn(ip)
      await stranger.requestMail(`${newId()}@elsewhere.example`)
      for (let turn = 0; turn < 5; turn++) await browserIn(ip).requestMail(owner)
      assert.equal((await stranger.requestMail(owner)).status, 429)
    })

    test('guessing codes for many addresses is stopped', async ({ assert }) => {
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
      // Links cannot be guessed, and a familiar browser is no stranger.
      const own = await familiar.mail(owner)
      assert.equal((await familiar.code(owner, anotherCode(own.code))).status, 401)
      assert.equal((await familiar.code(owner, own.code)).status, 200)
      assert.equal((await browser.link(token)).status, 200)
    })

    // Red when wrong codes of a familiar browser are not counted, or are counted by network.
    test('a familiar browser has fifteen guesses of its own', async ({ assert }) => {
      const ip = network()
      const known = async () => {
        const browser = browserIn(ip)
        await browser.code(owner, (await browser.mail(owner)).code)
        await browser.send('POST', '/api/auth/logout', {})
        return browser
      }
      const [stolen, other] = [await known(), await known()]
      for (let mail = 0; mail < 3; mail++) {
        const { code } = await stolen.mail(owner)
        for (let turn = 0; turn < 5; turn++) {
          assert.equal((await stolen.code(owner, anotherCode(code))).status, 401)
        }
      }
      const { code } = await stolen.mail(owner)
      assert.equal((await stolen.code(owner, code)).status, 429)
      const own = await other.mail(owner)
      assert.equal((await other.code(owner, own.code)).status, 200)
    })

    test('a client that guesses links is stopped', async ({ assert }) => {
      const browser = browserIn()
      const guess = (turn: number) =>
        turn % 2 ? browser.link('a'.repeat(40)) : browser.look('a'.repeat(40))
      for (let turn = 0; turn < 50; turn++) assert.equal((await guess(turn)).status, 401)
      assert.equal((await guess(50)).status, 429)
      assert.equal((await guess(51)).status, 429)
    })
  })
}
