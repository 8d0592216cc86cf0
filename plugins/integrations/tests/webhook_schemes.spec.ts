import { createHmac } from 'node:crypto'
import { test } from '@japa/runner'
import type { SignedRequest } from '../contracts/index.js'
import { verificationKinds } from '../hooks/verification/kinds.js'

const { standard, github, stripe, slack, shopify, hmac, token } = verificationKinds

const request = (body: string | Buffer, headers: Record<string, string> = {}): SignedRequest => ({
  headers,
  query: new URLSearchParams(),
  body: Buffer.from(body),
})

const at = (seconds: number) => seconds * 1_000
const nothing = {} as never

test.group('signatures of webhooks', () => {
  // The test vector of the Standard Webhooks libraries.
  test('standard: its published vector verifies', ({ assert }) => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
    const time = 1614265330
    const signature = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='
    const sent = (header: string, more: object = {}) =>
      request('{"test": 2432232314}', {
        'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
        'webhook-timestamp': String(time),
        'webhook-signature': header,
        ...more,
      })
    const verify = (one: SignedRequest, now = time, secrets = [secret]) =>
      standard.verify(one, nothing, secrets, at(now))
    assert.match(verify(sent(signature))!.message!.key, /^id:/)
    // Several signatures, as during a rotation, and several secrets.
    assert.isNotNull(verify(sent(`v1,AAAA ${signature}`)))
    assert.isNotNull(verify(sent(signature), time, ['whsec_AAAA', secret]))
    assert.isNull(verify(sent(signature), time, ['whsec_AAAA']))
    // Red when the time is not checked.
    assert.isNull(verify(sent(signature), time + 301))
    assert.isNull(verify(sent(signature), time - 301))
    assert.isNotNull(verify(sent(signature), time + 299))
    assert.isNull(verify(sent(signature, { 'webhook-timestamp': '1e9' })))
    assert.isNull(verify(sent('v1,')))
    assert.isNull(verify(sent('')))
    assert.isNull(verify(sent(`v1a,${signature.slice(3)}`)))
  })

  // docs.github.com, "Validating webhook deliveries".
  test('github: its published vector verifies', ({ assert }) => {
    const right = '757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17'
    const verify = (header: string, body = 'Hello, World!') =>
      github.verify(
        request(body, { 'x-hub-signature-256': header }),
        nothing,
        ["It's a Secret to Everybody"],
        0
      )
    assert.isNotNull(verify(`sha256=${right}`))
    assert.isNotNull(verify(`sha256=${right.toUpperCase()}`))
    assert.isNull(verify(right))
    assert.isNull(verify(`sha256=${right}`, 'Hello, World?'))
    // Red when invalid hex is decoded up to the first wrong character.
    assert.isNull(verify(`sha256=${right}zz`))
    assert.isNull(verify('sha256=zz'))
    assert.isNull(verify('sha256='))
  })

  // api.slack.com, "Verifying requests from Slack".
  test('slack: its published vector verifies', ({ assert }) => {
    const body =
      'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c'
    const headers = {
      'x-slack-request-timestamp': '1531420618',
      'x-slack-signature': 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
    }
    const verify = (more: object = {}) =>
      slack.verify(
        request(body, { ...headers, ...more }),
        nothing,
        ['8f742231b10e8888abcd99yyyzzz85a5'],
        at(1531420700)
      )
    assert.match(verify()!.message!.key, /^sig:/)
    assert.isNull(verify({ 'x-slack-request-timestamp': '1531420619' }))
  })

  // RFC 4231, test case 2.
  test('hmac: the vectors of RFC 4231 verify', ({ assert }) => {
    const body = 'what do ya want for nothing?'
    const vectors = {
      sha256: '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
      sha512:
        '164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea2505549758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737',
    } as const
    for (const [algorithm, signature] of Object.entries(vectors)) {
      const config = { header: 'x-signature', algorithm, encoding: 'hex' } as never
      const sent = request(body, { 'x-signature': signature })
      assert.isNotNull(hmac.verify(sent, config, ['Jefe'], 0), algorithm)
      assert.isNull(hmac.verify(sent, config, ['Jeff'], 0), algorithm)
    }
  })

  test('stripe and shopify verify as documented, over bytes that are not text', ({ assert }) => {
    const body = Buffer.from([0xff, 0x00, 0x7b, 0xfe])
    const secret = 'whsec_test'
    const time = 1_700_000_000
    const v1 = createHmac('sha256', secret).update(`${time}.`).update(body).digest('hex')
    const ofStripe = (header: string) =>
      stripe.verify(request(body, { 'stripe-signature': header }), nothing, [secret], at(time))
    assert.isNotNull(ofStripe(`t=${time},v1=${v1}`))
    assert.isNotNull(ofStripe(`t=${time},v1=${'0'.repeat(64)},v1=${v1},v0=x`))
    assert.isNull(ofStripe(`t=${time + 1},v1=${v1}`))
    assert.isNull(ofStripe(`v1=${v1}`))
    const base64 = createHmac('sha256', secret).update(body).digest('base64')
    const ofShopify = (header: string) =>
      shopify.verify(request(body, { 'x-shopify-hmac-sha256': header }), nothing, [secret], 0)
    assert.isNotNull(ofShopify(base64))
    assert.isNull(ofShopify(base64.slice(1)))
  })

  test('each kind verifies its own signatures', ({ assert }) => {
    const now = at(1_800_000_000)
    const config = {
      header: 'x-sig',
      algorithm: 'sha256',
      encoding: 'base64',
      prefix: 'v=',
      timeHeader: 'x-time',
      idHeader: 'x-id',
      place: 'query',
      name: 'key',
    } as never
    for (const [name, kind] of Object.entries(verificationKinds)) {
      const secret = 'newSecret' in kind ? kind.newSecret!() : ''
      const plain = request('{"a":1}')
      const { headers = {}, query = {} } = kind.sign(plain, config, secret, now)
      const signed = { ...plain, headers, query: new URLSearchParams(query) }
      assert.isNotNull(kind.verify(signed, config, [secret], now), name)
      if (name !== 'none') assert.isNull(kind.verify(plain, config, [secret], now), name)
    }
  })

  test('a shared token is compared completely, in its place', ({ assert }) => {
    const config = { place: 'header', name: 'X-Token' } as never
    const verify = (headers: Record<string, string>) =>
      token.verify(request('', headers), config, ['correct-horse'], 0)
    assert.deepEqual(verify({ 'x-token': 'correct-horse' }), { message: null })
    assert.isNotNull(verify({ 'x-token': 'Bearer correct-horse' }))
    assert.isNull(verify({ 'x-token': 'correct-hors' }))
    assert.isNull(verify({}))
  })
})
