// onBothDatabases: its SQL uses window functions and compares times
import { test } from '@japa/runner'
import { bootApp, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { clock } from '@crossdock/kernel/database'
import { inTenant } from '@crossdock/kernel/tenancy'
import { IntegrationLog } from '../models/integration_log.js'
import { connect } from './fixtures.js'

interface Health {
  systemId: string
  calls: number
  failed: number
  isCut: boolean
  p50: number | null
  p95: number | null
  hours: { calls: number; failed: number }[]
  lastFailure: { at: string; message: string | null; logId: string } | null
  circuit: { state: string }
}

test.group('Health of systems', (group) => {
  let app: TestApp
  let acme: TestTenant
  let globex: TestTenant

  group.setup(async () => {
    app = await bootApp()
    acme = await app.tenant('acme')
    globex = await app.tenant('globex')
    return () => app.stop()
  })

  const health = ({ viewer: _, admin: as }: TestTenant, ...ids: string[]) =>
    app.ok<Health[]>('GET', `/api/integrations/systems/health?ids=${ids.join(',')}`, { as })

  // Red when the percentiles, the hours or the last failure are of other calls.
  test('the calls of a day are counted by hour', async ({ assert }) => {
    const [busy, quiet] = [await connect(app, acme.admin), await connect(app, acme.admin)]
    const foreign = await connect(app, globex.admin)
    const hour = 3_600_000
    await inTenant(acme.id, async () => {
      for (let n = 1; n <= 20; n++) {
        const failed = n > 17
        await IntegrationLog.create({
          systemId: busy.id,
          workflowId: 'flow',
          executionId: `e${n}`,
          status: failed ? 'error' : 'success',
          statusCode: failed ? 500 : 200,
          duration: n * 10,
          errorMessage: failed ? `Failed ${n}` : null,
          createdAt: new Date(clock.now() - (failed ? 2.5 * hour : 0.5 * hour) + n).toISOString(),
        })
      }
      const old = new Date(clock.now() - 25 * hour).toISOString()
      const rest = { systemId: busy.id, executionId: 'x' } as const
      await IntegrationLog.create({ ...rest, status: 'error', createdAt: old })
      await IntegrationLog.create({ ...rest, status: 'pending' })
      // A failed test does not count.
      await IntegrationLog.create({ ...rest, status: 'error', errorMessage: 'Tried out' })
    })
    const [one, other] = await health(acme, busy.id, quiet.id, foreign.id, 'unknown').then((all) =>
      [busy, quiet].map(({ id }) => all.find(({ systemId }) => systemId === id))
    )
    assert.deepInclude(one, { calls: 20, failed: 3, isCut: false, p50: 100, p95: 190 })
    assert.lengthOf(one!.hours, 24)
    assert.deepEqual(one!.hours.at(-1), { calls: 17, failed: 0 })
    assert.deepEqual(one!.hours.at(-3), { calls: 3, failed: 3 })
    assert.equal(one!.lastFailure?.message, 'Failed 20')
    assert.deepInclude(other, { calls: 0, failed: 0, p50: null, p95: null, lastFailure: null })
    assert.equal(other?.circuit.state, 'closed')
    assert.lengthOf(await health(acme, busy.id, quiet.id, foreign.id), 2)
    assert.deepEqual(
      await app.ok('GET', '/api/integrations/systems/health', { as: acme.admin }),
      []
    )
  })
})
