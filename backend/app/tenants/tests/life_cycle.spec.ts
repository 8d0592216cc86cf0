// onBothDatabases: asks which database it runs on
import { test } from '@japa/runner'
import { bootApp, until, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { sessionAt, testDatabase } from '@crossdock/kernel/testing'
import { Operator, type Refusal, type ShownTenant } from './support.js'

interface Entry {
  action: string
  eventType: string
}

test.group('life cycle of tenants', (group) => {
  let app: TestApp
  let operator: Operator
  let acme: TestTenant

  group.setup(async () => {
    app = await bootApp({ settings: { LOG_LEVEL: 'silent' } })
    operator = new Operator(app)
    acme = await app.tenant('acme')
    return () => app.stop()
  })

  const entries = (as: Awaited<ReturnType<TestApp['superAdmin']>>) =>
    app.ok<Entry[]>('GET', '/api/activity', { as })
  const recorded = (as: Awaited<ReturnType<TestApp['superAdmin']>>, action: string) =>
    until(`the activity to say "${action}"`, async () =>
      (await entries(as)).some((entry) => entry.action === action)
    )

  test('a name and a subdomain are changed, and the old subdomain is free again', async ({
    assert,
  }) => {
    const { id } = await app.tenant('bolt')
    const changed = await operator.ok('PUT', id, { name: 'Bolt & Sons', subdomain: 'bolt-sons' })
    assert.containsSubset(changed, {
      name: 'Bolt & Sons',
      subdomain: 'bolt-sons',
      status: 'active',
    })
    await recorded(await operator.inside({ id }), 'Changed the tenant Bolt & Sons')
    // One field alone leaves the other unchanged.
    assert.equal((await operator.ok('PUT', id, { name: 'Bolt' })).subdomain, 'bolt-sons')
    const admin = await app.signIn('admin@bolt.example', 'bolt-sons')
    assert.equal((await app.call('GET', '/api/auth/me', { as: admin })).status, 200)
    await app.tenant('bolt')
    const taken = await operator.call('PUT', id, { subdomain: 'bolt' })
    assert.equal(taken.status, 409)
    assert.equal(taken.body.code, 'E_SUBDOMAIN_TAKEN')
    // Without a change there is no event.
    const before = (await entries(await operator.inside({ id }))).length
    await operator.ok('PUT', id, {})
    assert.lengthOf(await entries(await operator.inside({ id })), before)
  })

  // Red by a deadlock (503 for one of them) when a change of the subdomain takes PostgreSQL's weaker lock first.
  test("a subdomain changes in parallel with writes of the tenant's data and row", async ({
    assert,
  }) => {
    const { id } = await app.tenant('crane')
    await sessionAt(app.database.databaseUrl!, async (writer) => {
      await writer.query('begin')
      await writer.query('select from tenants where id = $1 for key share', [id])
      const changing = operator.call('PUT', id, { subdomain: 'crane-hire' })
      await until('the change to wait', async () => {
        const { rowCount } = await writer.query(
          'select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))'
        )
        return rowCount! > 0
      })
      await writer.query('update tenants set updated_at = updated_at where id = $1', [id])
      await writer.query('commit')
      assert.equal((await changing).status, 200)
    })
  }).skip(testDatabase !== 'pg', 'SQLite has one writer')

  test('wrong names and subdomains are refused as at the creation of a tenant', async ({
    assert,
  }) => {
    const bad: [body: object, status: number, message?: string][] = [
      [{ name: '' }, 422, 'Tenant name is required'],
      [{ name: 7 }, 422, 'Tenant name is required'],
      [{ subdomain: 'ab' }, 422, 'Subdomain must be at least 3 characters'],
      [
        { subdomain: 'A_B' },
        422,
        'Subdomain can only contain lowercase letters, numbers, and hyphens',
      ],
      [{ subdomain: '-ab' }, 422, 'Subdomain cannot start or end with a hyphen'],
      [{ subdomain: 'x'.repeat(64) }, 422, 'Subdomain can have at most 63 characters'],
      [{ plan: 'gold' }, 422],
      [{ colour: 'red' }, 422],
    ]
    for (const [body, status, message] of bad) {
      const reply = await operator.call<Refusal>('PUT', acme.id, body)
      assert.equal(reply.status, status, JSON.stringify(body))
      if (message) assert.equal(reply.body.message, message)
    }
    assert.equal((await operator.call('PUT', 'none', { name: 'X' })).status, 404)
    const changed = await app.call('PUT', `/api/tenants/${acme.id}`, {
      as: { headers: { ...(await app.superAdmin()).headers, 'if-match': '"stale"' } },
      body: { name: 'Other' },
    })
    assert.equal(changed.status, 412)
  })

  // Red when the rates cache the former plan.
  test('gets a plan, which sets the requests an hour of its programs', async ({ assert }) => {
    const { id, admin } = await app.tenant('planned')
    const hourly = async () => {
      const { headers } = await app.call('GET', '/api/v2/roles', { as: admin })
      return headers.get('ratelimit-policy')
    }
    assert.include(await hourly(), '"v2-hour";q=1000;w=3600')
    const { body } = await operator.call<{ plan: string }>('PUT', id, { plan: 'enterprise' })
    assert.equal(body.plan, 'enterprise')
    await until('the new rate', async () => (await hourly())?.includes('"v2-hour";q=10000;'))
    const none = await operator.call<{ plan: null }>('PUT', id, { plan: null })
    assert.isNull(none.body.plan)
    const own = await app.call('PUT', `/api/tenants/${id}`, {
      as: admin,
      body: { plan: 'enterprise' },
    })
    assert.equal(own.status, 403)
  })

  test('is suspended with a reason, and reactivated', async ({ assert }) => {
    const tenant = await app.tenant('coast')
    const reason = 'Unpaid since March <b>'
    const shown = await operator.suspend(tenant, reason)
    assert.containsSubset(shown, {
      status: 'suspended',
      statusReason: reason,
      isActive: false,
      deletesAt: null,
      statusChangedBy: 'operator@crossdock.example',
    })
    assert.closeTo(Date.parse(shown.statusChangedAt!), Date.now(), 60_000)
    const inside = await operator.inside(tenant)
    await recorded(inside, `Suspended the tenant Coast Freight: ${reason}`)
    await recorded(await app.superAdmin(), `Suspended the tenant Coast Freight: ${reason}`)
    const again = await operator.call('POST', `${tenant.id}/suspend`, {})
    assert.equal(again.status, 409)
    assert.equal(again.body.code, 'E_TENANT_STATUS')
    assert.equal(again.body.message, 'Nothing was done: the tenant "Coast Freight" is suspended.')
    assert.containsSubset(await operator.reactivate(tenant), {
      status: 'active',
      statusReason: null,
      isActive: true,
    })
    await recorded(inside, 'Reactivated the tenant Coast Freight')
    assert.equal((await operator.call('POST', `${tenant.id}/reactivate`, {})).status, 409)
    for (const body of [{ reason: 7 }, { reason: 'x'.repeat(501) }, { why: 'x' }]) {
      assert.equal((await operator.call('POST', `${tenant.id}/suspend`, body)).status, 422)
    }
    assert.equal((await operator.read(tenant)).status, 'active')
    for (const action of ['suspend', 'reactivate', 'restore', 'enter', 'leave']) {
      assert.equal((await operator.call('POST', `none/${action}`, {})).status, 404, action)
    }
  })

  // Red when planDeletion does not compare the confirmation.
  test('is deleted only with its subdomain, after a grace period, and can be restored until then', async ({
    assert,
  }) => {
    const tenant = await app.tenant('delta')
    for (const confirm of [
      '',
      '?confirm=',
      '?confirm=Delta',
      '?confirm=acme',
      `?confirm=${tenant.id}`,
    ]) {
      const reply = await operator.call('DELETE', `${tenant.id}${confirm}`)
      assert.equal(reply.status, 422, confirm)
    }
    assert.equal((await operator.read(tenant)).status, 'active')
    const planned = await operator.call('DELETE', `${tenant.id}?confirm=delta`)
    assert.equal(planned.status, 202)
    assert.equal(planned.body.status, 'deleting')
    const days = (Date.parse(planned.body.deletesAt!) - Date.now()) / 86_400_000
    assert.closeTo(days, 7, 0.01)
    assert.equal((await app.call('GET', '/api/assets', { as: tenant.admin })).status, 401)
    assert.equal((await app.call('GET', '/api/assets', { as: tenant.token })).status, 401)
    for (const action of ['suspend', 'reactivate']) {
      const refused = await operator.call('POST', `${tenant.id}/${action}`, {})
      assert.equal(refused.status, 409)
      assert.include(refused.body.message, 'is scheduled for deletion')
    }
    assert.equal((await operator.call('DELETE', `${tenant.id}?confirm=delta`)).status, 409)
    const restored = await operator.ok('POST', `${tenant.id}/restore`, {})
    assert.containsSubset(restored, { status: 'active', deletesAt: null })
    assert.equal((await operator.call('POST', `${tenant.id}/restore`, {})).status, 409)
    assert.equal((await app.call('GET', '/api/assets', { as: tenant.token })).status, 200)
    await recorded(
      await operator.inside(tenant),
      'Canceled the deletion of the tenant Delta Freight'
    )
    // It gets its previous status back: a suspended tenant stays suspended.
    await operator.suspend(tenant, 'Unpaid')
    await operator.delete(tenant)
    assert.containsSubset(await operator.ok('POST', `${tenant.id}/restore`, {}), {
      status: 'suspended',
      statusReason: 'Unpaid',
    })
  })

  // The row is locked while its status is read and changed (PostgreSQL).
  test('of two operators in parallel, the second one gets the current status', async ({
    assert,
  }) => {
    for (let round = 0; round < 4; round++) {
      const tenant = await app.tenant(`race-${round}`)
      const path = tenant.id
      const replies = await Promise.all([
        operator.call('POST', `${path}/suspend`, {}),
        operator.call('DELETE', `${path}?confirm=${tenant.subdomain}`),
        operator.call('POST', `${path}/suspend`, {}),
        operator.call('DELETE', `${path}?confirm=${tenant.subdomain}`),
      ])
      const { status } = await operator.read(tenant)
      assert.equal(status, 'deleting')
      const [suspended, deleted] = ['suspended', 'deleting'].map(
        (word) => replies.filter((reply) => reply.status < 300 && reply.body.status === word).length
      )
      assert.isAtMost(suspended!, 1)
      assert.equal(deleted, 1)
      for (const { status: answer, body } of replies.filter((reply) => reply.status >= 300)) {
        assert.equal(answer, 409)
        assert.match(body.message, /is suspended|is scheduled for deletion/)
      }
    }
  })

  test('entering and leaving a tenant is recorded there and for the operator', async ({
    assert,
  }) => {
    for (const [action, sentence] of [
      ['enter', 'Began to work in the tenant Acme Freight'],
      ['leave', 'Left the tenant Acme Freight'],
    ] as const) {
      assert.equal((await operator.call('POST', `${acme.id}/${action}`)).status, 204)
      await recorded(acme.admin, sentence)
      await recorded(await app.superAdmin(), sentence)
    }
  })

  test('only super administrators change tenants', async ({ assert }) => {
    const calls: [method: string, path: string, body?: object][] = [
      ['PUT', '', { name: 'Mine' }],
      ['POST', '/suspend', {}],
      ['POST', '/reactivate', {}],
      ['DELETE', '?confirm=acme'],
      ['POST', '/restore', {}],
      ['POST', '/enter'],
      ['POST', '/leave'],
    ]
    for (const [method, rest, body] of calls) {
      const path = `/api/tenants/${acme.id}${rest}`
      for (const as of [acme.admin, acme.editor, acme.viewer, acme.token]) {
        assert.equal((await app.call(method, path, { as, body })).status, 403, `${method} ${rest}`)
      }
      assert.equal((await app.call(method, path, { body })).status, 401)
    }
    const shown: ShownTenant = await operator.read(acme)
    assert.containsSubset(shown, { name: 'Acme Freight', status: 'active', statusChangedAt: null })
  })
})
