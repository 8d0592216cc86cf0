import { test } from '@japa/runner'
import { bootApp, until, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { inTenant, tenantTable } from '@crossdock/kernel/tenancy'
import type { Caller } from '@crossdock/kernel/testing'
import { addEndpoint, connect } from './fixtures.js'
import { Partner } from './partner.js'

const secret = 'S3cret-of the+Shop/äö?'
const password = 'Pa55-of-another'
const token = 'fetched-t0ken-1'
const hex = (text: string) => Buffer.from(text).toString('hex')
const base64 = (text: string) => Buffer.from(text).toString('base64')
/** Encodings in which a partner may repeat a secret. */
const formsOf = (text: string) => [
  text,
  text.toLowerCase(),
  text.toUpperCase(),
  encodeURIComponent(text),
  base64(text),
  hex(text),
  hex(text).toUpperCase(),
  JSON.stringify(text).slice(1, -1),
]

test.group('Secrets in the data of calls', (group) => {
  let app: TestApp
  let acme: TestTenant
  let as: Caller
  let partner: Partner

  group.setup(async () => {
    app = await bootApp({ settings: { EGRESS_ALLOW: ['127.0.0.1/32'] } })
    acme = await app.tenant('acme')
    as = acme.admin
    partner = await Partner.start()
    await addSecret('SEC', secret)
    await connect(app, as, {
      name: 'Another',
      authType: 'basic',
      baseUrl: partner.url,
      authConfig: { username: 'shop', password },
    })
    return async () => {
      await app.stop()
      await partner.stop()
    }
  })

  const addSecret = (name: string, value: string) =>
    app.ok<{ id: string }>('POST', '/api/environments/production/variables', {
      as,
      body: { name, value, isSecret: true },
    })

  /** A system without credentials, with one endpoint. */
  async function plain(part: object = {}) {
    const { id: systemId } = await connect(app, as, { baseUrl: partner.url })
    return { systemId, endpointId: (await addEndpoint(app, as, systemId, part)).id }
  }

  async function runOf(steps: object[]) {
    const body = { name: 'Run', triggerType: 'manual', triggerConfig: {}, steps, isActive: true }
    const { id } = await app.ok<{ id: string }>('POST', '/api/integrations/workflows', { as, body })
    const path = `/api/integrations/workflows/${id}/execute`
    const { executionId } = await app.ok<{ executionId: string }>('POST', path, { as, body: {} })
    let run!: { status: string }
    await until('the run to end', async () => {
      run = await app.ok('GET', `/api/flow-executions/${executionId}`, { as })
      return run.status === 'completed' || run.status === 'failed'
    })
    const logs = await app.ok('GET', `/api/integrations/logs?executionId=${executionId}`, { as })
    return { run, shown: JSON.stringify([run, logs]) }
  }

  const step = (
    id: string,
    { systemId, endpointId }: object & { systemId: string; endpointId: string }
  ) => ({
    id,
    type: 'api_call',
    systemId,
    endpointId,
    config: {},
  })

  // Red when makeCall() masks only the secrets of the same call.
  test('a secret that one call sent is masked in the answer of the next', async ({ assert }) => {
    const first = await plain({ requestSchema: { body: { key: '{variables.SEC}' } } })
    const second = await plain()
    partner.answers(({ body }, response) => {
      const isFirst = body.toString().includes('key')
      response.writeHead(200, {
        'Content-Type': 'application/json',
        'X-Repeated': encodeURIComponent(secret),
      })
      const repeated = [...formsOf(secret), ...formsOf(password), base64(`shop:${password}`)]
      response.end(
        JSON.stringify(isFirst ? {} : { repeated, [password]: 1, note: `it is ${secret}.` })
      )
    })
    const { run, shown } = await runOf([step('one', first), step('two', second)])
    assert.equal(run.status, 'completed', shown)
    assert.include(partner.received[0]!.body.toString(), secret)
    for (const form of [...formsOf(secret), ...formsOf(password), base64(`shop:${password}`)]) {
      assert.notInclude(shown, form)
      assert.notInclude(shown, JSON.stringify(form).slice(1, -1))
    }
    assert.include(shown, 'it is ••••••••.')
  })

  // Red when a long answer is cut before it is masked, or a nested value ends at its first comma.
  test('values under secret names are masked in answers of every length', async ({ assert }) => {
    const { endpointId } = await plain()
    for (const length of [0, 20_000, 300_000, 1_500_000]) {
      const inner = JSON.stringify({ password: 'IN-TEXT' })
      const nested = { credentials: { user: 'u', value: 'NESTED' }, tokens: ['ARR'], inner }
      for (const type of ['application/json', 'text/plain']) {
        partner.answers((_, response) => {
          response.writeHead(200, { 'Content-Type': type })
          response.end(JSON.stringify({ ...nested, pad: 'x'.repeat(length) }))
        })
        const path = `/api/integrations/endpoints/${endpointId}/test`
        const tried = await app.ok('POST', path, { as, body: {} })
        const list = `/api/integrations/logs?endpointId=${endpointId}`
        const [log] = await app.ok<{ id: string }[]>('GET', list, { as })
        const row = await app.ok('GET', `/api/integrations/logs/${log!.id}`, { as })
        const whole = await app.call('GET', `/api/integrations/logs/${log!.id}/bodies/response`, {
          as,
        })
        const shown = JSON.stringify([tried, row, whole.body])
        assert.notMatch(shown, /NESTED|ARR|IN-TEXT/)
      }
    }
  })

  test('a secret in a redirect is masked everywhere', async ({ assert }) => {
    const { endpointId } = await plain()
    partner.answers((_, response) => {
      response.writeHead(302, { Location: `https://h.test/?t=${encodeURIComponent(secret)}` })
      response.end()
    })
    const tried = await app.ok('POST', `/api/integrations/endpoints/${endpointId}/test`, {
      as,
      body: {},
    })
    const logs = await app.ok('GET', `/api/integrations/logs?endpointId=${endpointId}`, { as })
    assert.notInclude(JSON.stringify([tried, logs]), encodeURIComponent(secret))
    assert.include(JSON.stringify([tried, logs]), 'https://h.test/')
  })

  // Red when change events do not invalidate the cached secrets of an environment.
  test('a new secret, or its new value, is masked from then on', async ({ assert }) => {
    const { endpointId } = await plain()
    const answered = async (text: string) => {
      partner.answersJson({ note: text })
      const path = `/api/integrations/endpoints/${endpointId}/test`
      return JSON.stringify(await app.ok('POST', path, { as, body: {} }))
    }
    assert.include(await answered('brand-new-value'), 'brand-new-value')
    const { id } = await addSecret('FRESH', 'brand-new-value')
    assert.notInclude(await answered('brand-new-value'), 'brand-new-value')
    const path = `/api/environments/production/variables/${id}`
    await app.ok('PUT', path, { as, body: { value: 'newer-value' } })
    assert.notInclude(await answered('newer-value'), 'newer-value')
    assert.include(await answered('brand-new-value'), 'brand-new-value')
    await connect(app, as, { baseUrl: partner.url, authConfig: { accessToken: 'system-t0ken' } })
    assert.notInclude(await answered('system-t0ken'), 'system-t0ken')
  })

  test('a token fetched for one system is masked in the answer of another', async ({ assert }) => {
    const { id: systemId } = await connect(app, as, {
      baseUrl: partner.url,
      authType: 'oauth2',
      authConfig: { clientId: 'shop', clientSecret: 'c1ient-secret' },
    })
    const first = { systemId, endpointId: (await addEndpoint(app, as, systemId)).id }
    const second = await plain({ path: '/other' })
    partner.answers(({ url }, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' })
      if (url.startsWith('/oauth')) return response.end(`{"access_token":"${token}"}`)
      response.end(JSON.stringify({ note: url === '/other' ? `it is ${token}` : 'fine' }))
    })
    const { run, shown } = await runOf([step('one', first), step('two', second)])
    assert.equal(run.status, 'completed', shown)
    assert.notInclude(shown, token)
  })

  // Red when the engine masks only the secrets of the step.
  test('outputs and errors of steps of every kind show no secret', async ({ assert }) => {
    const { systemId, endpointId } = await plain({ path: '/a/{where}' })
    const failed = await runOf([
      { ...step('one', { systemId, endpointId }), config: { params: { where: `../${secret}` } } },
    ])
    assert.equal(failed.run.status, 'failed')
    const { id } = await app.ok<{ id: string }>('POST', '/api/assets', {
      as,
      body: { name: 'Place', type: 'folder', parentId: null },
    })
    const config = { assetId: id, metadata: { note: `it is ${secret}`, token: 'a word' } }
    const noted = await runOf([{ id: 'note', type: 'metadata_update', config }])
    assert.equal(noted.run.status, 'completed', noted.shown)
    const outputs = JSON.stringify(
      (noted.run as unknown as { stepResults: { output: unknown }[] }).stepResults.map(
        ({ output }) => output
      )
    )
    assert.notInclude(outputs, secret)
    assert.include(outputs, 'it is ••••••••')
    // The name does not cause masking here, because later steps read the value.
    assert.include(outputs, 'a word')
  })

  // Red when later steps read the masked values: the partner gets masks, and a comparison gives the wrong
  // result.
  test('a partner text that equals a secret by chance reaches later steps unmasked', async ({
    assert,
  }) => {
    await addSecret('PORT', 'Ghent')
    await addSecret('PIN', '4711')
    await connect(app, as, {
      name: 'Free',
      authType: 'oauth2',
      baseUrl: partner.url,
      authConfig: {
        headers: { 'X-Mode': 'application/json', 'X-Who': 'an ordinary sentence' },
        tokenParameters: { mode: 'live' },
      },
    })
    const said = { id: 4711, port: 'Ghent', Ghent: 1, mode: 'live', type: 'application/json' }
    const one = await plain()
    const two = await plain({
      path: '/to/{steps.one.body.port}',
      requestSchema: { body: { all: '{steps.one.body}' } },
    })
    const asked: { url: string; body: string }[] = []
    partner.answers(({ url, body }, response) => {
      asked.push({ url, body: String(body) })
      response.writeHead(200, { 'Content-Type': 'application/json' })
      response.end(JSON.stringify({ ...said, token: 'of the partner' }))
    })
    const { run, shown } = await runOf([
      step('one', one),
      {
        id: 'check',
        type: 'condition',
        config: { value: 'steps.one.body.port', operator: 'equals', other: 'Ghent' },
        branches: { yes: [step('two', two)], no: [] },
      },
    ])
    assert.equal(run.status, 'completed', shown)
    assert.match(asked[1]!.url, /\/to\/Ghent$/)
    assert.deepEqual(JSON.parse(asked[1]!.body), { all: { ...said, token: 'of the partner' } })
    const stored = await app.inside(() =>
      inTenant(acme.id, () => tenantTable('flow_step_results').select('output', 'sealed'))
    )
    for (const text of [shown, JSON.stringify(stored)]) {
      assert.notMatch(text, /Ghent|4711|of the partner/)
      assert.include(text, 'application/json')
    }
  })

  // Red when a mask is sent to the next partner, or compared, and the run succeeds.
  test('a step that would use a masked secret fails', async ({ assert }) => {
    partner.answersJson({ note: `it is ${secret}` })
    const one = await plain()
    const sends = await plain({ requestSchema: { body: { note: '{steps.one.body}' } } })
    const compares = { value: 'steps.one.body.note', operator: 'contains', other: 'it is' }
    for (const next of [
      step('two', sends),
      { id: 'two', type: 'condition', config: compares, branches: { yes: [], no: [] } },
    ]) {
      const { run, shown } = await runOf([step('one', one), next])
      assert.equal(run.status, 'failed', shown)
      assert.include(shown, 'contains a secret of this environment')
    }
  })
})
