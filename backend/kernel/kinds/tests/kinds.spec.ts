import { test } from '@japa/runner'
import vine from '@vinejs/vine'
import { anything } from '@crossdock/kernel/shapes'
import { english } from '@crossdock/kernel/ground'
import { contribute, extensionPoint } from '@crossdock/kernel/plugin'
import {
  address,
  addressesIn,
  checkConfig,
  maskConfig,
  openConfig,
  part,
  reference,
  schemaOf,
  sealConfig,
  readableConfig,
  rotateConfig,
  secret,
  type Kind,
} from '../index.js'
import { partOf } from '../schema.js'
import { MASK, Secrets, secrets } from '@crossdock/kernel/secrets'

const keys = ['a key of thirty-two characters..', 'another key, also long enough...'] as const

const mailbox = {
  label: 'Mailbox',
  description: 'Reads mail',
  config: vine.create({
    host: part(vine.string().minLength(1), { title: 'Host' }),
    port: vine.number({ strict: true }).withoutDecimals().range([1, 65_535]).optional(),
    password: secret({ title: 'Password' }),
    folderId: reference('assets', { title: 'Folder' }),
    headers: vine.record(secret({ title: 'Value' })).optional(),
    accounts: vine
      .array(vine.object({ name: vine.string(), token: secret({ title: 'Token' }) }))
      .optional(),
  }),
} satisfies Kind

const row = 'things:1'
const seal = (config: object, stored: unknown = {}) => sealConfig(mailbox, config, stored, row)

test.group('Kinds: validation', (group) => {
  group.each.setup(() => secrets.provide(new Secrets(keys[0])))

  test('a valid configuration is returned as the schema defines it', async ({ assert }) => {
    const given = { host: 'mail.example', port: 993, password: 's3cret' }
    assert.deepEqual(await checkConfig(mailbox, given, 'config'), { config: given })
  })

  // Red when every part is checked: the errors then name all of them.
  test('a configuration with too many parts is refused as a whole', async ({ assert }) => {
    const labels = Object.fromEntries(Array.from({ length: 5_001 }, (_, n) => [`l${n}`, 1]))
    const { errors } = await checkConfig(mailbox, { labels }, 'config')
    assert.lengthOf(errors ?? [], 1)
    assert.deepInclude(errors?.[0], { field: 'config', rule: 'maxLength' })
  })

  // Red when parts are counted before JSON is parsed (tens of thousands of secrets would be sealed), or secrets
  // are not counted.
  test('JSON in a text counts with its parts and secrets', async ({ assert }) => {
    const read = (given: unknown) => (typeof given === 'string' ? JSON.parse(given) : given)
    const headers = vine.record(secret({ title: 'Value' })).parse(read)
    const config = vine.create({ headers, rest: vine.record(anything()).parse(read).optional() })
    const many = (count: number) =>
      JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, n) => [`l${n}`, 'x'])))
    const sentence = async (given: object) => {
      const { errors } = await checkConfig({ ...mailbox, config }, given, 'auth')
      return errors?.map(({ field, text }) => [field, english(text)])
    }
    assert.isUndefined(await sentence({ headers: many(100), rest: many(4_000) }))
    assert.deepEqual(await sentence({ headers: many(101) }), [
      ['auth', 'A configuration holds at most 100 secrets.'],
    ])
    assert.deepEqual(await sentence({ headers: '{}', rest: many(5_000) }), [
      ['auth', 'A configuration has at most 5000 parts.'],
    ])
  })

  // Red when every error is reported: the message of one names all the others.
  test('only the first of very many errors are reported', async ({ assert }) => {
    const many = Object.fromEntries(Array.from({ length: 4_000 }, (_, n) => [`l${n}`, 1]))
    const { errors } = await checkConfig(mailbox, { host: 'a', ...many }, 'config')
    assert.lengthOf(errors ?? [], 20)
    // Red when the validator continues after them.
    let checkedCount = 0
    const value = vine.string().parse((given) => (checkedCount++, given))
    const config = vine.create({ rest: vine.record(value) })
    await checkConfig({ ...mailbox, config }, { rest: many }, 'config')
    assert.equal(checkedCount, 20)
  })

  test('an unknown name is refused at its place, never dropped', async ({ assert }) => {
    const given = { host: 'a', hots: 'b', accounts: [{ name: 'x', tokne: 'y' }] }
    const { errors } = await checkConfig(mailbox, given, 'steps.0.config')
    assert.deepEqual(
      errors?.map(({ field, rule }) => [field, rule]),
      [
        ['steps.0.config.hots', 'unknown'],
        ['steps.0.config.accounts.0.tokne', 'unknown'],
      ]
    )
  })

  test('an error has the full path of its field', async ({ assert }) => {
    const { errors } = await checkConfig(mailbox, { host: 'a', port: 0 }, 'config')
    assert.deepEqual(
      errors?.map(({ field }) => field),
      ['config.port']
    )
  })

  // Red when null is passed on: Vine accepts it for every part with texts.
  test('null means not set: a required part is then missing', async ({ assert }) => {
    const { errors } = await checkConfig(mailbox, { host: null, port: null }, 'config')
    assert.deepEqual(
      errors?.map(({ field, rule }) => [field, rule]),
      [['config.host', 'required']]
    )
    // Red when an emptied form field becomes a secret: it would then be shown as set.
    for (const password of [null, '']) {
      const given = { host: 'a', password, headers: { one: password } }
      assert.deepEqual(await checkConfig(mailbox, given, 'config'), {
        config: { host: 'a', headers: {} },
      })
    }
    // Red when null is passed on in maps and lists, or is dropped from a map of arbitrary values.
    const accounts = [{ name: 'ops', token: null }]
    assert.deepEqual(await checkConfig(mailbox, { host: 'a', accounts }, 'config'), {
      config: { host: 'a', accounts: [{ name: 'ops' }] },
    })
    const loose = { ...mailbox, config: vine.create({ rest: vine.record(anything()) }) }
    const given = { rest: { gone: null } }
    assert.deepEqual(await checkConfig(loose, given, 'config'), { config: given })
  })

  // Red when it is stored as sent: it could not be opened, and might belong to another row.
  test('a client cannot send a sealed value', async ({ assert }) => {
    const loose = { ...mailbox, config: vine.create({ rest: vine.any() }) }
    const { errors } = await checkConfig(loose, { rest: [{ $sealed: 's1.x' }] }, 'config')
    assert.deepEqual(
      errors?.map(({ field }) => field),
      ['config.rest.0.$sealed']
    )
  })

  for (const given of [null, undefined, 5, 'text', [], [1], { host: { a: 1 } }, { accounts: 5 }]) {
    test(`${JSON.stringify(given)} is refused without an exception`, async ({ assert }) => {
      const { errors } = await checkConfig(mailbox, given, 'config')
      assert.isNotEmpty(errors)
    })
  }
})

test.group('Kinds: secrets', (group) => {
  group.each.setup(() => secrets.provide(new Secrets(keys[0])))

  test('secrets of the schema are not readable in storage, and can be opened', ({ assert }) => {
    const config = {
      host: 'mail.example',
      password: 'pa55',
      headers: { 'X-Key': 'h3ader' },
      accounts: [{ name: 'ops', token: 't0ken' }],
    }
    const stored = seal(config)
    const text = JSON.stringify(stored)
    // Each is red when that way through the schema is left out: property, map, list.
    for (const plain of ['pa55', 'h3ader', 't0ken']) assert.notInclude(text, plain)
    assert.include(text, 'mail.example')
    assert.deepEqual(openConfig(stored, row), config)
  })

  test('a secret is shown as the mask, and the mask sent back keeps the secret', ({ assert }) => {
    const stored = seal({ host: 'a', password: 'pa55', headers: { one: '1', two: '2' } })
    const shown = maskConfig(stored) as Record<string, object>
    assert.deepEqual(shown, { host: 'a', password: MASK, headers: { one: MASK, two: MASK } })
    const kept = seal({ ...shown, host: 'b', headers: { two: MASK } }, stored)
    assert.deepEqual(openConfig(kept, row), { host: 'b', password: 'pa55', headers: { two: '2' } })
  })

  // Red when masks are only looked up in objects: the secrets of a list would be lost.
  test('the mask sent back keeps the secrets of a list, each at its place', ({ assert }) => {
    const accounts = [
      { name: 'ops', token: 't0ken' },
      { name: 'gate', token: 'other' },
    ]
    const stored = seal({ host: 'a', accounts })
    const kept = seal(maskConfig(stored) as object, stored)
    assert.deepEqual(openConfig(kept, row), { host: 'a', accounts })
  })

  // Red when a mask is looked up by an inherited name, or is dropped where nothing is secret.
  // Red when isSealed() accepts further keys next to the seal, partOf() finds prototype members, or nothing is
  // sealed.
  test('only an exact seal counts, only own parts are known, and an empty secret is no secret', ({
    assert,
  }) => {
    const more = { password: { $sealed: 'v1.x', more: 1 } }
    assert.deepEqual(maskConfig(more), more)
    const named = { headers: { constructor: 's3cret', toString: 'other' } }
    assert.deepEqual(maskConfig(seal(named)), { headers: { constructor: MASK, toString: MASK } })
    const writeOnly = { writeOnly: true }
    const open = { properties: {}, additionalProperties: writeOnly }
    assert.equal(partOf(open, 'toString'), writeOnly)
    assert.deepEqual(seal({ toString: 'plain', password: '' }), { toString: 'plain', password: '' })
  })

  test('a mask without a stored secret is dropped, and is plain text outside of secrets', ({
    assert,
  }) => {
    assert.deepEqual(seal({ host: 'a', password: MASK }), { host: 'a' })
    const headers = { constructor: MASK, toString: MASK }
    assert.deepEqual(seal({ host: 'a', headers }, seal({ host: 'a', headers: {} })), {
      host: 'a',
      headers: {},
    })
    assert.deepEqual(seal({ host: MASK }, { host: 'a' }), { host: MASK })
  })

  // Red when parts are sealed without their row.
  test('a secret of one row cannot be opened for another', ({ assert }) => {
    const stored = seal({ host: 'a', password: 'pa55' })
    assert.throws(() => openConfig(stored, 'things:2'), /does not open/)
  })

  test('a secret stays hidden when a later schema no longer marks it', ({ assert }) => {
    const later = {
      config: vine.create({ host: vine.string(), password: vine.string().optional() }),
    }
    const stored = seal({ host: 'a', password: 'pa55' })
    assert.deepEqual(maskConfig(stored), { host: 'a', password: MASK })
    const again = sealConfig(later, { host: 'a', password: MASK }, stored, row)
    assert.deepEqual(openConfig(again, row), { host: 'a', password: 'pa55' })
  })

  test('rotation replaces a former key, and a secret with a lost key reads as not set', ({
    assert,
  }) => {
    const stored = seal({ host: 'a', password: 'pa55' })
    assert.isUndefined(rotateConfig(stored, row))
    secrets.provide(new Secrets(keys[1], [keys[0]]))
    const rotated = rotateConfig(stored, row)
    secrets.provide(new Secrets(keys[1]))
    assert.deepEqual(openConfig(rotated, row), { host: 'a', password: 'pa55' })
    assert.throws(() => openConfig(stored, row), /APP_KEY_PREVIOUS/)
    assert.deepEqual(readableConfig(stored, row), { host: 'a' })
  })
})

test.group('Kinds: addresses of a configuration', () => {
  const kind = (config: Kind['config']) => ({ ...mailbox, config })
  const host = () => address(vine.string(), { title: 'Host' })
  const key = () => secret({ title: 'Key' })

  // Red when marked() skips lists and maps, or the path of an address is left out.
  test('addresses count at any depth, each with its path', ({ assert }) => {
    const hosts = kind(
      vine.create({
        list: vine.array(vine.object({ host: host(), key: key() })),
        map: vine.record(vine.object({ host: host(), key: key() })),
      })
    )
    const leading = (list: string, map: string) =>
      addressesIn(hosts, {
        list: [{ host: list, key: MASK }],
        map: { a: { host: map, key: MASK } },
      })
    const texts = [leading('a', 'b'), leading('c', 'b'), leading('a', 'c'), leading('b', 'a')]
    assert.lengthOf(new Set(texts), 4)
    assert.equal(leading('a', 'b'), texts[0])
  })

  // Red when a mask counts as an address: setting a secret would look like another address.
  test('without marked addresses every part that is not secret counts', ({ assert }) => {
    const plain = addressesIn(mailbox, { host: 'a' })
    assert.equal(addressesIn(mailbox, { host: 'a', password: MASK }), plain)
    assert.notEqual(addressesIn(mailbox, { host: 'a', port: 1 }), plain)
  })
})

test.group('Kinds: schemas for forms', () => {
  test('the schema marks secrets and references', ({ assert }) => {
    const { properties, required } = schemaOf(mailbox)
    assert.deepEqual(required, ['host'])
    assert.isTrue(properties?.password?.writeOnly)
    assert.equal(properties?.folderId?.['x-resource'], 'assets')
    assert.equal(properties?.host?.title, 'Host')
  })

  // Red when the schema lists all values for true and false: the form would offer a choice of nine.
  test('a boolean is a boolean in the form, strict or not', ({ assert }) => {
    const config = vine.create({
      loose: vine.boolean().optional(),
      strict: vine.boolean({ strict: true }),
    })
    const { properties } = schemaOf({ config })
    assert.deepEqual(properties, { loose: { type: 'boolean' }, strict: { type: 'boolean' } })
  })

  test('an extension point of kinds stores each under its name', async ({ assert }) => {
    const point = extensionPoint<Kind>('tests.kinds')
    await contribute(point, (kinds) => kinds.add('mailbox', mailbox)).fill('post')
    assert.strictEqual(point.get('mailbox'), mailbox)
  })
})
