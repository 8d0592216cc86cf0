import { test } from '@japa/runner'
import { bootApp, until, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { accounts } from '@crossdock/backend/users'
import { unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import { tellSeen } from '@crossdock/kernel/testing'

test.group('People who are remembered', (group) => {
  let app: TestApp
  let acme: TestTenant
  let id: string

  group.setup(async () => {
    app = await bootApp()
    acme = await app.tenant('acme')
    const [admin] = await app.ok<{ id: string }[]>('GET', '/api/users?filter={"role":"admin"}', {
      as: acme.admin,
    })
    id = admin!.id
    return () => app.stop()
  })

  const alter = (table: string, where: string, columns: object) =>
    asOperator('no operation does it yet', async () =>
      unscoped().from(table).where('id', where).update(columns)
    )
  const tell = (targetType: string, targetId: string) =>
    tellSeen({ eventType: 'altered', tenantId: null, targetType, targetId })
  const known = async () => (await accounts.use().known(id))!

  // Red when an account is not dropped by the events of its person, and those of its tenant.
  test('are as the log tells, at once', async ({ assert }) => {
    assert.isTrue((await known()).mayEnter)
    await alter('users', id, { last_name: 'Renamed' })
    tell('user', id)
    assert.equal((await known()).lastName, 'Renamed')
    await alter('tenants', acme.id, { status: 'suspended' })
    tell('tenant', acme.id)
    assert.isFalse((await known()).mayEnter)
    await alter('tenants', acme.id, { status: 'active' })
    tell('tenant', acme.id)
    assert.isTrue((await known()).mayEnter)
  })

  // Red when they are remembered for as long as nobody tells of a change.
  test('are soon as the database has them', async () => {
    await known()
    await alter('users', id, { last_name: 'By hand' })
    await until('it to be seen', async () => (await known()).lastName === 'By hand')
  })
})
