// onOneDatabase: no database takes part
import { test } from '@japa/runner'
import { isMask, mask, MASK, redact, redactStart } from '../index.js'

test.group('Redaction', () => {
  test('values under secret names are masked at any depth', ({ assert }) => {
    const shown = redact({
      headers: {
        Authorization: 'Bearer abc',
        'X-API-Key': 'k',
        'Set-Cookie': 'sid=1',
        Accept: 'a',
      },
      body: [
        { userPassword: 'p', client_secret: { nested: 's' }, accessToken: 'deep', name: 'Ada' },
      ],
      tokenType: 'Bearer',
      tokenUrl: 'https://id.example/token',
      passwordExpiresAt: '2030',
      hasSecret: true,
      apiKey: null,
      count: 3,
    })
    assert.deepEqual(shown as unknown, {
      headers: { Authorization: MASK, 'X-API-Key': MASK, 'Set-Cookie': MASK, Accept: 'a' },
      body: [{ userPassword: MASK, client_secret: MASK, accessToken: MASK, name: 'Ada' }],
      tokenType: 'Bearer',
      tokenUrl: 'https://id.example/token',
      passwordExpiresAt: '2030',
      hasSecret: true,
      apiKey: null,
      count: 3,
    })
  })

  test('known secrets are masked at any place and in any form', ({ assert }) => {
    const secret = 'p@ss "word"/1'
    const texts = [
      `echo ${secret} end`,
      `q=${encodeURIComponent(secret)}`,
      JSON.stringify({ note: secret }),
      Buffer.from(secret).toString('base64'),
    ]
    for (const text of redact(texts, [secret])) {
      assert.include(text, MASK)
      assert.notInclude(text, 'word')
    }
    // Red when one alphabet of base64 is left out; the text above has no letter that differs.
    for (const alphabet of ['base64', 'base64url'] as const) {
      const encoded = Buffer.from('>>>???>>>').toString(alphabet)
      assert.equal(redact(`x ${encoded} y`, ['>>>???>>>']), `x ${MASK} y`)
    }
    assert.deepEqual(redact({ note: 'abc' }, ['']), { note: 'abc' })
  })

  // Red when names or short secrets are not masked.
  test('also in names, and at any length', ({ assert }) => {
    assert.deepEqual(redact({ 'id-s3cret': { s3cret: 1 } }, ['s3cret']) as object, {
      [`id-${MASK}`]: { [MASK]: 1 },
    })
    const text = 'pin x7q, x7q1 is none, ?k=x7q&b=1'
    assert.equal(redact(text, ['x7q']), `pin ${MASK}, x7q1 is none, ?k=${MASK}&b=1`)
    assert.deepEqual(redact({ x7q: ['x7q'] }, ['x7q']) as object, { [MASK]: [MASK] })
  })

  test('a secret that contains another one is masked completely', ({ assert }) => {
    assert.equal(redact('id.abcd.tail', ['abcd', 'abcd.tail']), `id.${MASK}`)
  })

  // Red when secrets are masked one after the other: a masked one hides the overlapping one.
  test('overlapping secrets are masked completely', ({ assert }) => {
    assert.equal(redact('xx QQQQQQQQs3cr3t yy', ['s3cr3t', 'QQQQQQQQs3']), `xx ${MASK} yy`)
    assert.equal(redact('s3cr3tQQQQQQQQ', ['s3cr3t', 'r3tQQQQQQQQ']), MASK)
    assert.equal(redact('abcabcabcab.', ['abcabcab']), `${MASK}.`)
  })

  // Red when only the kept part is searched, or a secret at its end stays.
  test('the start of a text contains no start of a secret', ({ assert }) => {
    const text = `${'s3cr3t'.repeat(20)} behind`
    for (let chars = 0; chars <= text.length; chars++) {
      const whole = Math.ceil(Math.min(chars, 120) / 6)
      const rest = text.slice(120, chars)
      assert.equal(redactStart(text, chars, ['s3cr3t']), MASK.repeat(whole) + rest)
    }
  })

  test('pairs inside texts are masked, also in truncated JSON', ({ assert }) => {
    assert.equal(
      redact('grant_type=client_credentials&client_secret=s3cr3t&scope=a'),
      `grant_type=client_credentials&client_secret=${MASK}&scope=a`
    )
    assert.equal(
      redact('https://x.example/?api_key=s3cr3t&page=2'),
      `https://x.example/?api_key=${MASK}&page=2`
    )
    assert.equal(
      redact('{"id":1,"access_token":"s3cr\\"3t","x":"y"}'),
      `{"id":1,"access_token":"${MASK}","x":"y"}`
    )
    assert.equal(redact('{"id":1,"password":"s3cr'), `{"id":1,"password":"${MASK}"`)
    assert.equal(redact('sent Authorization: Bearer s3cr3t'), `sent Authorization: ${MASK} ${MASK}`)
    assert.equal(redact('he said Basic dXNlcjpwYXNz twice'), `he said Basic ${MASK} twice`)
  })

  // Red when the value under a name ends at its first space, comma or bracket.
  test('objects and lists under secret names are masked completely in texts', ({ assert }) => {
    assert.equal(
      redact('x {"credentials":{"user":"a}","value":["N"]},"tokens": ["ARR"],"id":1}'),
      `x {"credentials":${MASK},"tokens": ${MASK},"id":1}`
    )
    const inner = JSON.stringify({ password: 'a"b', id: 1 })
    assert.equal(
      redact(JSON.stringify({ inner })),
      String.raw`{"inner":"{\"password\":${MASK},\"id\":1}"}`
    )
    assert.equal(redact('{"id":1,"token":{"a":"b'), `{"id":1,"token":${MASK}`)
    const open = '{"token":[{'.repeat(200_000)
    assert.equal(redact(open), `{"token":${MASK}`)
  })

  test('a word after "Basic" or "Bearer" that is no credential stays', ({ assert }) => {
    for (const text of ['Echo basic answered 200', 'a bearer Document', 'Basic system']) {
      assert.equal(redact(text), text)
    }
    assert.equal(redact('got Bearer abcdefgh12'), `got Bearer ${MASK}`)
    assert.equal(redact('Bearer abcd'), `Bearer ${MASK}`)
    assert.equal(redact('{"X-Own":"Basic abcd"}'), `{"X-Own":"Basic ${MASK}"}`)
  })

  // Quadratic time would be minutes.
  test('long texts cost linear time', ({ assert }) => {
    const text = 'a'.repeat(2_000_000)
    assert.equal(redact(`${text} password=s3cr3t`), `${text} password=${MASK}`)
  })

  test('the input is unchanged; cycles, bytes and dates are handled', ({ assert }) => {
    const at = new Date(0)
    const value: Record<string, unknown> = { token: 'abc', file: Buffer.from('12345'), at }
    value.self = value
    const shown = redact(value)
    assert.deepEqual(shown, { token: MASK, file: '[5 bytes]', at, self: '[not shown]' })
    assert.equal(value.token, 'abc')
    const shared = { a: 1 }
    assert.deepEqual(redact([shared, shared]), [{ a: 1 }, { a: 1 }])
  })
})

test.group('Write-only mask', () => {
  test('shows whether a secret is set', ({ assert }) => {
    assert.equal(mask('hunter2'), MASK)
    assert.isNull(mask(''))
    assert.isNull(mask(undefined))
    assert.isTrue(isMask(mask('x')))
  })
})
