import type { IncomingMessage } from 'node:http'
import { test } from '@japa/runner'
import { bootApp, withCode, type TestApp } from '@crossdock/backend/testing'
import { readSettings } from '@crossdock/kernel/settings'
import { sessionOf } from '@crossdock/kernel/testing'
import { checkServer } from '../../doctor/check_process.js'
import { settings } from '../../settings/index.js'
import { clientAddress, reportAddressesTo } from '../client_address.js'
import { readAddress, clientKey } from '../../ground/addresses.js'

interface Health {
  status: string
  components: Record<string, { status: string; message?: string }>
}

test.group('The address of a client', (group) => {
  let app: TestApp

  group.setup(async () => {
    app = await bootApp({ settings: { TRUST_PROXY: true } })
    return () => app.stop()
  })

  const forms: [written: string, address: string | null][] = [
    ['192.0.2.7', '192.0.2.7'],
    ['192.0.2.7:40059', '192.0.2.7'],
    ['192.0.2.7:', '192.0.2.7'],
    [' 192.0.2.7 ', '192.0.2.7'],
    ['"192.0.2.7:_hidden"', '192.0.2.7'],
    ['[192.0.2.7]:80', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['[::FFFF:192.0.2.7]:443', '192.0.2.7'],
    ['::ffff:c000:207', '192.0.2.7'],
    ['2001:DB8:0:0::1', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['"[2001:db8::1]:4711"', '2001:db8::1'],
    ['2001:db8:1:2:3:4:5:6:4711', '2001:db8:1:2:3:4:5:6'],
    ['fe80::1%eth0', 'fe80::1'],
    ['[fe80::1%25en0]:80', 'fe80::1'],
    ['::ffff:192.0.2.7%eth0', '192.0.2.7'],
    ...[
      '',
      'unknown',
      '_gazonk',
      '192.0.2',
      '192.0.2.777',
      '010.0.0.1',
      '3221226183',
      '192.0.2.7:400590',
      '192.0.2.7:80:90',
      '[192.0.2.7',
      '[2001:db8::1]x',
      '2001:db8::1::2',
      '192.0.2.7%eth0',
      'a.example',
      '192.0.2.7 192.0.2.8',
      '"192.0.2.7',
    ].map((text): [string, null] => [text, null]),
  ]

  test('is read as proxies write it', ({ assert }) => {
    for (const [written, address] of forms) assert.equal(readAddress(written), address, written)
  })

  /** The address of a request with these headers on a connection of 192.0.2.1. */
  const find = (headers: Record<string, string>) =>
    clientAddress({
      headers,
      socket: { remoteAddress: '::ffff:192.0.2.1' },
    } as never as IncomingMessage)

  // Red when the first entry is used, or a quote of the client hides the proxy's entry.
  test('is what the proxy wrote last, in either header', async ({ assert }) => {
    const cases: [headers: Record<string, string>, address: string][] = [
      [{}, '192.0.2.1'],
      [{ 'x-forwarded-for': '' }, '192.0.2.1'],
      [{ 'x-forwarded-for': '6.6.6.6, 198.51.100.1:99' }, '198.51.100.1'],
      [{ 'x-forwarded-for': '198.51.100.1,' }, '198.51.100.1'],
      [{ 'x-forwarded-for': '6.6.6.6, unknown' }, '192.0.2.1'],
      [{ 'x-forwarded-for': '198.51.100.1', forwarded: 'for=6.6.6.6' }, '198.51.100.1'],
      [{ forwarded: 'for=6.6.6.6, For="[2001:db8::1]:80";proto=https' }, '2001:db8::1'],
      [{ forwarded: 'proto=https;by=203.0.113.43; for=198.51.100.1' }, '198.51.100.1'],
      [{ forwarded: 'host="a,b;for=6.6.6.6\\"";for="198.51.100.1:8"' }, '198.51.100.1'],
      [{ forwarded: 'for="6.6.6.6, for=198.51.100.1' }, '192.0.2.1'],
      [{ forwarded: 'for=198.51.100.1, proto=https' }, '192.0.2.1'],
      [{ forwarded: 'for=6.6.6.6, for=_hidden' }, '192.0.2.1'],
    ]
    await app.inside(async () => {
      for (const [headers, address] of cases) {
        assert.equal(find(headers), address, JSON.stringify(headers))
      }
      const given = settings.use()
      settings.provide({ ...given, TRUST_PROXY: false })
      assert.equal(find({ 'x-forwarded-for': '6.6.6.6', forwarded: 'for=6.6.6.6' }), '192.0.2.1')
      settings.provide(given)
    })
  })

  test('shares no limit with another address', ({ assert }) => {
    const texts = ['192.0.2.7', '192.0.2.8', '2001:db8:1::1', '2001:db8:2::1', 'a', 'b']
    assert.lengthOf(new Set(texts.map(clientKey)), texts.length)
    assert.equal(clientKey('[2001:db8:1::5]:80'), clientKey('2001:db8:1::1'))
  })

  /** Statuses of 51 wrong codes, each from another port. */
  const wrongCodes = async (at: (port: number) => string) => {
    const statuses: number[] = []
    for (let turn = 0; turn < 51; turn++) {
      const { status } = await app.call('POST', '/api/auth/verify-code', {
        body: { email: `n${turn}@elsewhere.example`, code: '000000' },
        headers: { 'x-forwarded-for': at(40_000 + turn) },
      })
      statuses.push(status)
    }
    return statuses
  }

  // Red when an address with a port is not recognized: all clients would share one limit.
  test('limits only one client behind a proxy that writes ports', async ({ assert }) => {
    const statuses = await wrongCodes((port) => `203.0.113.21:${port}`)
    assert.equal(statuses.at(-1), 429)
    assert.equal(statuses.filter((status) => status === 429).length, 1)
    const [other] = await wrongCodes((port) => `203.0.113.22:${port}`)
    assert.equal(other, 401)
  })

  // Red when a session stores the proxy's raw text, or nothing.
  test('is shown to the owner of a session without a port', async ({ assert }) => {
    const { admin } = await app.tenant('acme')
    const headers = { 'x-forwarded-for': '[2001:db8::9]:4711' }
    const email = 'admin@acme.example'
    let as = admin
    const { text } = await app.mailTo(email, async () => {
      const body = { email, tenantId: 'acme' }
      as = sessionOf(await app.call('POST', '/api/auth/magic-link', { body, headers }))
    })
    const body = { email, tenantId: 'acme', code: withCode.exec(text)![0] }
    const entered = await app.call('POST', '/api/auth/verify-code', { as, body, headers })
    assert.equal(entered.status, 200)
    const sessions = await app.ok<{ ip: string; isCurrent: boolean }[]>('GET', '/api/sessions', {
      as: sessionOf(entered, as),
    })
    assert.equal(sessions.find(({ isCurrent }) => isCurrent)!.ip, '2001:db8::9')
  })

  // Red when an unreadable address is not reported, or each one writes a line.
  test('that cannot be read is reported: once in the log, by health, and by the doctor', async ({
    assert,
  }) => {
    const lines: object[] = []
    const ask = (text: string) =>
      app.call('GET', '/api/health', { headers: { 'x-forwarded-for': text } })
    const health = async () => {
      app.clock.advance(2_000)
      return app.ok<Health>('GET', '/api/health/details', { as: await app.superAdmin() })
    }
    const doctor = () =>
      checkServer({ ...readSettings({}), HOST: '127.0.0.1', PORT: Number(new URL(app.url).port) })
    await app.inside(async () =>
      reportAddressesTo({ warn: (line: object) => void lines.push(line) })
    )
    app.clock.advance(2 * 60 * 60_000)
    assert.equal((await health()).components.proxy!.status, 'ok')

    for (let turn = 0; turn < 3; turn++) await ask(`unix:${turn}${'x'.repeat(100)}`)
    assert.lengthOf(lines, 1)
    const { status, message } = (await health()).components.proxy!
    assert.equal(status, 'degraded')
    assert.match(message!, /cannot be read.*unix:2x{54}"\.$/)
    const [said] = await doctor()
    assert.equal(said!.status, 'warning')
    assert.match(said!.says, /a text that holds no address/)
    assert.match(said!.todo!, /X-Forwarded-For/)

    app.clock.advance(60 * 60_000)
    assert.equal((await health()).components.proxy!.status, 'ok')
    await ask('unix:')
    assert.lengthOf(lines, 2)
  })
})
