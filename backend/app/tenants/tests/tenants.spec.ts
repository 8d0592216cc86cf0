import { test } from '@japa/runner'
import { tenantProvisioning } from '@crossdock/backend/tenants'
import { bootApp, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { contribute, definePlugin } from '@crossdock/kernel/plugin'
import { sessionOf } from '@crossdock/kernel/testing'

interface Shown {
  id: string
  name: string
  subdomain: string
  status: string
  activeUsers: number
  createdAt: string
  updatedAt: string
}

interface Refusal {
  code: string
  message: string
  errors: { field: string; message: string }[]
}

/** Refuses tenants with a certain name, like a plugin whose part cannot be created. */
const unlucky = definePlugin({
  name: 'unlucky',
  version: '0.1.0',
  compatibility: '^0.1',
  contributes: [
    contribute(tenantProvisioning, (provisioning) =>
      provisioning.add('unlucky', async ({ name }) => {
        if (name === 'Unlucky') throw new Error('This part cannot be made.')
      })
    ),
  ],
})

test.group('tenants', (group) => {
  let app: TestApp
  let acme: TestTenant
  const create = async (body: object) =>
    app.call<Shown & Refusal>('POST', '/api/tenants', { as: await app.superAdmin(), body })
  const list = async (query = '') =>
    app.call<Shown[]>('GET', `/api/tenants${query}`, { as: await app.superAdmin() })
  const valid = { name: 'Bolt Logistics', subdomain: 'bolt', adminEmail: 'ann@bolt.example' }

  group.setup(async () => {
    app = await bootApp({ plugins: [unlucky], settings: { LOG_LEVEL: 'silent' } })
    acme = await app.tenant('acme')
    return () => app.stop()
  })

  const refused: [field: string, values: unknown[], message: string][] = [
    ['name', [undefined, null, '', '   '], 'Tenant name is required'],
    ['subdomain', [undefined, '', 'ab'], 'Subdomain must be at least 3 characters'],
    [
      'subdomain',
      ['Bolt', 'bo lt', 'bo_lt', 'bölt', 'bolt\n'],
      'Subdomain can only contain lowercase letters, numbers, and hyphens',
    ],
    ['subdomain', ['-bolt', 'bolt-', '---'], 'Subdomain cannot start or end with a hyphen'],
    ['adminEmail', [undefined, '', 'ann', 'ann@', '@bolt'], 'Valid email address is required'],
  ]
  for (const [field, values, message] of refused) {
    test(`refuses with "${message}"`, async ({ assert }) => {
      for (const value of values) {
        const reply = await create({ ...valid, [field]: value })
        assert.equal(reply.status, 422, JSON.stringify(value))
        assert.equal(reply.body.message, message, JSON.stringify(value))
        assert.containsSubset(reply.body.errors, [{ field, message }])
      }
    })
  }

  test('creates a tenant whose first administrator signs in with the invitation', async ({
    assert,
  }) => {
    const mail = await app.mailTo(valid.adminEmail, () => create(valid), /token=/)
    const token = /\/login\?token=(\w+)/.exec(mail.text)![1]
    assert.include(mail.subject, 'Bolt Logistics')
    assert.include(mail.text, 'operator@crossdock.example has invited you')
    const reply = await app.call('POST', '/api/auth/verify-link', {
      body: { token, confirm: true },
    })
    const me = await app.ok('GET', '/api/auth/me', { as: sessionOf(reply) })
    assert.containsSubset(me, {
      user: { email: valid.adminEmail, role: 'admin' },
      tenant: { name: valid.name, subdomain: 'bolt' },
    })
  })

  test('answers with every field of both forms', async ({ assert }) => {
    const { status, body } = await create({ ...valid, subdomain: 'bolt-2' })
    assert.equal(status, 201)
    const { id, createdAt, updatedAt, ...rest } = body
    assert.match(id, /^[0-9a-f-]{36}$/)
    assert.isFalse(Number.isNaN(Date.parse(createdAt) + Date.parse(updatedAt)))
    assert.deepEqual(rest as object, {
      name: 'Bolt Logistics',
      subdomain: 'bolt-2',
      status: 'active',
      deletesAt: null,
      statusChangedAt: null,
      statusChangedBy: null,
      statusReason: null,
      // No person has signed in there yet.
      activeUsers: 0,
      invitedUsers: 1,
      storageUsed: '0 GB',
      storageBytes: 0,
      totalAssets: 0,
      slug: 'bolt-2',
      isActive: true,
      plan: null,
      customDomain: null,
    })
    const as = await app.superAdmin()
    assert.containsSubset(await app.ok('GET', `/api/tenants/${id}`, { as }), rest)
    await app.signIn(valid.adminEmail, 'bolt-2')
    assert.containsSubset(await app.ok('GET', `/api/tenants/${id}`, { as }), {
      activeUsers: 1,
      invitedUsers: 0,
    })
    assert.equal((await app.call('GET', '/api/tenants/none', { as })).status, 404)
  })

  test('a taken subdomain is a conflict, also in parallel', async ({ assert }) => {
    const race = { ...valid, subdomain: 'race' }
    const replies = await Promise.all([create(race), create(race), create(race)])
    const statuses = replies.map(({ status }) => status).sort()
    assert.deepEqual(statuses, [201, 409, 409])
    const lost = replies.find(({ status }) => status === 409)!
    assert.equal(lost.body.code, 'E_SUBDOMAIN_TAKEN')
    assert.equal(lost.body.message, 'The subdomain "race" is already taken. Choose another one.')
    assert.lengthOf((await list('?search=race')).body, 1)
  })

  test('is created with all its parts or not at all', async ({ assert }) => {
    const body = { name: 'Unlucky', subdomain: 'unlucky', adminEmail: 'ann@unlucky.example' }
    assert.equal((await create(body)).status, 500)
    assert.lengthOf((await list('?search=unlucky')).body, 0)
    assert.equal((await create({ ...body, name: 'Lucky' })).status, 201)
  })

  test('lists with filter, sort, range and real counts', async ({ assert }) => {
    const all = await list('?sort=["subdomain","DESC"]&range=[0,1]')
    assert.match(all.headers.get('content-range')!, /^tenants 0-1\/\d+$/)
    assert.lengthOf(all.body, 2)
    assert.isAbove(all.body[0]!.subdomain.localeCompare(all.body[1]!.subdomain), 0)
    const found = await list('?filter={"search":"ACME"}')
    assert.deepEqual(
      found.body.map(({ subdomain, activeUsers }) => [subdomain, activeUsers]),
      [['acme', 3]]
    )
    assert.lengthOf((await list('?status=suspended')).body, 0)
    assert.equal((await list('?colour=red')).status, 400)
    const same = await app.ok('GET', '/api/admin/tenants?search=acme', {
      as: await app.superAdmin(),
    })
    assert.deepEqual(same as object, found.body)
  })

  test('only super administrators manage tenants', async ({ assert }) => {
    for (const as of [acme.admin, acme.editor, acme.viewer, acme.token]) {
      assert.equal((await app.call('GET', '/api/tenants', { as })).status, 403)
      assert.equal((await app.call('GET', '/api/admin/tenants', { as })).status, 403)
      assert.equal((await app.call('GET', `/api/tenants/${acme.id}`, { as })).status, 403)
      assert.equal((await app.call('POST', '/api/tenants', { as, body: valid })).status, 403)
    }
    assert.equal((await app.call('GET', '/api/tenants')).status, 401)
  })
})
