import vine from '@vinejs/vine'
import { test } from '@japa/runner'
import { bootApp, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { definePlugin } from '@crossdock/kernel/plugin'
import { operation, plainName, type Input } from '@crossdock/kernel/http'

const body = vine.create({
  label: vine.string().maxLength(5),
  person: vine
    .string()
    .use(plainName({ dotted: false }))
    .optional(),
})

class Labels {
  save(_: Input<typeof body>) {
    return undefined
  }
}

/** A plugin that brings German: for the sentences of others, and for its own. */
const german = definePlugin({
  name: 'german',
  version: '1.0.0',
  compatibility: '^1.0',
  dependsOn: ['assets', 'users'],
  texts: {
    de: async () => ({
      default: {
        'There is no asset with the id "{id}".': 'Eine Datei mit der Id „{id}“ gibt es nicht.',
        '"{name}" exists already in this folder. Choose another name.':
          'In diesem Ordner gibt es „{name}“ schon. Bitte anders nennen.',
        'The {field} field must be defined': 'Das Feld {field} fehlt.',
        'The {field} field must not be greater than {max} characters':
          'Das Feld {field} hat höchstens {max} Zeichen.',
        'The {field} must not hold a web or mail address. After a dot, put a space.':
          'Im Feld {field} darf keine Adresse stehen.',
      },
    }),
  },
  operations: async () => ({
    default: [
      operation(
        'POST /labels',
        { summary: 'A label', body },
        async () => ({ default: Labels }),
        'save'
      ),
    ],
  }),
})

interface Refusal {
  message: string
  detail: string
  params: Record<string, string | number>
  errors: { field: string; message: string; params: Record<string, string | number> }[]
}

test.group('Languages', (group) => {
  let app: TestApp
  let acme: TestTenant
  group.setup(async () => {
    app = await bootApp({ plugins: [german] })
    acme = await app.tenant('acme')
    return () => app.stop()
  })

  const ask = (language: string, method: string, path: string, sent?: object) =>
    app.call<Refusal>(method, path, {
      as: acme.admin,
      headers: { 'accept-language': language },
      ...(sent ? { body: sent } : {}),
    })

  test('a refusal is told in the language of its reader', async ({ assert }) => {
    const reply = await ask('de-AT, en;q=0.5', 'GET', '/api/assets/nowhere')
    assert.equal(reply.status, 404)
    assert.equal(reply.body.message, 'Eine Datei mit der Id „nowhere“ gibt es nicht.')
    assert.equal(reply.body.detail, reply.body.message)
    assert.deepEqual(reply.body.params, { id: 'nowhere' })
    assert.equal(reply.headers.get('content-language'), 'de')
    assert.include(reply.headers.get('vary'), 'Accept-Language')
  })

  test('English is told to those who prefer it, or speak what is not installed', async ({
    assert,
  }) => {
    for (const language of ['en, de;q=0.5', 'fr', '*', 'de;q=0', '', 'x'.repeat(2000)]) {
      const reply = await ask(language, 'GET', '/api/assets/nowhere')
      assert.equal(reply.body.message, 'There is no asset with the id "nowhere".', language)
      assert.isNull(reply.headers.get('content-language'))
      assert.include(reply.headers.get('vary'), 'Accept-Language')
    }
  })

  test('what nobody has translated is English', async ({ assert }) => {
    const reply = await ask('de', 'GET', '/api/activity?filter={"nothing":1}')
    assert.equal(reply.status, 400)
    assert.match(reply.body.message, /^Unknown filter "nothing"\./)
    assert.isNull(reply.headers.get('content-language'))
  })

  // Red when FieldErrors hands on sentences that Vine has filled (`unfilled` left out).
  test('complaints of validators carry their parts, and are translated one by one', async ({
    assert,
  }) => {
    const missing = await ask('de', 'POST', '/api/labels', {})
    assert.equal(missing.status, 422)
    assert.equal(missing.body.message, 'Das Feld label fehlt.')
    const wrong = await ask('de', 'POST', '/api/labels', { label: 'too long', person: 'a.test' })
    assert.containsSubset(wrong.body.errors, [
      {
        field: 'label',
        message: 'Das Feld label hat höchstens 5 Zeichen.',
        params: { field: 'label', max: 5 },
      },
      {
        field: 'person',
        message: 'Im Feld person darf keine Adresse stehen.',
        params: { field: 'person' },
      },
    ])
    const english = await ask('en', 'POST', '/api/labels', { label: 'too long' })
    assert.equal(
      english.body.errors[0]!.message,
      'The label field must not be greater than 5 characters'
    )
    assert.deepEqual(english.body.errors[0]!.params, { field: 'label', max: 5 })
  })

  // Red when fill() goes over what it has filled again.
  test('braces in a value stay what they are', async ({ assert }) => {
    const folder = { name: 'a {name} and {id}', type: 'folder' }
    await app.ok('POST', '/api/assets', { as: acme.admin, body: folder })
    const reply = await ask('de', 'POST', '/api/assets', folder)
    assert.equal(reply.status, 409)
    assert.equal(
      reply.body.message,
      'In diesem Ordner gibt es „a {name} and {id}“ schon. Bitte anders nennen.'
    )
    assert.deepEqual(reply.body.errors[0]!.params, { name: folder.name })
  })
})
