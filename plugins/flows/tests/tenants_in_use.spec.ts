import { test } from '@japa/runner'
import type { TenantsInUse } from '@crossdock/client'
import { bootApp, until, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { inTenant, tenantTable } from '@crossdock/kernel/tenancy'
import { StepFailed } from '../contracts/index.js'
import { FlowLab, probe } from './flow_lab.js'
import { Probe, probePlugin } from './probe.js'

test.group('All tenants for the operator', (group) => {
  let app: TestApp
  let lab: FlowLab
  let quiet: TestTenant

  group.setup(async () => {
    const step = new Probe()
    step.on('a', () => {
      throw new StepFailed('The customs office is closed.', { retryable: false })
    })
    app = await bootApp({ plugins: [probePlugin(step)], settings: { LOG_LEVEL: 'silent' } })
    lab = new FlowLab(app, await app.tenant('acme'))
    quiet = await app.tenant('globex')
    return () => app.stop()
  })

  const read = async () =>
    app.ok<TenantsInUse>('GET', '/api/admin/tenants/use', { as: await app.superAdmin() })
  const ids = (rows: TenantsInUse['byUse']) => rows.map(({ id }) => id)

  test('shows the storage, failed runs and tenants near a limit', async ({ assert }) => {
    const id = await lab.workflow({ steps: [probe('a')] })
    await lab.reached((await lab.start(id)).id, 'failed')
    const before = await read()
    assert.sameMembers(ids(before.byUse), [lab.tenant.id, quiet.id])
    assert.equal(before.total, 2)
    // Red when runs of other tenants, or those that did not fail, are counted.
    assert.deepEqual(
      before.failing.map((row) => [row.id, row.failedRuns]),
      [[lab.tenant.id, 1]]
    )
    assert.isEmpty(before.nearLimit)

    for (let calls = 0; calls < 4; calls += 1)
      await app.ok('GET', '/api/assets', { as: quiet.token })
    await inTenant(quiet.id, () =>
      tenantTable('tenant_environments').update({ api_calls_per_month: 4 })
    )
    const near = await until('a tenant is near its limit', async () => (await read()).nearLimit[0])
    assert.equal(near.id, quiet.id)
    assert.isAtLeast(near.apiCallsPercent, 75)
  })

  test('is only for the operator', async ({ assert }) => {
    const reply = await app.call('GET', '/api/admin/tenants/use', { as: quiet.admin })
    assert.equal(reply.status, 403)
  })
})
