// onBothDatabases: two administrators compete for one row lock
import { test } from '@japa/runner'
import { bootApp, type Caller, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { roleSources } from '@crossdock/backend/access'
import { contribute, definePlugin } from '@crossdock/kernel/plugin'

interface Person {
  id: string
  email: string
  firstName: string | null
  role: string
  status: string
  isActive: boolean
  message: string
  code: string
  errors: { field: string; message: string }[]
}

/** Custom roles: one may change people and little else. */
const ofTenants = definePlugin({
  name: 'roles-of-tenants',
  version: '1.0.0',
  compatibility: '^0.1',
  dependsOn: ['access'],
  contributes: [
    contribute(roleSources, (sources) =>
      sources.add('tests', {
        permissionsOf: async (role) =>
          role === 'clerk' ? ['users.read', 'users.write', 'dashboard.read'] : null,
      })
    ),
  ],
})

test.group('People', (group) => {
  let app: TestApp
  let acme: TestTenant
  let clerk: Caller

  const person = async (email: string, role = 'viewer') =>
    app.ok<Person>('POST', '/api/users', { as: acme.admin, body: { email, role } })
  const put = (id: string, body: object, as: Caller = acme.admin, headers = {}) =>
    app.call<Person>('PUT', `/api/users/${id}`, { as, body, headers })
  const called = async (email: string) => {
    const [found] = await app.ok<Person[]>('GET', `/api/users?search=${email}`, { as: acme.admin })
    return found!
  }

  group.setup(async () => {
    app = await bootApp({ plugins: [ofTenants] })
    acme = await app.tenant('acme')
    await person('clerk@acme.example', 'clerk')
    clerk = await app.signIn('clerk@acme.example', 'acme')
    return () => app.stop()
  })

  test('names and roles change; an empty name is null, and the address stays', async ({
    assert,
  }) => {
    const { id } = await person('quill@acme.example')
    const { body } = await put(id, { firstName: 'Ada', lastName: '', role: 'editor' })
    assert.containsSubset(body, { firstName: 'Ada', lastName: null, role: 'editor' })
    const refused = await put(id, { email: 'other@acme.example' })
    assert.equal(refused.status, 422)
    assert.match(refused.body.message, /cannot change: quill@acme\.example/)
    assert.equal((await put(id, { email: ' QUILL@acme.example' })).status, 200)
    assert.equal((await put(id, { role: 'captain' })).body.errors[0]!.field, 'role')
    assert.equal((await put(id, { role: 'clerk' })).status, 200)
    assert.equal((await app.call('GET', '/api/users/none', { as: acme.admin })).status, 404)
  })

  test('a change with an outdated state is refused', async ({ assert }) => {
    const { id } = await person('etag@acme.example')
    const read = await app.call('GET', `/api/users/${id}`, { as: acme.admin })
    const seen = { 'if-match': read.headers.get('etag')! }
    assert.equal((await put(id, { firstName: 'One' }, acme.admin, seen)).status, 200)
    assert.equal((await put(id, { firstName: 'Two' }, acme.admin, seen)).status, 412)
  })

  test('the status is derived, and can be filtered', async ({ assert }) => {
    const { id } = await person('pending@acme.example')
    const statuses = async (filter: object) => {
      const query = encodeURIComponent(JSON.stringify(filter))
      const found = await app.ok<Person[]>('GET', `/api/users?filter=${query}`, { as: acme.admin })
      return new Set(found.map(({ status }) => status))
    }
    assert.equal((await called('pending@')).status, 'pending')
    assert.equal((await put(id, { isActive: false })).body.status, 'inactive')
    for (const status of ['active', 'pending', 'inactive']) {
      assert.deepEqual([...(await statuses({ status }))], [status])
    }
    assert.sameMembers(
      [...(await statuses({ status: ['active', 'inactive'] }))],
      ['active', 'inactive']
    )
    const hour = new Date(Date.now() - 3_600_000).toISOString()
    assert.deepEqual([...(await statuses({ after: hour }))], ['active'])
    assert.isEmpty([...(await statuses({ before: hour }))])
    assert.equal((await put(id, { isActive: true })).body.status, 'pending')
  })

  // Red when applyChanges or removeUser do not call assertMayChange.
  test('a person with more permissions than the caller cannot be changed', async ({ assert }) => {
    const editor = await called('editor@')
    for (const [method, body] of [
      ['PUT', { isActive: false }],
      ['PUT', { firstName: 'Mine' }],
      ['PUT', { role: 'clerk' }],
      ['DELETE', undefined],
    ] as const) {
      const reply = await app.call<Person>(method, `/api/users/${editor.id}`, { as: clerk, body })
      assert.equal(reply.status, 403, method)
      assert.match(reply.body.message, /editor@acme\.example, who has permissions you do not hold/)
    }
    const other = await person('other-clerk@acme.example', 'clerk')
    assert.equal((await put(other.id, { firstName: 'Peer' }, clerk)).status, 200)
  })

  // Red when applyChanges does not call assertMayGive.
  test('a role with more permissions than the caller cannot be given', async ({ assert }) => {
    const other = await person('climber@acme.example', 'clerk')
    for (const role of ['editor', 'admin']) {
      assert.equal((await put(other.id, { role }, clerk)).status, 403, role)
    }
    assert.equal((await called('climber@')).role, 'clerk')
  })

  // Red when removeUser does not call assertMayHandTo: workflows would run with more permissions than the caller
  // has.
  test('a successor cannot have more permissions than the caller', async ({ assert }) => {
    const leaving = await person('leaving@acme.example', 'clerk')
    const remove = (successor: string) =>
      app.call<Person>('DELETE', `/api/users/${leaving.id}?successor=${successor}`, { as: clerk })
    const refused = await remove((await called('admin@acme.example')).id)
    assert.equal(refused.status, 403)
    assert.match(refused.body.message, /cannot hand anything over to admin@acme\.example/)
    assert.equal((await remove((await called('clerk@acme.example')).id)).status, 204)
  })

  // Red when applyChanges or removeUser do not call assertAdminRemains.
  test('the only active administrator keeps the role', async ({ assert }) => {
    const { id } = await called('admin@acme.example')
    for (const body of [{ role: 'viewer' }, { isActive: false }]) {
      const reply = await put(id, body)
      assert.equal(reply.status, 409)
      assert.equal(reply.body.code, 'E_LAST_ADMIN')
    }
    const gone = await app.call<Person>('DELETE', `/api/users/${id}`, { as: acme.admin })
    assert.equal(gone.body.code, 'E_LAST_ADMIN')
    const asleep = await person('asleep@acme.example', 'admin')
    await put(asleep.id, { isActive: false })
    assert.equal((await put(id, { role: 'viewer' })).body.code, 'E_LAST_ADMIN')
    await put(asleep.id, { isActive: true, role: 'viewer' })
  })

  // Red (PostgreSQL) when holdAdmins locks nothing.
  test('of two administrators who demote each other in parallel, one stays', async ({ assert }) => {
    const rival = await person('rival@acme.example', 'admin')
    const admin = await called('admin@acme.example')
    const bodies = [{ role: 'viewer' }, { isActive: false }, undefined]
    for (let round = 0; round < 12; round++) {
      const as = await app.signIn('rival@acme.example', 'acme')
      const body = bodies[round % 2]
      const replies = await Promise.all([put(rival.id, body!), put(admin.id, body!, as)])
      const statuses = replies.map(({ status }) => status)
      assert.lengthOf(
        statuses.filter((status) => status === 200),
        1,
        JSON.stringify(statuses)
      )
      const winner = statuses[0] === 200 ? acme.admin : as
      const loser = statuses[0] === 200 ? rival : admin
      await app.ok('PUT', `/api/users/${loser.id}`, {
        as: winner,
        body: { role: 'admin', isActive: true },
      })
      if (loser === admin) acme.admin = await app.signIn('admin@acme.example', 'acme')
    }
  })

  // Red (PostgreSQL) when removeUser does not lock the administrators.
  test('of two administrators who remove each other in parallel, one stays', async ({ assert }) => {
    const castle = await app.tenant('castle')
    const [first] = await app.ok<Person[]>('GET', '/api/users?search=admin@', { as: castle.admin })
    let last = { id: first!.id, as: castle.admin }
    for (let round = 0; round < 8; round++) {
      const email = `rival-${round}@castle.example`
      const { id } = await app.ok<Person>('POST', '/api/users', {
        as: await app.superAdmin(),
        headers: { 'x-tenant': castle.id },
        body: { email, role: 'admin' },
      })
      const rival = { id, as: await app.signIn(email, 'castle') }
      const replies = await Promise.all(
        [
          [last, rival],
          [rival, last],
        ].map(([one, other]) => app.call('DELETE', `/api/users/${other!.id}`, { as: one!.as }))
      )
      const statuses = replies.map(({ status }) => status)
      assert.lengthOf(
        statuses.filter((status) => status === 204),
        1,
        JSON.stringify(statuses)
      )
      if (statuses[1] === 204) last = rival
    }
  })

  test('several people are invited in one request, each with a result', async ({ assert }) => {
    const emails = ['new1@acme.example', 'NEW1@acme.example', 'no-address', 'editor@acme.example']
    const reply = await app.call<{
      invitations: { email: string; fate: string; message: string }[]
    }>('POST', '/api/users/invitations', {
      as: await app.superAdmin(),
      headers: { 'x-tenant': 'acme' },
      body: { emails, role: 'viewer' },
    })
    assert.deepEqual(
      reply.body.invitations.map(({ email, fate }) => [email, fate]),
      [
        ['new1@acme.example', 'invited'],
        ['no-address', 'invalid'],
        ['editor@acme.example', 'taken'],
      ]
    )
    const beyond = await app.call('POST', '/api/users/invitations', {
      as: clerk,
      body: { emails: ['x@acme.example'], role: 'admin' },
    })
    assert.equal(beyond.status, 403)
  })

  test('addresses ignore case, and the same one is another person in another tenant', async ({
    assert,
  }) => {
    const bolt = await app.tenant('bolt')
    const as = await app.superAdmin()
    const invite = (email: string, subdomain: string) =>
      app.call<Person>('POST', '/api/users', {
        as,
        headers: { 'x-tenant': subdomain },
        body: { email },
      })
    const made = await invite('Ｄock@Mu\u0308ller.example', 'acme')
    assert.equal(made.body.email, 'dock@müller.example')
    assert.equal((await invite('DOCK@MÜLLER.example', 'acme')).status, 409)
    assert.equal((await invite('dock@müller.example', 'bolt')).status, 201)
    const foreign = await app.call('PUT', `/api/users/${made.body.id}`, {
      as: bolt.admin,
      body: { firstName: 'Mine' },
    })
    assert.equal(foreign.status, 404)
  })

  test('only a pending person can be invited again', async ({ assert }) => {
    const { id, email } = await person('again@acme.example')
    const resend = (who: string) =>
      app.call<Person>('POST', `/api/users/${who}/resend`, { as: acme.admin })
    await app.mailTo(email, () => resend(id), /Accept the invitation/)
    assert.equal((await resend((await called('editor@')).id)).body.code, 'E_NOT_PENDING')
    await put(id, { isActive: false })
    assert.match((await resend(id)).body.message, /is deactivated/)
  })
})
