import { test } from '@japa/runner'
import { bootApp, until, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { transaction, unscoped } from '@crossdock/kernel/database'
import { ledger } from '@crossdock/kernel/ledger'
import { asOperator, inTenant } from '@crossdock/kernel/tenancy'
import { dueAlerts } from '../alerts/due.js'
import { sendAlert } from '../alerts/send_alert.js'

test.group('Alerts', (group) => {
  let app: TestApp
  let acme: TestTenant
  let turn = 0

  group.setup(async () => {
    app = await bootApp()
    return () => app.stop()
  })
  group.each.setup(async () => {
    acme = await app.tenant(`acme${turn++}`)
  })

  const warnings = async (tenantId: string) => {
    const events = await app.inside(() =>
      asOperator('a test looks', () =>
        unscoped()
          .from('middleware_events')
          .where({ tenant_id: tenantId, event_type: 'quota_warned' })
          .select('payload')
      )
    )
    return events.map(({ payload }) => {
      const { meter, threshold } = (
        typeof payload === 'string' ? JSON.parse(payload) : payload
      ) as { meter: string; threshold: number }
      return `${meter} ${threshold}`
    })
  }
  const create = (tenant: TestTenant, name: string) =>
    app.call('POST', '/api/integrations/workflows', {
      as: tenant.admin,
      body: { name, triggerType: 'manual', steps: [] },
    })
  const environmentOf = async (tenant: TestTenant) => {
    const [found] = await app.ok<{ id: string }[]>('GET', '/api/tenant/environments', {
      as: tenant.admin,
    })
    return { tenantId: tenant.id, environmentId: found!.id }
  }

  // Red when reservations cause no alert, minutes cause one, or an alert of one tenant counts for all.
  test('are sent to each tenant for its totals, and never for minutes', async ({ assert }) => {
    const birch = await app.tenant(`birch${turn}`)
    for (const tenant of [acme, birch]) {
      await app.limit(tenant.id, { max_workflows: 4, rate_limit_per_minute: 4 })
      for (let at = 0; at < 3; at++) await app.ok('GET', '/api/assets', { as: tenant.token })
      for (const name of ['One', 'Two', 'Three']) {
        assert.equal((await create(tenant, name)).status, 201)
      }
      await until('the alert', async () => (await warnings(tenant.id)).length > 0)
      assert.deepEqual(await warnings(tenant.id), ['maxWorkflows 75'])
    }
  })

  // Red when an alert is sent before the reservation is committed.
  test('are not sent for a rolled-back transaction', async ({ assert }) => {
    await app.limit(acme.id, { max_workflows: 4, max_external_systems: 4 })
    for (const name of ['One', 'Two']) await create(acme, name)
    const inVain = app.inside(() =>
      inTenant(acme.id, () =>
        transaction(async () => {
          await ledger.use().reserve('maxWorkflows')
          throw new Error('Nothing is made.')
        })
      )
    )
    await assert.rejects(() => inVain, 'Nothing is made.')
    for (const name of ['One', 'Two', 'Three']) {
      await app.ok('POST', '/api/integrations/systems', {
        as: acme.admin,
        body: {
          name,
          systemType: 'api',
          baseUrl: 'https://partner.example',
          authType: 'bearer',
          authConfig: { accessToken: 'secret' },
          capabilities: ['send'],
        },
      })
    }
    await until('the alert', async () => (await warnings(acme.id)).length > 0)
    assert.deepEqual(await warnings(acme.id), ['maxExternalSystems 75'])
  })

  // Red when sendAlert() marks only the higher threshold: with a higher limit the lower one would be sent
  // later.
  test('are sent only for the higher one of two thresholds passed together', async ({ assert }) => {
    const use = { place: await environmentOf(acme), name: 'maxWorkflows', used: 95, limit: 100 }
    await app.inside(() => sendAlert({ ...use, threshold: 90, period: '2026-03' }))
    await app.inside(() => sendAlert({ ...use, limit: 120, threshold: 75, period: '2026-03' }))
    assert.deepEqual(await warnings(acme.id), ['maxWorkflows 90'])
    await app.inside(() => sendAlert({ ...use, threshold: 90, period: '2026-04' }))
    assert.deepEqual(await warnings(acme.id), ['maxWorkflows 90', 'maxWorkflows 90'])
  })

  test('are due at the threshold, for this month, and never for a zero limit', async ({
    assert,
  }) => {
    const place = await environmentOf(acme)
    const due = (used: number, limit: number) =>
      dueAlerts([], [{ place, name: 'maxWorkflows', used, limit }]).map(
        ({ threshold, period }) => `${threshold} ${period}`
      )
    await app.inside(async () => {
      const month = new Date().toISOString().slice(0, 7)
      assert.deepEqual(
        [due(74, 100), due(75, 100), due(89, 100), due(90, 100), due(0, 0)],
        [[], [`75 ${month}`], [`75 ${month}`], [`90 ${month}`], []]
      )
    })
  })
})
