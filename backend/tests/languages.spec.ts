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
import { operation, type Input } from '@crossdock/kernel/http'
import { plainName } from '@crossdock/kernel/shapes'
import { text } from '@crossdock/kernel/ground'
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

/** A plugin with German translations: for sentences of other domains, and for its own. */
const german = definePlugin({
  name: 'german',
  version: '1.0.0',
  compatibility: '^0.1',
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

  test('a refusal is in the language of its reader', async ({ assert }) => {
    const reply = await ask('de-AT, en;q=0.5', 'GET', '/api/assets/missing')
    assert.equal(reply.status, 404)
    assert.equal(reply.body.message, 'Eine Datei mit der Id „missing“ gibt es nicht.')
    assert.equal(reply.body.detail, reply.body.message)
    assert.deepEqual(reply.body.params, { id: 'missing' })
    assert.equal(reply.headers.get('content-language'), 'de')
    assert.include(reply.headers.get('vary'), 'Accept-Language')
  })

  test('readers who prefer English or an uninstalled language get English', async ({ assert }) => {
    for (const language of ['en, de;q=0.5', 'fr', '*', 'de;q=0', '', 'x'.repeat(2000)]) {
      const reply = await ask(language, 'GET', '/api/assets/missing')
      assert.equal(reply.body.message, 'There is no asset with the id "missing".', language)
      assert.isNull(reply.headers.get('content-language'))
      assert.include(reply.headers.get('vary'), 'Accept-Language')
    }
  })

  test('untranslated sentences are English', async ({ assert }) => {
    const reply = await ask('nl', 'GET', '/api/activity?filter={"nothing":1}')
    assert.equal(reply.status, 400)
    assert.match(reply.body.message, /^Unknown filter "nothing"\./)
    assert.isNull(reply.headers.get('content-language'))
  })

  // Red when FieldErrors passes on sentences that Vine has already filled in (without `unfilled`), or arguments
  // without a placeholder in their sentence.
  test('validation errors contain their parts, and are translated one by one', async ({
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

  // Red when the transformer shows the stored text, or does not check whether the payload is valid.
  test('the feed is in the language of its reader, from stored payloads', async ({ assert }) => {
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
    // Entries of another version with a different payload, and of a removed plugin.
    const stored = { tenant_id: acme.id, created_at: now() }
    await asOperator('entries of other versions', () =>
      unscoped()
        .table('activity_logs')
        .multiInsert([
          { ...stored, id: newId(), event_type: 'label_saved', action: 'Labelled', metadata: '{}' },
          { ...stored, id: newId(), event_type: 'gone', action: 'Went', metadata: '{}' },
        ])
    )
    const feed = async (language: string, path = '/api/activity') => {
      const reply = await app.call<{ action: string }[]>('GET', path, {
        as: acme.admin,
        headers: { 'accept-language': language },
      })
      return { ...reply, actions: reply.body.map(({ action }) => action) }
    }
    const english = ['Labelled', 'Went', 'Saved the label {label}', 'Created folder Zoll']
    await until('the entries', async () => {
      const { actions } = await feed('en')
      return english.every((action) => actions.includes(action))
    })
    const german = ['Labelled', 'Went', 'Etikett {label} gespeichert', 'Ordner Zoll angelegt']
    for (const path of ['/api/activity', '/api/dashboard/activity']) {
      const reply = await feed('de', path)
      assert.includeMembers(reply.actions, german)
      assert.notInclude(reply.actions, 'Created folder Zoll')
      assert.equal(reply.headers.get('content-language'), 'de')
      assert.include(reply.headers.get('vary'), 'Accept-Language')
    }
    const found = await feed('de', '/api/activity?search=created+folder+zoll')
    assert.deepEqual(found.actions, ['Ordner Zoll angelegt'])
  })

  // Red when Reader writes headers after the head was sent: the end would never arrive.
  test('a stream ends with a reason in the language of its reader', async ({ assert }) => {
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

  // Red when fill() replaces inside already filled values.
  test('braces in a value stay unchanged', async ({ assert }) => {
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
