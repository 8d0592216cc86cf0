import { test } from '@japa/runner'
import { bootApp, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import type { Caller } from '@crossdock/kernel/testing'
import { addEndpoint, connect } from './fixtures.js'
import { Partner } from './partner.js'

interface Allowance {
  id: string
  tenantId: string
  systemId: string | null
  network: string
  port: number | null
  message: string
}

const path = '/api/admin/egress-allowances'

test.group('Egress allowances', (group) => {
  let app: TestApp
  let acme: TestTenant
  let bolt: TestTenant
  let partner: Partner

  group.setup(async () => {
    app = await bootApp({ settings: { LOG_LEVEL: 'silent' } })
    acme = await app.tenant('acme')
    bolt = await app.tenant('bolt')
    partner = await Partner.start()
    return async () => {
      await app.stop()
      await partner.stop()
    }
  })

  const allow = async (body: object, as?: Caller) =>
    app.call<Allowance>('POST', path, { as: as ?? (await app.superAdmin()), body })
  const withdraw = async ({ id }: Allowance) =>
    app.ok('DELETE', `${path}/${id}`, { as: await app.superAdmin() })
  const port = () => Number(new URL(partner.url).port)

  /** A system at the partner's address, and a call to it. */
  async function reaching({ admin: as }: TestTenant) {
    const system = await connect(app, as, { baseUrl: partner.url })
    const { id } = await addEndpoint(app, as, system.id, { method: 'GET' })
    const test = () =>
      app.ok<{ success: boolean; message: string }>(
        'POST',
        `/api/integrations/endpoints/${id}/test`,
        {
          as,
          body: {},
        }
      )
    return { system, test }
  }

  // Red when queries/egress_allowances.ts ignores the system, or the kernel plugin ignores `granted`.
  test('the operator opens a range to one tenant, or one system, and closes it', async ({
    assert,
  }) => {
    partner.answers((_, response) => response.end('{}'))
    const mine = await reaching(acme)
    const mineToo = await reaching(acme)
    const theirs = await reaching(bolt)
    const reached = async () => {
      const calls = [await mine.test(), await mineToo.test(), await theirs.test()]
      for (const { success, message } of calls) {
        if (success) continue
        assert.match(message, /is not reachable from here: it is in a private range the operator/)
        assert.notMatch(message, /loopback|EGRESS_ALLOW/)
      }
      return calls.map(({ success }) => success)
    }
    assert.deepEqual(await reached(), [false, false, false])
    const network = '127.0.0.1'
    const whole = await allow({ tenantId: 'acme', network, port: port(), note: 'ERP' })
    assert.equal(whole.status, 201)
    assert.containsSubset(whole.body, { tenantId: acme.id, network: '127.0.0.1/32', port: port() })
    assert.deepEqual(await reached(), [true, true, false])
    await withdraw(whole.body)
    assert.deepEqual(await reached(), [false, false, false])
    const systemId = mine.system.id
    const one = await allow({ tenantId: acme.id, systemId, network: '127.0.0.0/8' })
    assert.deepEqual(await reached(), [true, false, false])
    const as = await app.superAdmin()
    const listed = await app.ok<Allowance[]>('GET', `${path}?filter={"tenantId":"${acme.id}"}`, {
      as,
    })
    assert.deepEqual(
      listed.map(({ id }) => id),
      [one.body.id]
    )
    assert.lengthOf(
      await app.ok<Allowance[]>('GET', `${path}?filter={"tenantId":"${bolt.id}"}`, { as }),
      0
    )
    await app.ok('DELETE', `/api/integrations/systems/${systemId}`, { as: acme.admin })
    assert.lengthOf(await app.ok<Allowance[]>('GET', path, { as }), 0)
  })

  test('another port of an opened address stays closed', async ({ assert }) => {
    const { test: call } = await reaching(acme)
    const { body } = await allow({ tenantId: 'acme', network: '127.0.0.1/32', port: port() + 1 })
    assert.isFalse((await call()).success)
    await withdraw(body)
  })

  // Red when an operation is not `access: 'operator'`.
  test('tenants neither see nor open ranges', async ({ assert }) => {
    const { body } = await allow({ tenantId: 'acme', network: '10.1.0.0/16' })
    for (const as of [acme.admin, acme.token, acme.viewer]) {
      assert.equal((await allow({ tenantId: 'acme', network: '10.0.0.0/8' }, as)).status, 403)
      assert.equal((await app.call('GET', path, { as })).status, 403)
      assert.equal((await app.call('DELETE', `${path}/${body.id}`, { as })).status, 403)
    }
    const feed = await app.ok('GET', '/api/activity?limit=100', { as: acme.admin })
    assert.notInclude(JSON.stringify(feed), '10.1.0.0')
    await withdraw(body)
  })

  test('the log has each allowance and its user; invalid ranges are refused', async ({
    assert,
  }) => {
    const refusals: [object, number, RegExp][] = [
      [{ tenantId: 'acme', network: 'example.com' }, 422, /"example.com" is not a range/],
      [{ tenantId: 'acme', network: '10.0.0.0/33' }, 422, /not a range/],
      [{ tenantId: 'acme', network: '10.0.0.0/8:80' }, 422, /not a range/],
      [{ tenantId: 'acme', network: '10.0.0.0/8', port: 0 }, 422, /port/],
      [{ tenantId: 'unknown', network: '10.0.0.0/8' }, 422, /no tenant "unknown"/],
    ]
    for (const [body, status, message] of refusals) {
      const reply = await allow(body)
      assert.equal(reply.status, status)
      assert.match(reply.body.message, message)
    }
    const system = await connect(app, bolt.admin)
    const foreign = { tenantId: 'acme', systemId: system.id, network: '10.0.0.0/8' }
    assert.equal((await allow(foreign)).status, 404)
    const { body } = await allow({ tenantId: 'acme', network: 'fd00::/8', port: 443 })
    await withdraw(body)
    const logged = await asOperator('a test reads stored rows', async () => {
      const rows: { event_type: string; user_id: string | null }[] = await unscoped()
        .from('middleware_events')
        .where('target_id', body.id)
        .orderBy('seq')
      return rows
    })
    assert.deepEqual(
      logged.map((row) => row.event_type),
      ['egress_allowed', 'egress_closed']
    )
    assert.isTrue(logged.every((row) => row.user_id !== null))
  })
})
