import { createHmac, randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import tls from 'node:tls'
import { test } from '@japa/runner'
import { bootApp, countMails, until, type Caller, type TestApp } from '@crossdock/backend/testing'
import { MASK } from '@crossdock/kernel/secrets'
import { FlowLab, probe, type Refused, type Run } from '../../flows/tests/flow_lab.js'
import { Probe, probePlugin } from '../../flows/tests/probe.js'
import { makeCertificate } from './certificates.js'
import { partnerSettings } from './with_partner.js'

interface Shown {
  kind: string
  text: string
  entityId: string | null
}

const kind = 'integrations.workflowMessage'
const secret = `whsec_${randomBytes(32).toString('base64')}`

test.group('Notification', (group) => {
  const before = new Probe()
  let app: TestApp
  let lab: FlowLab

  group.setup(async () => {
    app = await bootApp({ plugins: [probePlugin(before)], settings: partnerSettings })
    lab = new FlowLab(app, await app.tenant('acme'))
    await app.tenant('globex')
    return () => app.stop()
  })

  const step = (config: object) => ({
    id: 'tell',
    type: 'notification',
    config: { subject: 'Arrived', text: 'It is here.', channels: ['console'], ...config },
  })
  const run = async (config: object, output: unknown = {}, assetId?: string): Promise<Run> => {
    before.on('first', () => output)
    const flow = await lab.workflow({ steps: [probe('first'), step(config)] })
    return lab.reached((await lab.start(flow, assetId)).id, 'completed', 'failed')
  }
  const listOf = (as: Caller) => app.ok<Shown[]>('GET', '/api/notifications', { as })
  const textsOf = async (as: Caller) =>
    (await listOf(as)).filter((one) => one.kind === kind).map(({ text }) => text)
  const isShown = (as: Caller, text: string) =>
    until(`"${text}" to be shown`, async () => (await textsOf(as)).includes(text))
  const done = () => until('no job to be left', async () => (await lab.jobsLeft()) === 0)

  // Red when the mail has unescaped values in its HTML, or the event names no person.
  test('people are notified once, in the console and by mail', async ({ assert }) => {
    const { viewer, editor, admin } = lab.tenant
    const { user } = await app.ok<{ user: { id: string } }>('GET', '/api/auth/me', { as: viewer })
    const config = {
      channels: ['console', 'mail'],
      roles: ['editor'],
      userIds: [user.id],
      addresses: ['Editor@acme.example'],
      subject: '{file.name} is here',
      text: 'Order {steps.first.order}\n\nBy {user.email}',
    }
    const assetId = await lab.upload('list.csv', 'x')
    const subject = /list\.csv is here/
    const mail = await app.mailTo(
      'viewer@acme.example',
      async () => {
        const { status, errorMessage, stepResults } = await run(
          config,
          { order: '<b>7</b>' },
          assetId
        )
        assert.equal(status, 'completed', errorMessage ?? '')
        assert.deepEqual(stepResults[1]!.output, { subject: 'list.csv is here', people: 2 })
      },
      subject
    )
    assert.equal(mail.subject, 'list.csv is here')
    assert.include(mail.text, 'Order <b>7</b>')
    assert.include(mail.text, '/flow-execution/')
    assert.include(mail.text, '/settings?tab=notifications')
    assert.include(mail.html, 'Order &lt;b&gt;7&lt;/b&gt;')
    assert.notInclude(mail.html, '<b>7')
    const sentence = 'list.csv is here: Order <b>7</b>\n\nBy editor@acme.example'
    await isShown(editor, sentence)
    await isShown(viewer, sentence)
    await done()
    assert.lengthOf(await textsOf(editor), 1)
    assert.deepEqual(await textsOf(admin), [])
    for (const role of ['viewer', 'editor'])
      assert.equal(await countMails(app.database.dataDir, `${role}@acme.example`, subject), 1)
  })

  // Red when the mail ignores the settings of its reader.
  test('disabled channels get no message', async ({ assert }) => {
    const { viewer } = lab.tenant
    const choose = (mail: boolean) =>
      app.ok('PUT', '/api/notifications/settings', {
        as: viewer,
        body: { kinds: [{ kind, mail, console: mail }] },
      })
    await choose(false)
    await run({ channels: ['console', 'mail'], roles: ['viewer'], subject: 'Unwanted' })
    await done()
    assert.equal(await countMails(app.database.dataDir, 'viewer@acme.example', /Unwanted/), 0)
    assert.notInclude(await textsOf(viewer), 'Unwanted: It is here.')
    await choose(true)
  })

  // Red when the mail ignores who may open the folder of the file.
  test('a message about a file is not sent to people who may not see the file', async ({
    assert,
  }) => {
    const { admin, viewer } = lab.tenant
    const folder = await lab.folder('Merger')
    const assetId = await lab.upload('offer.pdf', 'x', folder)
    await app.ok('PUT', `/api/assets/${folder}/permissions`, {
      as: admin,
      body: { everyone: 'none', grants: [] },
    })
    const subject = '{file.name} leaked'
    const flow = await lab.workflow({
      steps: [step({ channels: ['console', 'mail'], roles: ['viewer', 'admin'], subject })],
    })
    const { id } = await app.ok<Run>('POST', '/api/flow-executions/trigger', {
      as: admin,
      body: { flowId: flow, assetId },
    })
    await lab.reached(id, 'completed')
    await isShown(admin, 'offer.pdf leaked: It is here.')
    await done()
    assert.isFalse((await textsOf(viewer)).some((text) => text.includes('leaked')))
    assert.equal(await countMails(app.database.dataDir, 'viewer@acme.example', /leaked/), 0)
  })

  // Red without the check for control characters in messageOf().
  test('a value cannot break a subject into lines, and a missing value is named', async ({
    assert,
  }) => {
    const config = { channels: ['mail'], roles: ['viewer'], subject: 'From {steps.first.name}' }
    const broken = await run(config, { name: 'x\r\nBcc: all@evil.example' })
    assert.equal(broken.status, 'failed')
    assert.match(broken.stepResults[1]!.errorMessage!, /more than one line/)
    const missing = await run(config, {})
    assert.match(missing.stepResults[1]!.errorMessage!, /needs a value for \{steps\.first\.name\}/)
    assert.equal(missing.stepResults[1]!.attempts, 1)
  })

  // Red when check() does not validate addresses.
  test('a step that cannot be sent is refused on save', async ({ assert }) => {
    const refusals: [object, string, RegExp][] = [
      [{ channels: [] }, 'channels', /at least one channel/],
      [{ channels: ['fax'], roles: ['viewer'] }, 'channels.0', /must be one of/],
      [{}, 'userIds', /Choose recipients/],
      [{ addresses: ['someone@else.example'] }, 'addresses.0', /not belong to your organization/],
      [{ addresses: ['viewer@globex.example'] }, 'addresses.0', /not belong to your organization/],
      [{ roles: ['captain'] }, 'roles.0', /no role "captain"/],
      [{ userIds: ['someone'] }, 'userIds.0', /no person with the id/],
      [{ roles: ['viewer'], subject: 'a\nb' }, 'subject', /one line/],
      [{ roles: ['viewer'], text: '{ file.nam}' }, 'text', /not a valid placeholder/],
      [{ channels: ['webhook'] }, 'webhookUrl', /Give the address/],
      [{ channels: ['webhook'], webhookUrl: 'http://a.example' }, 'webhookUrl', /https/],
      [{ channels: ['webhook'], webhookUrl: 'https://a:b@c.example' }, 'webhookUrl', /user name/],
      [
        { channels: ['webhook'], webhookUrl: 'https://a.example', webhookSecret: 'plain' },
        'webhookSecret',
        /whsec_/,
      ],
    ]
    for (const [config, field, sentence] of refusals) {
      const { status, body } = await app.call<Refused>('POST', '/api/integrations/workflows', {
        as: lab.tenant.admin,
        body: { name: 'W', triggerType: 'manual', triggerConfig: {}, steps: [step(config)] },
      })
      assert.equal(status, 422, JSON.stringify(config))
      const error = body.errors.find((one) => one.field === `steps.0.config.${field}`)
      assert.match(error?.message ?? JSON.stringify(body), sentence)
    }
  })

  // Red when a save is refused for a field that the form hides, or when the form hides who is notified.
  test('fields of a channel that is not chosen refuse nothing', async ({ assert }) => {
    const unused = { webhookUrl: 'http://a.example', webhookSecret: 'plain' }
    await lab.workflow({ steps: [step({ roles: ['viewer'], ...unused })] })
    type Schema = { properties: Record<string, object> }
    const types = await app.ok<{ name: string; schema: Schema }[]>('GET', '/api/flows/step-types', {
      as: lab.tenant.admin,
    })
    const { properties } = types.find(({ name }) => name === 'notification')!.schema
    const hidden = Object.keys(properties).filter((name) => 'x-when' in properties[name]!)
    assert.deepEqual(hidden, ['webhookUrl', 'webhookSecret'])
  })
})

interface Received {
  headers: Record<string, string | undefined>
  body: string
}

test.group('Notification of a webhook', (group) => {
  const received: Received[] = []
  const statuses: number[] = []
  const usual = tls.getCACertificates('default')
  let app: TestApp
  let lab: FlowLab
  let server: Server

  group.setup(async () => {
    const { key, cert } = makeCertificate('partner')
    tls.setDefaultCACertificates([...usual, cert])
    server = createServer({ key, cert }, (request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const headers = request.headers as Received['headers']
        received.push({ headers, body: Buffer.concat(chunks).toString() })
        response.writeHead(statuses.shift() ?? 204).end()
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    app = await bootApp({ settings: partnerSettings })
    lab = new FlowLab(app, await app.tenant('acme'))
    return async () => {
      await app.stop()
      server.close()
      tls.setDefaultCACertificates(usual)
    }
  })
  group.each.setup(() => void (received.length = 0))

  const webhookUrl = () => `https://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  const save = (config: object) =>
    lab.workflow({
      steps: [
        {
          id: 'tell',
          type: 'notification',
          config: { subject: 'Arrived', text: 'Here.', webhookUrl: webhookUrl(), ...config },
        },
      ],
    })
  const run = async (flow: string) => lab.reached((await lab.start(flow)).id, 'completed', 'failed')
  const fast = { retry: { attempts: 3, delayMs: 0 } }

  // Red when each attempt has its own id, or people are notified before the webhook answers.
  test('is signed, has the same id for each attempt, and people are notified once', async ({
    assert,
  }) => {
    statuses.push(500)
    const config = { channels: ['webhook', 'console'], roles: ['viewer'], webhookSecret: secret }
    const flow = await save({ ...config, ...fast })
    const { status, stepResults, executionId } = await run(flow)
    assert.equal(status, 'completed', stepResults[0]!.errorMessage ?? '')
    assert.lengthOf(received, 2)
    const [first, second] = received as [Received, Received]
    assert.equal(first.headers['webhook-id'], second.headers['webhook-id'])
    assert.equal(second.headers['idempotency-key'], `${executionId}:tell`)
    const { headers, body } = second
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
    const signature = createHmac('sha256', key).update(signed).digest('base64')
    assert.equal(headers['webhook-signature'], `v1,${signature}`)
    assert.containSubset(JSON.parse(body), {
      type: 'workflow.notification',
      data: { subject: 'Arrived', text: 'Here.', executionId, workflowId: flow, fileId: null },
    })
    await until('the message to be shown', async () => {
      const list = await app.ok<Shown[]>('GET', '/api/notifications', { as: lab.tenant.viewer })
      return list.filter((one) => one.kind === kind).length === 1
    })
    const shown = await app.ok<{ steps: { config: object }[] }>(
      'GET',
      `/api/integrations/workflows/${flow}`,
      { as: lab.tenant.admin }
    )
    assert.containSubset(shown.steps[0]!.config, { webhookSecret: MASK })
  })

  test('a permanent error is not retried', async ({ assert }) => {
    statuses.push(410)
    const { status, stepResults } = await run(await save({ channels: ['webhook'], ...fast }))
    assert.equal(status, 'failed')
    assert.match(stepResults[0]!.errorMessage!, /answered 410 Gone; expected a status from 200/)
    assert.lengthOf(received, 1)
    assert.isUndefined(received[0]!.headers['webhook-signature'])
  })

  // Red when the request bypasses the egress guard.
  test('does not reach closed networks', async ({ assert }) => {
    const flow = await save({ channels: ['webhook'], webhookUrl: 'https://10.0.0.1/', ...fast })
    const { status, stepResults } = await run(flow)
    assert.equal(status, 'failed')
    assert.equal(stepResults[0]!.attempts, 1)
    assert.match(stepResults[0]!.errorMessage!, /10\.0\.0\.1/)
  })
})
