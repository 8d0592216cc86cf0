import { test } from '@japa/runner'
import { bootApp, until } from '@crossdock/backend/testing'
import { MASK } from '@crossdock/kernel/secrets'
import { inTenant, tenantTable } from '@crossdock/kernel/tenancy'
import { Partner } from '../../integrations/tests/partner.js'
import { partnerSettings } from '../../integrations/tests/with_partner.js'
import { lookForAlerts } from '../alerts/look.js'
import { FlowLab, probes } from './flow_lab.js'
import { failing, hanging, Probe, probePlugin } from './probe.js'

interface Alerts {
  onFailure: boolean
  quietMinutes: number
  members: string[]
  webhookAddress: string | null
}

test.group('alerts of workflows', (group) => {
  const steps = new Probe()
  let lab: FlowLab

  group.setup(async () => {
    const app = await bootApp({ plugins: [probePlugin(steps)], settings: partnerSettings })
    lab = new FlowLab(app, await app.tenant('acme'))
    return () => app.stop()
  })

  const set = (flow: string, body: object, as = lab.tenant.admin) =>
    lab.app.call<Alerts>('PUT', `/api/integrations/workflows/${flow}/alerts`, { as, body })
  const show = (flow: string, as = lab.tenant.viewer) =>
    lab.app.ok<Alerts>('GET', `/api/integrations/workflows/${flow}/alerts`, { as })
  const look = () => lookForAlerts(new AbortController().signal)
  const sentFor = (flow: string) =>
    inTenant(lab.tenant.id, async () => {
      const rows = await tenantTable<{ payload: string | object }>('middleware_events')
        .where({ event_type: 'flow_alerted', source_id: flow })
        .orderBy('seq')
        .select('payload')
      return rows.map(({ payload }) => {
        const known = typeof payload === 'string' ? JSON.parse(payload) : payload
        return (known as { kind: string }).kind
      })
    })

  test('are settings of a workflow', async ({ assert }) => {
    const flow = await lab.workflow({ name: 'Settings', steps: probes('a') })
    assert.containSubset(await show(flow), { onFailure: false, quietMinutes: 60, members: [] })
    const hook = 'https://hooks.example/alerts/secret'
    const { status, body } = await set(flow, { onFailure: true, webhookAddress: hook })
    assert.equal(status, 200)
    assert.lengthOf(body.members, 1)
    assert.equal(body.webhookAddress, MASK)
    // Red when show() does not check the permission.
    assert.isNull((await show(flow)).webhookAddress)
    assert.equal((await set(flow, { quietMinutes: 5 })).body.webhookAddress, MASK)
    assert.equal((await set(flow, { members: ['missing'] })).status, 422)
    assert.equal((await set(flow, { webhookAddress: 'file:///etc/passwd' })).status, 422)
    assert.equal((await set(flow, { onFailure: true }, lab.tenant.viewer)).status, 403)
    const other = await lab.app.tenant('umbrella')
    assert.equal((await set(flow, { onFailure: false }, other.admin)).status, 404)
    // Red when the person is looked up in all organizations.
    const { user } = await lab.app.ok<{ user: { id: string } }>('GET', '/api/auth/me', {
      as: other.admin,
    })
    assert.equal((await set(flow, { members: [user.id] })).status, 422)
  })

  // Red when setAlerts() stores the plain address, or its mask.
  test('are sent to an address that is sealed and never shown again', async ({
    assert,
    cleanup,
  }) => {
    const partner = await Partner.start()
    cleanup(() => partner.stop())
    steps.on('sends', failing(9, false))
    const flow = await lab.workflow({ name: 'Sends', steps: probes('sends') })
    await set(flow, { onFailure: true, webhookAddress: `${partner.url}/T0K3N` })
    await set(flow, { quietMinutes: 0, webhookAddress: MASK })
    const stored = () =>
      inTenant(lab.tenant.id, async () => {
        const [row] = await tenantTable<{ webhook_address: string | null }>('flow_alerts')
          .where('workflow_id', flow)
          .select('webhook_address')
        return row!.webhook_address
      })
    assert.match((await stored())!, /^s1\./)
    await lab.reached((await lab.start(flow)).id, 'failed')
    const [sent] = await until('the alert', () => partner.received.length > 0 && partner.received)
    assert.equal(sent!.url, '/T0K3N')
    assert.containSubset(JSON.parse(sent!.body.toString()), { flowName: 'Sends', kind: 'failure' })
    assert.isNull((await set(flow, { webhookAddress: null })).body.webhookAddress)
    assert.isNull(await stored())
  })

  // Red when sendAlert() does not check the quiet time.
  test('are sent for a failure, and for no other within the quiet time', async ({ assert }) => {
    steps.on('broken', failing(9, false))
    const flow = await lab.workflow({ name: 'Broken', steps: probes('broken') })
    await set(flow, { onFailure: true, quietMinutes: 30 })
    await lab.reached((await lab.start(flow)).id, 'failed')
    await until('the alert', async () => (await sentFor(flow)).length === 1)
    await lab.reached((await lab.start(flow)).id, 'failed')
    await until('nothing to be left', async () => (await lab.jobsLeft()) === 0)
    assert.deepEqual(await sentFor(flow), ['failure'])
    await until('the notification', async () => {
      const list = await lab.app.ok<{ kind: string }[]>('GET', '/api/notifications', {
        as: lab.tenant.admin,
      })
      return list.some(({ kind }) => kind === 'flows.alert')
    })
  })

  // Red when the state row is not changed by one conditional statement.
  test('are sent once for a run that takes too long, by any number of processes', async ({
    assert,
  }) => {
    const { behavior, begun } = hanging()
    steps.on('slow', behavior)
    const flow = await lab.workflow({ name: 'Slow', steps: probes('slow') })
    await set(flow, { longerThanMinutes: 10, quietMinutes: 0 })
    const { id } = await lab.start(flow)
    await begun
    await look()
    assert.isEmpty(await sentFor(flow))
    lab.app.clock.advance(11 * 60_000)
    await Promise.all([look(), look(), look()])
    await look()
    assert.deepEqual(await sentFor(flow), ['tooLong'])
    await lab.act(id, 'cancel')
  })

  // Red when checkWorkflow() counts from the alert although a run exists, or continues for a paused workflow.
  test('are sent once for a missing run', async ({ assert }) => {
    const flow = await lab.workflow({ name: 'Daily', steps: probes('daily') })
    await set(flow, { notWithinHours: 1, quietMinutes: 0 })
    await look()
    assert.isEmpty(await sentFor(flow))
    lab.app.clock.advance(65 * 60_000)
    await look()
    await look()
    assert.deepEqual(await sentFor(flow), ['missing'])
    await lab.reached((await lab.start(flow)).id, 'completed')
    await look()
    assert.deepEqual(await sentFor(flow), ['missing'])
    lab.app.clock.advance(65 * 60_000)
    await look()
    assert.deepEqual(await sentFor(flow), ['missing', 'missing'])
  })
})
