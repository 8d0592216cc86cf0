import { test } from '@japa/runner'
import type { Assert } from '@japa/assert'
import { bootApp, type Caller, type Reply, type TestApp } from '@crossdock/backend/testing'
import { roleSources } from '@crossdock/backend/access'
import { unscoped } from '@crossdock/kernel/database'
import { contribute, definePlugin } from '@crossdock/kernel/plugin'
import { asOperator } from '@crossdock/kernel/tenancy'
import { RoleLab, type Refused, type Role } from './support.js'

const turns = 8
const parallel = 4

let isThere = true
/** A role source that deletes a role right after it was read, in the moment between check and use. */
const fleeting = definePlugin({
  name: 'fleeting',
  version: '1.0.0',
  compatibility: '^0.1',
  dependsOn: ['access'],
  contributes: [
    contribute(roleSources, (sources) =>
      sources.add('fleeting', {
        permissionsOf: (role) => {
          const found = role === 'fleeting' && isThere ? [] : null
          if (found) isThere = false
          return Promise.resolve(found)
        },
      })
    ),
  ],
})

test.group('A role that is deleted while it is given', (group) => {
  let app: TestApp
  let lab: RoleLab
  let operator: Caller

  group.setup(async () => {
    app = await bootApp({ plugins: [fleeting] })
    lab = new RoleLab(app, await app.tenant('acme'))
    const { headers } = await app.superAdmin()
    // Invitations of operators have no limit.
    operator = { headers: { ...headers, 'x-tenant': lab.tenant.id } }
    return () => app.stop()
  })

  const holdersOf = ({ key }: Role) =>
    asOperator(
      'a test counts',
      async () => (await unscoped().from('users').where('role', key)).length
    )
  const invite = (role: string) =>
    app.call<Refused & { id: string }>('POST', '/api/users', {
      as: operator,
      body: { email: `${crypto.randomUUID()}@acme.example`, role },
    })

  /** Either a person gets the role and it is not deleted, or it is deleted and no one has it. */
  async function race(assert: Assert, give: (key: string, at: number) => Promise<Reply>) {
    for (let turn = 0; turn < turns; turn++) {
      const role = await lab.some(['assets.read'])
      const giving = Array.from({ length: parallel }, (_, at) => give(role.key, at))
      // The deletion starts a little later in each round.
      for (let look = 0; look < turn % 8; look++) await app.call('GET', '/api/health/live')
      const deleted = await lab.delete(role.id)
      const given = (await Promise.all(giving)).map(({ status }) => status)
      const holders = await holdersOf(role)
      const details = JSON.stringify([given, deleted.status, holders])
      const isGiven = given.some((status) => status < 300)
      assert.equal(deleted.status, isGiven ? 409 : 204, details)
      assert.equal(holders, given.filter((status) => status < 300).length, details)
    }
  }

  // Red when inviteUser checks the role only before its transaction.
  test('is not given to an invited person', async ({ assert }) => {
    isThere = true
    assert.equal((await invite('fleeting')).status, 422)
    await race(assert, invite)
  })

  // Red when isKnown does not lock the role, or updateUser checks it before its transaction.
  test('is not given to an existing person', async ({ assert }) => {
    const people = await Promise.all(Array.from({ length: parallel }, () => invite('viewer')))
    const put = (at: number, role: string) =>
      app.call('PUT', `/api/users/${people[at]!.body.id}`, { as: operator, body: { role } })
    isThere = true
    assert.equal((await put(0, 'fleeting')).status, 422)
    await race(assert, async (role, at) => {
      await put(at, 'viewer')
      return put(at, role)
    })
  })
})
