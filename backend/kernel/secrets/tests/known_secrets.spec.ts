import { test } from '@japa/runner'
import { KnownSecrets, MASK, redact } from '@crossdock/kernel/secrets'
import { parseJson } from '@crossdock/kernel/json'

test.group('Known secrets', () => {
  test('are masked in every form, in names and numbers, at any depth', ({ assert }) => {
    const known = new KnownSecrets(['Top/Secret ü', '7615917337495251231', '12345678'])
    const hex = Buffer.from('Top/Secret ü').toString('hex')
    const forms = ['Top/Secret ü', 'TOP/SECRET Ü', 'top/secret ü', hex, hex.toUpperCase()]
    forms.push('Top%2FSecret%20%C3%BC', 'Top%2FSecret+%C3%BC', 'Top/Secret%20%C3%BC')
    forms.push(Buffer.from('Top/Secret ü').toString('base64'))
    for (const form of forms) {
      assert.equal(known.maskText(`<${form}>`), `<${MASK}>`, form)
      assert.deepEqual(known.mask({ [form]: [form] }), { [MASK]: [MASK] })
    }
    const json = parseJson('{"id":7615917337495251231,"n":12345678,"other":7615917337495251232}')
    assert.equal(
      JSON.stringify(known.mask(json)),
      `{"id":"${MASK}","n":"${MASK}","other":7615917337495251232}`
    )
    const deep = parseJson(`${'['.repeat(400)}"12345678"${']'.repeat(400)}`)
    assert.equal(JSON.stringify(known.mask(deep)), JSON.stringify(redact(deep, known)))
    assert.include(JSON.stringify(known.mask(deep)), `["${MASK}"]`)
  })

  test('that are short are masked as separate words', ({ assert }) => {
    const known = new KnownSecrets(['ab', '42'])
    assert.equal(known.maskText('ab, cab, (ab) 42 420'), `${MASK}, cab, (${MASK}) ${MASK} 420`)
    assert.deepEqual(known.mask([42, 420]), [MASK, 420])
  })

  test('with additional ones are masked together', ({ assert }) => {
    const known = new KnownSecrets(['first-one']).with(['one-second'])
    assert.equal(known.maskText('first-one-second, one-second'), `${MASK}, ${MASK}`)
    assert.equal(known.maskText('a first-one', 4), `a ${MASK}`)
    assert.isTrue(KnownSecrets.none.with([]).isEmpty)
    assert.isFalse(KnownSecrets.none.with(['a']).isEmpty)
  })

  // Red when only listed spellings are searched: .NET, PHP and HTML templates write these.
  test('are masked in escaped form, also escaped twice', ({ assert }) => {
    const secret = `Grün/+="<&'Pass`
    const known = new KnownSecrets([secret])
    const percent = encodeURIComponent(secret).replaceAll("'", '%27')
    const html = secret
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&#39;')
    const bytes = [...Buffer.from(secret)]
    const base64 = Buffer.from('Top/Secret?ü').toString('base64')
    const forms = [
      percent.toLowerCase(),
      encodeURIComponent(percent),
      html,
      html.replace('ü', '&#xFC;').replace('/', '&#47;'),
      bytes.map((byte) => `%${byte.toString(16)}`).join(''),
      JSON.stringify(secret).slice(1, -1).replace('/', '\\/').replace('ü', '\\u00fc'),
      JSON.stringify(JSON.stringify(secret)).slice(3, -3),
      secret.normalize('NFD'),
      Buffer.from(secret).toString('latin1'),
      Buffer.from(secret, 'latin1').toString('base64'),
    ]
    for (const form of forms) assert.equal(known.maskText(`<a ${form}!`), `<a ${MASK}!`, form)
    const encoded = new KnownSecrets([base64])
    const inPercent = base64.replaceAll('/', '%2f').replaceAll('=', '%3d')
    for (const form of [inPercent, base64.replaceAll('/', '\\/')]) {
      assert.equal(encoded.maskText(`${form} %4`), `${MASK} %4`, form)
    }
    assert.equal(known.maskText('%zz &no; \\x 100%'), '%zz &no; \\x 100%')
  })

  // Red when every position is compared with every complete secret: that would take minutes and block the
  // process.
  test('of one letter are found in a long text of that letter', ({ assert }) => {
    const known = new KnownSecrets(['x'.repeat(60_000), 'x'.repeat(12_000), `${'x'.repeat(40)}y`])
    assert.equal(known.maskText('x'.repeat(250_000)), MASK)
    assert.equal(known.maskText('x'.repeat(11_999)), 'x'.repeat(11_999))
    const almost = `y${'x'.repeat(59_999)}`.repeat(4)
    assert.equal(new KnownSecrets([`y${'x'.repeat(60_000)}`]).maskText(almost), almost)
  })

  test('that are long are available separately', ({ assert }) => {
    const known = new KnownSecrets(['4711', 'long-enough']).with(['Ghent', 'fetched-t0ken'])
    const text = '4711 long-enough Ghent fetched-t0ken'
    assert.equal(known.long.maskText(text), `4711 ${MASK} Ghent ${MASK}`)
    assert.equal(known.maskText(text), `${MASK} ${MASK} ${MASK} ${MASK}`)
  })
})
