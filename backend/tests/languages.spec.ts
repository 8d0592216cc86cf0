import vine from '@vinejs/vine'
import { test } from '@japa/runner'
import {
  bootApp,
  FeedReader,
  until,
  type TestApp,
  type TestTenant,
} from '@crossdock/backend/testing'
import { definePlugin } from '@crossdock/kernel/plugin'
import { recordEvent, defineEvent } from '@crossdock/kernel/events'
import { operation, plainName, text, type Input } from '@crossdock/kernel/http'
import { newId, now, transaction, unscoped } from '@crossdock/kernel/database'
import { asOperator, inTenant } from '@crossdock/kernel/tenancy'

const body = vine.create({
  label: vine.string().maxLength(5),
  person: vine
    .string()
    .use(plainName({ dotted: false }))
    .optional(),
  kind: vine.enum(['plain', 'secret']).optional(),
})

const labelSaved = defineEvent('label_saved', {
  description: 'A label was saved',
  payload: vine.object({ label: vine.string() }),
  permission: null,
  activity: ({ label }) => text('Saved the label {label}', { label }),
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
  dependsOn: ['assets', 'users', 'system'],
  eventTypes: [labelSaved],
  texts: {
    de: async () => ({
      default: {
        'There is no asset with the id "{id}".': 'Eine Datei mit der Id „{id}“ gibt es nicht.',
        '"{name}" exists already in this folder. Choose another name.':
          'In diesem Ordner gibt es „{name}“ schon. Bitte anders nennen.',
        'Sign in first.': 'Bitte zuerst anmelden.',
        'Saved the label {label}': 'Etikett {label} gespeichert',
        'Created folder {name}': 'Ordner {name} angelegt',
        'The {field} field must be defined.': 'Das Feld {field} fehlt.',
        'The {field} field must not be greater than {max} characters.':
          'Das Feld {field} hat höchstens {max} Zeichen.',
        'The {field} must not hold a web or mail address. After a dot, put a space.':
          'Im Feld {field} darf keine Adresse stehen.',
      },
    }),
    nl: async () => ({ default: { 'Sign in first.': 'Meld u eerst aan.' } }),
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
    const reply = await ask('nl', 'GET', '/api/activity?filter={"nothing":1}')
    assert.equal(reply.status, 400)
    assert.match(reply.body.message, /^Unknown filter "nothing"\./)
    assert.isNull(reply.headers.get('content-language'))
  })

  // Red when FieldErrors hands on sentences that Vine has filled (`unfilled` left out), or arguments of
  // a rule for which its sentence has no place.
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
    const chosen = await ask('en', 'POST', '/api/labels', { label: 'x', kind: 'other' })
    assert.deepEqual(chosen.body.errors[0]!.params, { field: 'kind' })
    const english = await ask('en', 'POST', '/api/labels', { label: 'too long' })
    assert.equal(
      english.body.errors[0]!.message,
      'The label field must not be greater than 5 characters.'
    )
    assert.deepEqual(english.body.errors[0]!.params, { field: 'label', max: 5 })
  })

  // Red when the transformer shows what is stored, or does not look whether the payload fits.
  test('the feed is told in the language of its reader, from what was stored', async ({
    assert,
  }) => {
    await app.ok('POST', '/api/assets', {
      as: acme.admin,
      body: { name: 'Zoll', type: 'folder' },
    })
    await inTenant(acme.id, () =>
      transaction(async () => {
        await recordEvent(labelSaved, {
          target: { type: 'label', id: '1' },
          payload: { label: '{label}' },
        })
      })
    )
    // As a version wrote it whose payload was another one, and a plugin that is gone.
    const stored = { tenant_id: acme.id, created_at: now() }
    await asOperator('entries of other versions', () =>
      unscoped()
        .table('activity_logs')
        .multiInsert([
          { ...stored, id: newId(), event_type: 'label_saved', action: 'Labelled', metadata: '{}' },
          { ...stored, id: newId(), event_type: 'gone', action: 'Went', metadata: '{}' },
        ])
    )
    const told = async (language: string, path = '/api/activity') => {
      const reply = await app.call<{ action: string }[]>('GET', path, {
        as: acme.admin,
        headers: { 'accept-language': language },
      })
      return { ...reply, actions: reply.body.map(({ action }) => action) }
    }
    const english = ['Labelled', 'Went', 'Saved the label {label}', 'Created folder Zoll']
    await until('the entries', async () => {
      const { actions } = await told('en')
      return english.every((action) => actions.includes(action))
    })
    const german = ['Labelled', 'Went', 'Etikett {label} gespeichert', 'Ordner Zoll angelegt']
    for (const path of ['/api/activity', '/api/dashboard/activity']) {
      const reply = await told('de', path)
      assert.includeMembers(reply.actions, german)
      assert.notInclude(reply.actions, 'Created folder Zoll')
      assert.equal(reply.headers.get('content-language'), 'de')
      assert.include(reply.headers.get('vary'), 'Accept-Language')
    }
    const found = await told('de', '/api/activity?search=created+folder+zoll')
    assert.deepEqual(found.actions, ['Ordner Zoll angelegt'])
  })

  // Red when Reader writes headers although the head is out: the end is never told.
  test('a stream says in the language of its reader why it ends', async ({ assert }) => {
    const reader = await FeedReader.open<{ message: string }>(
      app.url,
      '/api/events/stream',
      acme.editor,
      { 'accept-language': 'de' }
    )
    await app.ok('POST', '/api/auth/logout', { as: acme.editor })
    await reader.end()
    const { event, data } = reader.messages.at(-1)!
    assert.equal(event, 'end')
    assert.equal(data.message, 'Bitte zuerst anmelden.')
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
