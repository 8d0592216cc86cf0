// onBothDatabases: acceptance is a transaction with a unique index, and tokens are unique over all tenants.
import { createHmac, randomBytes } from 'node:crypto'
import { test } from '@japa/runner'
import { bootApp, until, type TestApp } from '@crossdock/backend/testing'
import { isUniqueViolation, newId, transaction } from '@crossdock/kernel/database'
import { environmentResolver, inTenant, tenantRows } from '@crossdock/kernel/tenancy'
import { Probe, probePlugin } from '../../flows/tests/probe.js'
import { HookLab } from './hook_lab.js'

const probe = (id: string) => ({ id, type: 'probe', config: {} })

test.group('webhooks', (group) => {
  const steps = new Probe()
  let app: TestApp
  let lab: HookLab

  group.setup(async () => {
    app = await bootApp({ plugins: [probePlugin(steps)] })
    lab = new HookLab(app, await app.tenant('acme'))
    return () => app.stop()
  })

  test('a workflow has an address from its creation, and starts when it is called', async ({
    assert,
  }) => {
    steps.on('look', ({ input }) => ({ data: input.data }))
    const flow = await lab.workflow({ steps: [probe('look')] })
    const url = flow.triggerConfig.webhookUrl!
    assert.match(new URL(url).pathname, /^\/hooks\/[\w-]{32}$/)
    const taken = await lab.send(`${url}?page=2&page=3&api_key=s3cret`, {
      body: { order: { id: 7, total: '1.50' } },
      headers: { 'x-shop': 'north', authorization: 'Bearer abc' },
    })
    assert.equal(taken.status, 202)
    const { executionId, executionIds, requestId } = taken.body
    assert.deepEqual(executionIds, [executionId!])
    const run = await lab.ended(executionId!)
    const { data } = run.stepResults[0]!.output as { data: Record<string, unknown> }
    assert.containSubset(data, {
      method: 'POST',
      contentType: 'application/json',
      requestId,
      files: [],
      body: { order: { id: 7, total: '1.50' } },
      query: { page: ['2', '3'] },
      headers: { 'x-shop': 'north' },
    })
    assert.notInclude(JSON.stringify(data), 's3cret')
    const stored = await lab.request(requestId)
    assert.containSubset(stored, { outcome: 'accepted', status: 202, executionId })
    assert.equal(stored.body, '{"order":{"id":7,"total":"1.50"}}')
    assert.notProperty(stored.headers, 'authorization')
    assert.notInclude(stored.query, 's3cret')
  })

  test('the address is shown in full, accepted as shown, and kept through edits', async ({
    assert,
  }) => {
    const flow = await lab.workflow({ name: 'Kept', isActive: false })
    const url = flow.triggerConfig.webhookUrl!
    const renamed = await lab.change(flow.id, {
      name: 'Renamed',
      triggerConfig: flow.triggerConfig,
    })
    assert.equal(renamed.triggerConfig.webhookUrl, url)
    const path = `/api/integrations/workflows/${flow.id}`
    const other = await app.call('PUT', path, {
      as: lab.tenant.admin,
      body: { triggerConfig: { webhookUrl: 'https://example.com/x' } },
    })
    assert.equal(other.status, 422)
    // While paused, requests are refused and logged. Once active, the workflow starts.
    const refused = await lab.send(url, { body: { n: 1 } })
    assert.equal(refused.status, 409)
    const [row] = await lab.requests({ workflowId: flow.id })
    assert.containSubset(row, { outcome: 'paused', status: 409, executionId: null })
    await lab.change(flow.id, { isActive: true })
    assert.equal((await lab.send(url, { body: { n: 2 } })).status, 202)
    // A refused request can run later.
    const replayed = await lab.replay(row!.id)
    assert.equal(replayed.status, 202)
    const again = await lab.request(replayed.body.requestId)
    assert.containSubset(again, { outcome: 'accepted', replayOf: row!.id, body: '{"n":1}' })
    // With another trigger, the address still exists, and its requests are refused with the reason.
    await lab.change(flow.id, { triggerType: 'manual', triggerConfig: {} })
    assert.equal((await lab.send(url, { body: {} })).status, 409)
    const back = await lab.change(flow.id, { triggerType: 'webhook', triggerConfig: {} })
    assert.equal(back.triggerConfig.webhookUrl, url)
    await app.ok('DELETE', path, { as: lab.tenant.admin })
    assert.equal((await lab.send(url, { body: {} })).status, 404)
  })

  // Red when every reader of workflows sees the address.
  test('only readers of integrations see an address', async ({ assert }) => {
    const flow = await lab.workflow({ name: 'Seen' })
    const path = `/api/integrations/workflows/${flow.id}`
    const shown = (as: typeof lab.tenant.viewer) =>
      app.ok<{ triggerConfig: object }>('GET', path, { as })
    assert.property((await shown(lab.tenant.editor)).triggerConfig, 'webhookUrl')
    assert.notProperty((await shown(lab.tenant.viewer)).triggerConfig, 'webhookUrl')
  })

  test('an unknown address answers 404 for every method', async ({ assert }) => {
    const unknown = randomBytes(24).toString('base64url')
    for (const path of [`/hooks/${unknown}`, '/hooks/x']) {
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD']) {
        const { status, headers } = await lab.send(`http://x${path}`, { method })
        assert.equal(status, 404, `${method} ${path}`)
        assert.match(headers.get('content-type') ?? '', /problem\+json/, `${method} ${path}`)
      }
    }
    for (const path of ['/hooks', '/hooks/a/b']) {
      assert.equal((await lab.send(`http://x${path}`, { method: 'GET' })).status, 404, path)
    }
  })

  test('a signed message starts one run, however often it is sent', async ({ assert }) => {
    const flow = await lab.workflow({ name: 'Signed' })
    const webhook = await lab.webhookOf({ workflowId: flow.id })
    const secret = 'correct-horse-battery'
    const verificationConfig = { secret }
    const set = await lab.setUp(webhook.id, { verification: 'github', verificationConfig })
    assert.deepEqual(set.verificationConfig, { secret: '••••••••' })
    const body = '{"n":1}'
    const sign = (key: string, text = body) =>
      `sha256=${createHmac('sha256', key).update(text).digest('hex')}`
    const send = (signature: string, id: string, text = body) =>
      lab.send(webhook.webhookUrl, {
        body: text,
        headers: {
          'content-type': 'application/json',
          'x-hub-signature-256': signature,
          'x-github-delivery': id,
        },
      })
    const forged = await send(sign('wrong'), 'one')
    assert.equal(forged.status, 401)
    const all = await Promise.all(Array.from({ length: 5 }, () => send(sign(secret), 'one')))
    assert.deepEqual(new Set(all.map(({ status }) => status)), new Set([202]))
    assert.lengthOf(new Set(all.map(({ body }) => body.executionId)), 1)
    const outcomes = (await lab.requests({ workflowId: flow.id })).map(({ outcome }) => outcome)
    assert.deepEqual(outcomes.sort(), [
      'accepted',
      'duplicate',
      'duplicate',
      'duplicate',
      'duplicate',
      'refused_signature',
    ])
    // During a rotation, two secrets are valid.
    const rotated = await app.ok<{ secret: string }>(
      'POST',
      `/api/integrations/webhooks/${webhook.id}/rotate-secret`,
      { as: lab.tenant.token, body: { keepPreviousHours: 1 } }
    )
    assert.equal((await send(sign(secret), 'two')).status, 202)
    assert.equal((await send(sign(rotated.secret), 'three')).status, 202)
    app.clock.advance(61 * 60_000)
    assert.equal((await send(sign(secret), 'four')).status, 401)
    assert.equal((await send(sign(rotated.secret), 'five')).status, 202)
    // Signed, but not JSON.
    const wrong = await send(sign(rotated.secret, '{"n":'), 'six', '{"n":')
    assert.equal(wrong.status, 400)
    const [last] = await lab.requests({ workflowId: flow.id, outcome: 'refused_body' })
    assert.match(last!.reason!, /not valid JSON/)
  })

  test('any method and any content type is read correctly', async ({ assert }) => {
    steps.on('see', ({ input }) => input.data as object)
    const flow = await lab.workflow({ name: 'Types', steps: [probe('see')] })
    const url = flow.triggerConfig.webhookUrl!
    const read = async (sent: Parameters<HookLab['send']>[1]) => {
      const { status, body } = await lab.send(url, sent)
      assert.equal(status, 202)
      const run = await lab.ended(body.executionId!)
      return run.stepResults[0]!.output as Record<string, unknown>
    }
    assert.containSubset(await read({ method: 'GET' }), { method: 'GET', body: null })
    const type = (value: string) => ({ 'content-type': value })
    const form = await read({
      body: 'a=1&b=2&a=3',
      headers: type('application/x-www-form-urlencoded'),
    })
    assert.containSubset(form, { body: { a: ['1', '3'], b: '2' } })
    const xml = await read({ method: 'PUT', body: '<a/>', headers: type('application/xml') })
    assert.containSubset(xml, { method: 'PUT', body: '<a/>' })
    const parts = new FormData()
    parts.set('title', 'Waybill')
    // Browsers send an input without a selected file like this.
    parts.set('scan', new File([], ''))
    const plain = { body: { title: 'Waybill' }, files: [] }
    assert.containSubset(await read({ body: parts }), plain)
    const bytes = await read({
      body: new Uint8Array([0xff, 0xd8, 0xff]),
      headers: type('image/jpeg'),
    })
    assert.containSubset(bytes, { body: { contentType: 'image/jpeg', size: 3 } })
  })

  // Red when the parts of a form are counted after parsing, or not at all.
  test('a form with too many fields is refused before it is parsed', async ({ assert }) => {
    const flow = await lab.workflow({ name: 'Many fields' })
    const url = flow.triggerConfig.webhookUrl!
    const many = Array.from({ length: 2_000 }, (_, at) => [`n${at}`, '1'] as [string, string])
    const form = new FormData()
    for (const [name, value] of many) form.append(name, value)
    const plain = {
      body: new URLSearchParams(many).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }
    for (const sent of [{ body: form }, plain]) {
      const refused = await lab.send<{ message: string }>(url, sent)
      assert.equal(refused.status, 413)
      assert.match(refused.body.message, /at most 1,?000 fields/)
    }
    const [row] = await lab.requests({ workflowId: flow.id })
    assert.containSubset(row, { outcome: 'refused_body', executionId: null })
    const bare = { body: 'x', headers: { 'content-type': 'multipart/form-data' } }
    assert.equal((await lab.send(url, bare)).status, 400)
  })

  // Red when a generated secret is never shown, or shown twice.
  test('a generated secret is shown once', async ({ assert }) => {
    const flow = await lab.workflow({ name: 'Made' })
    const { id, webhookUrl } = await lab.webhookOf({ workflowId: flow.id })
    const put = (body: object) =>
      app.ok<{ newSecret: string | null }>('PUT', `/api/integrations/webhooks/${id}`, {
        as: lab.tenant.token,
        body,
      })
    const { newSecret } = await put({ verification: 'github' })
    assert.match(newSecret!, /^[\w-]{43}$/)
    const body = '{"n":1}'
    const signature = createHmac('sha256', newSecret!).update(body).digest('hex')
    const taken = await lab.send(webhookUrl, {
      body,
      headers: {
        'content-type': 'application/json',
        'x-hub-signature-256': `sha256=${signature}`,
      },
    })
    assert.equal(taken.status, 202)
    const again = await put({ verification: 'github', verificationConfig: {}, maxBytes: 5_000 })
    assert.isNull(again.newSecret)
    const given = { verification: 'shopify', verificationConfig: { secret: 'correct-horse' } }
    assert.isNull((await put(given)).newSecret)
    assert.isNull((await put({ verification: 'none' })).newSecret)
  })

  // Red when only the length of a secret in characters is checked.
  test('a secret with a short key is refused', async ({ assert }) => {
    const flow = await lab.workflow({ name: 'Short key' })
    const { id } = await lab.webhookOf({ workflowId: flow.id })
    const as = lab.tenant.token
    const path = `/api/integrations/webhooks/${id}`
    const set = (verification: string, secret: string) =>
      app.call('PUT', path, { as, body: { verification, verificationConfig: { secret } } })
    const rotate = (secret: string) =>
      app.call('POST', `${path}/rotate-secret`, { as, body: { secret } })
    const whsec = (bytes: number) => `whsec_${randomBytes(bytes).toString('base64')}`
    const short = [whsec(3), whsec(23), whsec(65), 'whsec_', `whsec_${'-'.repeat(32)}`]
    for (const secret of short) assert.equal((await set('standard', secret)).status, 422, secret)
    assert.equal((await set('github', 'short')).status, 422)
    assert.equal((await set('standard', whsec(24))).status, 200)
    for (const secret of short) assert.equal((await rotate(secret)).status, 422, secret)
    assert.equal((await rotate(whsec(64))).status, 200)
    // The shown mask keeps the secret.
    assert.equal((await set('standard', '••••••••')).status, 200)
  })

  test('a long body is stored completely, a longer one is refused during the transfer', async ({
    assert,
  }) => {
    steps.on('long', ({ input }) => {
      const { body } = input.data as { body: { text: string; last: number } }
      return { length: body.text.length, last: body.last }
    })
    const flow = await lab.workflow({ name: 'Long', steps: [probe('long')] })
    const webhook = await lab.webhookOf({ workflowId: flow.id })
    const taken = await lab.send(webhook.webhookUrl, {
      body: { text: 'x'.repeat(300_000), last: 1 },
    })
    assert.equal(taken.status, 202)
    const run = await lab.ended(taken.body.executionId!)
    assert.deepEqual({ ...(run.stepResults[0]!.output as object) }, { length: 300_000, last: 1 })
    await lab.setUp(webhook.id, { maxBytes: 100_000 })
    const refused = await lab.send(webhook.webhookUrl, { body: { text: 'x'.repeat(100_000) } })
    assert.equal(refused.status, 413)
    const [row] = await lab.requests({ workflowId: flow.id, outcome: 'too_large' })
    assert.containSubset(row, { status: 413, executionId: null })
    assert.equal((await lab.replay(row!.id)).status, 409)
  })

  test('a sender may wait for the output of the workflow', async ({ assert }) => {
    steps.on('answer', () => ({ hello: 'world' }))
    steps.on('last', () => ({ bye: true }))
    const flow = await lab.workflow({ name: 'Asked', steps: [probe('answer'), probe('last')] })
    const { id, webhookUrl } = await lab.webhookOf({ workflowId: flow.id })
    await lab.setUp(id, { mode: 'wait', waitSeconds: 30 })
    const last = await lab.send<object>(webhookUrl, { body: {} })
    assert.equal(last.status, 200)
    assert.deepEqual(last.body, { bye: true })
    await lab.setUp(id, { answerStepId: 'answer' })
    const named = await lab.send<object>(webhookUrl, { body: {} })
    assert.deepEqual(named.body, { hello: 'world' })
    assert.isNotNull(named.headers.get('x-execution-id'))
    const gate = Promise.withResolvers<void>()
    steps.on('answer', () => gate.promise)
    let status: number | undefined
    const waiting = lab.send(webhookUrl, { body: {} }).then((reply) => (status = reply.status))
    // The sender waits from the time at which the request is stored.
    await until('the wait to end', async () => {
      app.clock.advance(10_000)
      return status
    })
    assert.equal(await waiting, 202)
    gate.resolve()
  })

  // Red when answers use the masked values of a step.
  test('the sender gets the real value where the log masks a short secret', async ({ assert }) => {
    await app.ok('POST', '/api/environments/production/variables', {
      as: lab.tenant.token,
      body: { name: 'PIN', value: '4711', isSecret: true },
    })
    steps.on('tell', () => ({ order: 4711, note: 'parcel 4711' }))
    const flow = await lab.workflow({ name: 'Logs', steps: [probe('tell')] })
    const { id, webhookUrl } = await lab.webhookOf({ workflowId: flow.id })
    await lab.setUp(id, { mode: 'wait', waitSeconds: 30 })
    const { status, body, headers } = await lab.send<object>(webhookUrl, { body: {} })
    assert.equal(status, 200)
    assert.deepEqual(body, { order: 4711, note: 'parcel 4711' })
    const run = await lab.ended(headers.get('x-execution-id')!)
    assert.notInclude(JSON.stringify(run.stepResults), '4711')
  })

  // Red when the runs do not have the event as their cause, or the event is recorded outside of the commit.
  test('the event log has the request, and its effects', async ({ assert }) => {
    const flow = await lab.workflow({ name: 'Orders' })
    const { id, webhookUrl } = await lab.webhookOf({ workflowId: flow.id })
    const taken = await lab.send(webhookUrl, { body: { n: 1 } })
    await lab.ended(taken.body.executionId!)
    await lab.change(flow.id, { isActive: false })
    assert.equal((await lab.send(webhookUrl, { body: { n: 2 } })).status, 409)
    await lab.change(flow.id, { name: 'Orders again' })
    assert.equal((await lab.send(webhookUrl, { body: { n: 3 } })).status, 409)
    const listed = (filter: object) =>
      app.ok<{ id: string; eventType: string; group: string; targetName: string }[]>(
        'GET',
        `/api/events?filter=${encodeURIComponent(JSON.stringify(filter))}`,
        { as: lab.tenant.admin }
      )
    const all = await listed({ targetId: id, group: 'webhook' })
    // Red when a cached name outlives the event that changes it.
    assert.deepEqual(
      all.map(({ targetName }) => targetName),
      ['Orders again', 'Orders', 'Orders']
    )
    assert.lengthOf(await listed({ targetId: id, group: 'integrations' }), 0)
    const events = all.slice(1)
    const eventsOf = (type: string) => events.filter(({ eventType }) => eventType === type)
    assert.lengthOf(eventsOf('webhook_received'), 1)
    assert.lengthOf(eventsOf('webhook_refused'), 1)
    const causedBy = async (eventId: string) => {
      const { caused } = await app.ok<{
        caused: { kind: string; items: { id: string; status: string }[] }[]
      }>('GET', `/api/events/${eventId}`, { as: lab.tenant.admin })
      return (kind: string) => caused.find((group) => group.kind === kind)!.items
    }
    const received = await causedBy(eventsOf('webhook_received')[0]!.id)
    assert.containSubset(received('webhookRequests'), [
      { id: taken.body.requestId, status: 'accepted' },
    ])
    assert.lengthOf(received('runs'), 1)
    const refused = await causedBy(eventsOf('webhook_refused')[0]!.id)
    assert.containSubset(refused('webhookRequests'), [{ status: 'paused' }])
    assert.lengthOf(refused('runs'), 0)
  })

  // Red when PostgreSQL is asked for a column: under row-level security, it names the index but no column. Red
  // for both databases when the statement in the message counts.
  test('the unique index of messages is distinguished from others', async ({ assert }) => {
    const flow = await lab.workflow({ name: 'Indexed' })
    const { id: address_id } = await lab.webhookOf({ workflowId: flow.id })
    const environmentId = await environmentResolver.use().resolve(lab.tenant.id, null)
    const rows = tenantRows('webhook_requests')
    const insert = (id: string, message_key: string) =>
      transaction(() =>
        rows.insert({
          id,
          address_id,
          message_key,
          method: 'POST',
          query: '',
          headers: '{}',
          size: 0,
          outcome: 'accepted',
          status: 202,
          runs: '[]',
        })
      ).catch((error: unknown) => error)
    await inTenant(
      lab.tenant.id,
      async () => {
        const id = newId()
        assert.isString(await insert(id, 'one'))
        const taken = await insert(newId(), 'one')
        assert.isTrue(isUniqueViolation(taken, 'webhook_requests_message', 'message_key'))
        assert.isFalse(isUniqueViolation(taken, 'content_type'))
        const again = await insert(id, 'two')
        assert.isTrue(isUniqueViolation(again))
        assert.isFalse(isUniqueViolation(again, 'webhook_requests_message', 'message_key'))
      },
      { environmentId }
    )
  })

  test('a request counts as a call and in the row of the day', async ({ assert }) => {
    const tenant = await app.tenant('counted')
    const own = new HookLab(app, tenant)
    const flow = await own.workflow()
    const url = flow.triggerConfig.webhookUrl!
    await own.send(url, { body: {} })
    await app.limit(tenant.id, { rate_limit_per_minute: 1, max_webhooks: 1 })
    await own.send(url, { body: {} })
    const refused = await own.send(url, { body: {} })
    assert.equal(refused.status, 429)
    assert.isNotNull(refused.headers.get('retry-after'))
    const [row] = await own.requests({ outcome: 'limit' })
    assert.equal(row?.status, 429)
    const full = await app.call('POST', '/api/integrations/workflows', {
      as: tenant.admin,
      body: { name: 'One more', triggerType: 'webhook' },
    })
    assert.equal(full.status, 409)
  })
})
