import { test } from '@japa/runner'
import vine from '@vinejs/vine'
import { anything, english } from '@crossdock/kernel/http'
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
} from '../index.js'
import { partOf } from '../schema.js'
import { readableConfig, rotateConfig, secret, type Kind } from '../index.js'
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

test.group('Kinds: what is accepted', (group) => {
  group.each.setup(() => secrets.provide(new Secrets(keys[0])))

  test('a configuration that fits comes back as the schema gives it', async ({ assert }) => {
    const given = { host: 'mail.example', port: 993, password: 's3cret' }
    assert.deepEqual(await checkConfig(mailbox, given, 'config'), { config: given })
  })

  // Red when every one of them is checked: the answer then names them all.
  test('one of very many parts is refused as a whole', async ({ assert }) => {
    const labels = Object.fromEntries(Array.from({ length: 5_001 }, (_, n) => [`l${n}`, 1]))
    const { errors } = await checkConfig(mailbox, { labels }, 'config')
    assert.lengthOf(errors ?? [], 1)
    assert.deepInclude(errors?.[0], { field: 'config', rule: 'maxLength' })
  })

  // Red when parts are counted before JSON is read (each secret of tens of thousands is then sealed), or secrets are not.
  test('JSON in a text counts as what it says, secrets most of all', async ({ assert }) => {
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

  // Red when each is told: the sentence of one names all there are.
  test('of very many things that are wrong the first are told', async ({ assert }) => {
    const many = Object.fromEntries(Array.from({ length: 4_000 }, (_, n) => [`l${n}`, 1]))
    const { errors } = await checkConfig(mailbox, { host: 'a', ...many }, 'config')
    assert.lengthOf(errors ?? [], 20)
    // Red when the validator goes on behind them.
    let looked = 0
    const value = vine.string().parse((given) => (looked++, given))
    const config = vine.create({ rest: vine.record(value) })
    await checkConfig({ ...mailbox, config }, { rest: many }, 'config')
    assert.equal(looked, 20)
  })

  test('a name it does not know is refused at its place, never dropped', async ({ assert }) => {
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

  test('what is wrong is named below where it stood', async ({ assert }) => {
    const { errors } = await checkConfig(mailbox, { host: 'a', port: 0 }, 'config')
    assert.deepEqual(
      errors?.map(({ field }) => field),
      ['config.port']
    )
  })

  // Red when null is passed on: Vine takes it for every part that has words.
  test('null is a part that is not set: one that must be there is missing', async ({ assert }) => {
    const { errors } = await checkConfig(mailbox, { host: null, port: null }, 'config')
    assert.deepEqual(
      errors?.map(({ field, rule }) => [field, rule]),
      [['config.host', 'required']]
    )
    // Red when an emptied field of a form is a secret: one is set then, by the mask that is shown.
    for (const password of [null, '']) {
      const given = { host: 'a', password, headers: { one: password } }
      assert.deepEqual(await checkConfig(mailbox, given, 'config'), {
        config: { host: 'a', headers: {} },
      })
    }
    // Red when maps and lists are passed on, or null is left out of a map of anything.
    const accounts = [{ name: 'ops', token: null }]
    assert.deepEqual(await checkConfig(mailbox, { host: 'a', accounts }, 'config'), {
      config: { host: 'a', accounts: [{ name: 'ops' }] },
    })
    const loose = { ...mailbox, config: vine.create({ rest: vine.record(anything()) }) }
    const given = { rest: { gone: null } }
    assert.deepEqual(await checkConfig(loose, given, 'config'), { config: given })
  })

  // Red when it is stored as it came: nobody could open it, and it might be another row's.
  test('nobody can send what is sealed', async ({ assert }) => {
    const loose = { ...mailbox, config: vine.create({ rest: vine.any() }) }
    const { errors } = await checkConfig(loose, { rest: [{ $sealed: 's1.x' }] }, 'config')
    assert.deepEqual(
      errors?.map(({ field }) => field),
      ['config.rest.0.$sealed']
    )
  })

  for (const given of [null, undefined, 5, 'text', [], [1], { host: { a: 1 } }, { accounts: 5 }]) {
    test(`${JSON.stringify(given)} is refused, not taken apart`, async ({ assert }) => {
      const { errors } = await checkConfig(mailbox, given, 'config')
      assert.isNotEmpty(errors)
    })
  }
})

test.group('Kinds: secrets', (group) => {
  group.each.setup(() => secrets.provide(new Secrets(keys[0])))

  test('what is secret by the schema is nowhere in what is stored, and opens again', ({
    assert,
  }) => {
    const config = {
      host: 'mail.example',
      password: 'pa55',
      headers: { 'X-Key': 'h3ader' },
      accounts: [{ name: 'ops', token: 't0ken' }],
    }
    const stored = seal(config)
    const text = JSON.stringify(stored)
    // Each red when that way through the schema is left out: property, map, list.
    for (const plain of ['pa55', 'h3ader', 't0ken']) assert.notInclude(text, plain)
    assert.include(text, 'mail.example')
    assert.deepEqual(openConfig(stored, row), config)
  })

  test('it is shown as the mask, and the mask sent back keeps it', ({ assert }) => {
    const stored = seal({ host: 'a', password: 'pa55', headers: { one: '1', two: '2' } })
    const shown = maskConfig(stored) as Record<string, object>
    assert.deepEqual(shown, { host: 'a', password: MASK, headers: { one: MASK, two: MASK } })
    const kept = seal({ ...shown, host: 'b', headers: { two: MASK } }, stored)
    assert.deepEqual(openConfig(kept, row), { host: 'b', password: 'pa55', headers: { two: '2' } })
  })

  // Red when masks are looked up in objects alone: the secrets of a list would be gone.
  test('the mask sent back keeps the secrets of a list, each at its place', ({ assert }) => {
    const accounts = [
      { name: 'ops', token: 't0ken' },
      { name: 'gate', token: 'other' },
    ]
    const stored = seal({ host: 'a', accounts })
    const kept = seal(maskConfig(stored) as object, stored)
    assert.deepEqual(openConfig(kept, row), { host: 'a', accounts })
  })

  // Red when a mask is looked up by any name objects have, or is dropped where nothing is secret.
  // Red when isSealed() takes more names for a seal, partOf() looks at prototypes, or nothing is sealed.
  test('only a whole seal is one, only own parts are known, and an empty secret is none', ({
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

  test('a mask of nothing is nothing, and a text where no secret is', ({ assert }) => {
    assert.deepEqual(seal({ host: 'a', password: MASK }), { host: 'a' })
    const headers = { constructor: MASK, toString: MASK }
    assert.deepEqual(seal({ host: 'a', headers }, seal({ host: 'a', headers: {} })), {
      host: 'a',
      headers: {},
    })
    assert.deepEqual(seal({ host: MASK }, { host: 'a' }), { host: MASK })
  })

  // Red when parts are sealed without the row they belong to.
  test('what was stored for one row does not open for another', ({ assert }) => {
    const stored = seal({ host: 'a', password: 'pa55' })
    assert.throws(() => openConfig(stored, 'things:2'), /does not open/)
  })

  test('a part that is no longer secret by a later schema stays hidden', ({ assert }) => {
    const later = {
      config: vine.create({ host: vine.string(), password: vine.string().optional() }),
    }
    const stored = seal({ host: 'a', password: 'pa55' })
    assert.deepEqual(maskConfig(stored), { host: 'a', password: MASK })
    const again = sealConfig(later, { host: 'a', password: MASK }, stored, row)
    assert.deepEqual(openConfig(again, row), { host: 'a', password: 'pa55' })
  })

  test('a former key is left behind by rotating, and a lost one reads as not set', ({ assert }) => {
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

test.group('Kinds: where a configuration leads', () => {
  const kind = (config: Kind['config']) => ({ ...mailbox, config })
  const host = () => address(vine.string(), { title: 'Host' })
  const key = () => secret({ title: 'Key' })

  // Red when marked() does not go into lists and maps, or the place of an address is left out.
  test('addresses count wherever they stand, and at their place', ({ assert }) => {
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

  // Red when a mask is taken for an address: whether a secret is set would count as a move.
  test('where none is marked all that is not secret counts', ({ assert }) => {
    const plain = addressesIn(mailbox, { host: 'a' })
    assert.equal(addressesIn(mailbox, { host: 'a', password: MASK }), plain)
    assert.notEqual(addressesIn(mailbox, { host: 'a', port: 1 }), plain)
  })
})

test.group('Kinds: what forms are drawn from', () => {
  test('the schema says what is secret and what another object', ({ assert }) => {
    const { properties, required } = schemaOf(mailbox)
    assert.deepEqual(required, ['host'])
    assert.isTrue(properties?.password?.writeOnly)
    assert.equal(properties?.folderId?.['x-resource'], 'assets')
    assert.equal(properties?.host?.title, 'Host')
  })

  // Red when the schema lists what may stand for true and false: the form draws a choice of nine.
  test('a boolean is one to the form, strict or not', ({ assert }) => {
    const config = vine.create({
      loose: vine.boolean().optional(),
      strict: vine.boolean({ strict: true }),
    })
    const { properties } = schemaOf({ config })
    assert.deepEqual(properties, { loose: { type: 'boolean' }, strict: { type: 'boolean' } })
  })

  test('an extension point of kinds takes each under its name', async ({ assert }) => {
    const point = extensionPoint<Kind>('tests.kinds')
    await contribute(point, (kinds) => kinds.add('mailbox', mailbox)).fill('post')
    assert.strictEqual(point.get('mailbox'), mailbox)
  })
})
