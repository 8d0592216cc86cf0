import { test } from '@japa/runner'
import { bootApp, until, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { accounts } from '@crossdock/backend/users'
import { unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import { notifySeen } from '@crossdock/kernel/testing'

test.group('Cached accounts', (group) => {
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
  const recordSeen = (targetType: string, targetId: string) =>
    notifySeen({ eventType: 'altered', tenantId: null, targetType, targetId })
  const known = async () => (await accounts.use().known(id))!

  // Red when an event of the person or the tenant does not drop the account from the cache.
  test('change immediately with events', async ({ assert }) => {
    assert.isTrue((await known()).mayEnter)
    await alter('users', id, { last_name: 'Renamed' })
    recordSeen('user', id)
    assert.equal((await known()).lastName, 'Renamed')
    await alter('tenants', acme.id, { status: 'suspended' })
    recordSeen('tenant', acme.id)
    assert.isFalse((await known()).mayEnter)
    await alter('tenants', acme.id, { status: 'active' })
    recordSeen('tenant', acme.id)
    assert.isTrue((await known()).mayEnter)
  })

  // Red when accounts stay cached until an event.
  test('change soon after a change in the database', async () => {
    await known()
    await alter('users', id, { last_name: 'By hand' })
    await until('it to be seen', async () => (await known()).lastName === 'By hand')
  })
})
