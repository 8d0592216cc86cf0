import { test } from '@japa/runner'
import { bootApp, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { english } from '@crossdock/kernel/ground'
import { parseJson } from '@crossdock/kernel/json'
import { inTenant } from '@crossdock/kernel/tenancy'
import { size } from '@crossdock/kernel/testing'
import { parseTemplate, templateErrors } from '../placeholders/template.js'
import { fillDeep, fillText } from '../placeholders/values.js'
import { ExternalSystem } from '../models/external_system.js'
import { callOf } from './call.js'
import { addEndpoint, connect } from './fixtures.js'
import { Partner } from './partner.js'

const body = {
  'customer name': 'Ann',
  'a.b': 'dotted',
  größe: 7,
  'say "hi"': 'quoted',
  list: ['first', 'second'],
}
const values = callOf({
  values: { steps: { one: { body } }, params: { id: 'I-7', x: 'X', 'my-id': 'M' } },
}).values
const fill = (template: string) => fillText(template, values)

test.group('Templates', () => {
  test('a name with other characters goes in brackets and quotation marks', ({ assert }) => {
    const filled = {
      '{steps.one.body["customer name"]}': 'Ann',
      'to {steps.one.body["a.b"]}!': 'to dotted!',
      '{steps["one"].body["größe"]}': '7',
      '{steps.one.body["gr\\u00f6\\u00dfe"]}': '7',
      '{steps.one.body["say \\"hi\\""]}': 'quoted',
      '{steps.one.body.list[1]}': 'second',
      '{steps.one.body.list.1}': 'second',
      '{params["my-id"]}{my-id}': 'MM',
    }
    for (const [template, expected] of Object.entries(filled)) {
      assert.equal(fill(template), expected)
      assert.deepEqual(templateErrors(template, 'body'), [])
    }
    assert.strictEqual(fillDeep('{steps.one.body["größe"]}', values), 7)
    assert.deepEqual(fillDeep('{steps.one.body.list}', values), ['first', 'second'])
  })

  test('double braces around a name, or around text with a name, become single ones', ({
    assert,
  }) => {
    const filled = {
      'a{{color}}': 'a{color}',
      'query{me{{id}}}': 'query{me{id}}',
      'query{{me{{id}}}}': 'query{me{id}}',
      '{{file.name}}': '{file.name}',
      '{{{x}}}': '{X}',
      '{{{{x}}}}': '{{x}}',
      '{{{{{x}}}}}': '{{X}}',
      '{{{{a {{x}}}}}} {x}': '{{a {x}}} X',
      '{{steps.one.body["a.b"]}}': '{steps.one.body["a.b"]}',
    }
    for (const [template, expected] of Object.entries(filled)) {
      assert.equal(fill(template), expected, template)
      assert.deepEqual(templateErrors(template, 'body'), [])
    }
    assert.equal(fillDeep('{{x}}', values), '{x}')
  })

  // Red when parseTemplate() treats other braces as escapes.
  test('all other braces are sent literally', ({ assert }) => {
    const filled = {
      '{"a":{"b":{x}}}': '{"a":{"b":X}}',
      '{"order":{"id":"{x}","to":{"n":{x}}}}': '{"order":{"id":"X","to":{"n":X}}}',
      'query { me { id } }': 'query { me { id } }',
      'a{color:red}': 'a{color:red}',
      '{{ user.name }}': '{{ user.name }}',
      '{{#each items}}{{/each}}': '{{#each items}}{{/each}}',
      '}}{{ }{ {} {{}} {': '}}{{ }{ {} {{}} {',
      '{x}}': 'X}',
      '{{x}': '{X',
      'ORD{x}': 'ORDX',
      '{a[0]} {"x"} {größe} {a b}': '{a[0]} {"x"} {größe} {a b}',
    }
    for (const [template, expected] of Object.entries(filled)) {
      assert.equal(fill(template), expected, template)
      assert.deepEqual(templateErrors(template, 'body'), [], template)
    }
  })

  // Red when values decide the meaning of a text: a query would get personal data, or a parameter.
  test('a name in a code block is text, and refused if the step has that parameter', ({
    assert,
  }) => {
    for (const text of [
      'query{me{name}}',
      'query { me {name} }',
      'query{viewer{user}}',
      '{a {file}}',
    ])
      assert.equal(fill(text), text)
    for (const text of ['query{me{id}}', 'query { me { x {id} } }'])
      assert.throws(() => fill(text), /\{id\} is text inside of a block.*Write \{params\.id\}/)
    for (const template of ['ORD{number}', '{"q":"ORD{number}"}', '{number}']) {
      assert.throws(() => fill(template), /\{number\} and has none/)
    }
  })

  // Red when only the root is checked: each call would fail, or a GraphQL field be replaced.
  test('a field that files, people or runs never have is refused', ({ assert }) => {
    for (const [text, known] of [
      ['{file.nam}', /after "file\.": name, path,.*metadata/],
      ['a {user.phone}', /after "user\.": email, name/],
      ['{system.x}', /after "system\.": executionId/],
    ] as const) {
      const [refused, ...others] = templateErrors({ a: text }, 'body')
      assert.lengthOf(others, 0)
      assert.equal(refused!.field, 'body.a')
      assert.match(english(refused!.text), known)
    }
    assert.deepEqual(templateErrors('{file.metadata.any} {user.email} {params.x}', 'body'), [])
  })

  test('a misspelled placeholder is refused with the right spelling', ({ assert }) => {
    const refused = {
      '{steps.one.body.customer name}': '{steps.one.body["customer name"]}',
      '{steps.one.body.größe}': '{steps.one.body["größe"]}',
      '{steps.one.body[customer]}': '{steps.one.body.customer}',
      "{steps.one.body['a b']}": '{steps.one.body["a b"]}',
      '{ steps.one.body.id }': '{steps.one.body.id}',
      '{STEPS.one.a b}': '{steps.one["a b"]}',
      '{steps.one.body.}': '{steps.one.body}',
      '{file.name': '{file.name}',
      '{file.metadata.straße.nr}': '{file.metadata["straße"].nr}',
      '{user.}': '{user.name}',
      '{steps.a/b}': '{steps["a/b"]}',
      '{params.order id}': '{params["order id"]}',
      '{variables.lower}': '{variables.LOWER}',
      '{variables.API-KEY}': '{variables.API_KEY}',
      '{variables["API"]}': '{variables.API}',
      '{variables}': '{variables.NAME}',
      '{{steps.one.body.customer name}}': '{steps.one.body["customer name"]}',
    }
    for (const [template, right] of Object.entries(refused)) {
      const [error, ...others] = templateErrors({ a: ['x', `to ${template}`] }, 'body')
      assert.equal(error?.field, 'body.a.1', template)
      assert.include(english(error!.text), right)
      assert.deepEqual(others, [])
      assert.deepEqual(templateErrors(right.replace('NAME', 'API'), 'body'), [])
    }
    const [error] = templateErrors({ '{file.name}': 1 }, 'body')
    assert.include(english(error!.text), 'name of a field')
  })

  // Red when parseTemplate() drops or doubles a brace.
  test('any text keeps its characters, except for doubled braces', ({ assert }) => {
    const pieces = [
      '{',
      '}',
      '{{',
      '}}',
      '{{x}}',
      '{x}',
      'x',
      ' ',
      'query',
      '"',
      '[0]',
      '.',
      ':',
      ...'{}{}',
    ]
    const anyText = () =>
      Array.from(
        { length: Math.floor(Math.random() * 12) },
        () => pieces[Math.floor(Math.random() * pieces.length)]!
      ).join('')
    for (let at = 0; at < size({ quick: 20_000, full: 500_000 }); at++) {
      const template = anyText()
      const { parts, wrong } = parseTemplate(template)
      assert.deepEqual(wrong, [])
      // Apart from braces, the parts have the same characters as the template.
      const written = parts.map((part) => (typeof part === 'string' ? part : part.written)).join('')
      const plain = (text: string) => text.replace(/[{}]/g, '')
      assert.equal(plain(written), plain(template))
      if (!/\{\{/.test(template)) assert.equal(written, template)
      if (!/\{[a-z.]+\}/.test(template)) assert.equal(written, template)
      // With all braces doubled, a template is sent as written.
      const escaped = template.replaceAll('{', '{{').replaceAll('}', '}}')
      const balanced = /^[^{}]*(\{[^{}]*\}[^{}]*)*$/.test(template)
      if (balanced && /^[^{}]*(\{x\}[^{}]*)*$/.test(template)) assert.equal(fill(escaped), template)
    }
    assert.equal(fill('{'.repeat(100_000)).length, 100_000)
    assert.equal(fill('}'.repeat(100_000)).length, 100_000)
    assert.equal(fill('{{a'.repeat(50_000)).length, 150_000)
    assert.equal(fill('a{x'.repeat(50_000)).length, 150_000)
  })

  test('numbers outside the range of a double stay numbers', ({ assert }) => {
    const steps = { one: parseJson('{"id":7615917337495251231}') }
    const { values } = callOf({ values: { steps } })
    assert.equal(fillText('/{steps.one.id}', values), '/7615917337495251231')
    assert.equal(
      JSON.stringify(fillDeep({ a: '{steps.one.id}' }, values)),
      '{"a":7615917337495251231}'
    )
  })
})

test.group('Templates when they are saved', (group) => {
  let app: TestApp
  let acme: TestTenant
  let partner: Partner
  let systemId: string

  group.setup(async () => {
    app = await bootApp({ settings: { EGRESS_ALLOW: ['127.0.0.1/32'] } })
    acme = await app.tenant('acme')
    partner = await Partner.start()
    systemId = (await connect(app, acme.admin, { baseUrl: partner.url })).id
    return async () => {
      await app.stop()
      await partner.stop()
    }
  })

  const wrong = '{steps.one.body.customer name}'
  const right = '{steps.one.body["customer name"]}'

  async function refused(method: string, path: string, body: object) {
    const reply = await app.call<{ errors: { field: string; message: string }[] }>(method, path, {
      as: acme.admin,
      body,
    })
    return reply.status === 422
      ? reply.body.errors.map(({ field, message }) => [field, message])
      : reply
  }

  test('endpoints and steps name the field, the text and its right spelling', async ({
    assert,
  }) => {
    const as = acme.admin
    const { id } = await addEndpoint(app, as, systemId)
    const path = `/api/integrations/endpoints/${id}`
    const sentence = `${wrong} is not a valid placeholder. Write ${right}, or {${right}} for the text itself.`
    const places = {
      path: { path: `/orders/${wrong}` },
      'requestSchema.headers.X-Name': { requestSchema: { headers: { 'X-Name': wrong } } },
      'requestSchema.queryParams.q': { requestSchema: { queryParams: { q: wrong } } },
      'requestSchema.body.a.0': { requestSchema: { body: { a: [`to ${wrong}`] } } },
      'requestSchema.body': { requestSchema: { body: wrong } },
    }
    for (const [field, part] of Object.entries(places)) {
      assert.deepEqual(await refused('PUT', path, part), [[field, sentence]])
      const whole = {
        name: 'A',
        path: '/a',
        method: 'POST',
        endpointType: 'outbound',
        triggers: [],
      }
      const to = `/api/integrations/systems/${systemId}/endpoints`
      assert.deepEqual(await refused('POST', to, { ...whole, ...part }), [[field, sentence]])
    }
    const step = {
      id: 'two',
      type: 'api_call',
      systemId,
      endpointId: id,
      config: { params: { name: wrong } },
    }
    const workflow = { name: 'W', triggerType: 'manual', triggerConfig: {}, steps: [step] }
    assert.deepEqual(await refused('POST', '/api/integrations/workflows', workflow), [
      ['steps.0.config.params.name', sentence],
    ])
  })

  test('variables and systems refuse misspelled placeholders for variables', async ({ assert }) => {
    const path = '/api/environments/production/variables'
    const variable = { name: 'NEXT', value: 'to {variables.api-key}' }
    const sentence =
      '{variables.api-key} is not a valid placeholder for a variable. Write {variables.API_KEY}: capital letters, digits and _.'
    assert.deepEqual(await refused('POST', path, variable), [['value', sentence]])
    const system = {
      name: 'S',
      systemType: 'api',
      authType: 'bearer',
      capabilities: ['send'],
      authConfig: { accessToken: '{variables.api-key}' },
    }
    assert.deepEqual(await refused('POST', '/api/integrations/systems', system), [
      ['authConfig.accessToken', sentence],
    ])
    const based = { ...system, baseUrl: 'https://h.test/{variables.api-key}', authConfig: {} }
    assert.deepEqual(await refused('POST', '/api/integrations/systems', based), [
      ['baseUrl', sentence],
    ])
  })

  // Red when updateSystem() refuses a value that an earlier version stored.
  test('a stored misspelled placeholder may be sent back as read', async ({ assert }) => {
    const as = acme.admin
    const { id } = await connect(app, as, { baseUrl: partner.url })
    const scope = 'to {variables.api-key}'
    await inTenant(acme.id, async () => {
      const system = await ExternalSystem.findOrFail(id)
      await system.merge({ authConfig: { scope } }).save()
    })
    const path = `/api/integrations/systems/${id}`
    const change = (authConfig: object) => refused('PUT', path, { name: 'Renamed', authConfig })
    assert.containSubset(await change({ scope }), { status: 200 })
    assert.deepInclude(await change({ scope, audience: scope }), [
      'authConfig.audience',
      '{variables.api-key} is not a valid placeholder for a variable. Write {variables.API_KEY}: capital letters, digits and _.',
    ])
  })

  test('GraphQL and CSS reach the partner unchanged', async ({ assert }) => {
    const as = acme.admin
    const sent = {
      'query{me{id}}': 'query{me{id}}',
      'query{me{{id}}}': 'query{me{id}}',
      'query{{me{{id}}}}': 'query{me{id}}',
      'a{{color}}': 'a{color}',
    }
    for (const [query, expected] of Object.entries(sent)) {
      const { id } = await addEndpoint(app, as, systemId, { requestSchema: { body: { query } } })
      partner.answersJson({})
      await app.ok('POST', `/api/integrations/endpoints/${id}/test`, { as, body: {} })
      assert.deepEqual(JSON.parse(partner.received[0]!.body.toString()), { query: expected })
    }
  })
})
