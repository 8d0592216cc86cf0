import type { ServerResponse } from 'node:http'
import { test } from '@japa/runner'
import { bootApp, until, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { size } from '@crossdock/kernel/testing'
import { addEndpoint, connect, type ShownLog } from './fixtures.js'
import { Partner } from './partner.js'

interface Run {
  id: string
  executionId: string
  status: string
  completedSteps: number
}

/** Many more runs than the workers have slots. */
const perTenant = size({ quick: 25, full: 50 })

test.group('Systems that hang', (group) => {
  let app: TestApp
  let dead: Partner
  let alive: Partner
  const open = new Set<ServerResponse>()
  let cut = 0

  group.setup(async () => {
    app = await bootApp({ settings: { EGRESS_ALLOW: ['127.0.0.1/32'] } })
    dead = await Partner.start()
    alive = await Partner.start()
    alive.answersJson({ ok: true })
    dead.answers((_, response) => {
      open.add(response)
      response.once('close', () => open.delete(response) && cut++)
    })
    return async () => {
      await dead.stop()
      await app.stop()
      await alive.stop()
    }
  })

  async function workflow({ admin }: TestTenant, ...partners: Partner[]): Promise<string> {
    const steps = []
    for (const [at, { url }] of partners.entries()) {
      const system = await connect(app, admin, { name: `System ${url} ${at}`, baseUrl: url })
      const endpoint = await addEndpoint(app, admin, system.id)
      // Longer than the test takes even on a busy machine, so that no call times out.
      const config = { timeoutMs: 60 * 60_000 }
      const call = { type: 'api_call', systemId: system.id, endpointId: endpoint.id, config }
      steps.push({ ...call, id: `step-${at}`, order: at + 1 })
    }
    const { id } = await app.ok<{ id: string }>('POST', '/api/integrations/workflows', {
      as: admin,
      body: { name: 'Tell', triggerType: 'manual', triggerConfig: {}, steps },
    })
    return id
  }

  const start = ({ editor }: TestTenant, flowId: string) =>
    app.ok<Run>('POST', '/api/flow-executions/trigger', { as: editor, body: { flowId } })
  const show = ({ viewer }: TestTenant, { id }: Run) =>
    app.ok<Run>('GET', `/api/flow-executions/${id}`, { as: viewer })
  const completed = (tenant: TestTenant, run: Run) =>
    until('the run to complete', async () => (await show(tenant, run)).status === 'completed')

  // Red when a call keeps its worker slot (RunningJob.outside), or waiting runs are claimed again and again.
  test('delay no other system and no other tenant', async ({ assert }) => {
    const tenants = [await app.tenant('acme'), await app.tenant('birch'), await app.tenant('cedar')]
    const healthy = await app.tenant('dune')
    const hanging: { tenant: TestTenant; run: Run }[] = []
    for (const tenant of tenants) {
      const flow = await workflow(tenant, dead)
      for (let n = 0; n < perTenant; n++) hanging.push({ tenant, run: await start(tenant, flow) })
    }
    await until('the maximum of calls to each system', () => open.size === 3 * 16)
    const before = cut
    await completed(healthy, await start(healthy, await workflow(healthy, alive)))
    const [acme] = tenants as [TestTenant]
    await completed(acme, await start(acme, await workflow(acme, alive)))

    // If the second step of a run gets no slot, the run later resumes there and does not repeat its first call.
    const mixed = await workflow(acme, alive, dead)
    const calls = alive.received.length
    for (let n = 0; n < 20; n++) hanging.push({ tenant: acme, run: await start(acme, mixed) })
    await until('the first steps', () => alive.received.length === calls + 20)
    await until('the calls of the second system', () => open.size === 4 * 16)
    assert.equal(cut, before, 'no hanging call has ended')

    dead.answersJson({ ok: true })
    for (const response of open) response.end('{}')
    for (const { tenant, run } of hanging) await completed(tenant, run)
    assert.lengthOf(alive.received, calls + 20)
    const logs = await app.ok<ShownLog[]>('GET', '/api/integrations/logs?limit=1000', {
      as: acme.admin,
    })
    assert.lengthOf(logs, perTenant + 1 + 2 * 20)
    assert.deepEqual([...new Set(logs.map(({ status }) => status))], ['success'])
  })
})
