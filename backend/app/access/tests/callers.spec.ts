import vine from '@vinejs/vine'
import { test } from '@japa/runner'
import { accessGuards, roles, roleSources } from '@crossdock/backend/access'
import { bootApp, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { transaction } from '@crossdock/kernel/database'
import { defineEvent, recordEvent } from '@crossdock/kernel/events'
import { concerns, type Identity } from '@crossdock/kernel/http'
import { contribute, definePlugin } from '@crossdock/kernel/plugin'
import { currentTenantId, inTenant } from '@crossdock/kernel/tenancy'
import { rows } from './support.js'

let tenantId = ''
const shared = new Set(['assets.read'])

/** A caller without a person. */
const link = (): Identity => ({
  actor: { type: 'link', id: 'a-link', userId: null, label: 'Link to the folder' },
  userId: null,
  credential: { type: 'share_link', id: 'a-link' },
  tenantId,
  isSuperAdmin: false,
  permissions: shared,
  environmentId: null,
})

const ownRoles = new Map([['auditor', ['activity.read']]])
const asked: string[] = []

const roleChanged = defineEvent('role_changed', {
  description: 'A probe',
  payload: vine.object({}),
})

const probe = definePlugin({
  name: 'probe',
  version: '1.0.0',
  compatibility: '^0.1',
  dependsOn: ['access'],
  eventTypes: [roleChanged],
  contributes: [
    contribute(accessGuards, (guards) =>
      guards.add('link', {
        claims: ({ headers }) => headers['x-link'] !== undefined,
        identify: async ({ headers }) => (headers['x-link'] === 'good' ? link() : null),
      })
    ),
    contribute(roleSources, (sources) =>
      sources.add('probe', {
        async permissionsOf(role) {
          asked.push(`${currentTenantId()} ${role}`)
          return ownRoles.get(role) ?? null
        },
      })
    ),
  ],
})

test.group('Callers without a person, and custom roles', (group) => {
  let app: TestApp
  let acme: TestTenant

  group.setup(async () => {
    app = await bootApp({ plugins: [probe] })
    acme = await app.tenant('acme')
    tenantId = acme.id
    return () => app.stop()
  })

  const as = { headers: { 'x-link': 'good' } }

  test('act in their tenant with their permissions, and count as no person', async ({ assert }) => {
    assert.deepEqual((await app.call('GET', '/api/assets', { as })).status, 200)
    const body = { name: 'Own', type: 'folder' }
    assert.equal((await app.call('POST', '/api/assets', { as, body })).status, 403)
    const me = await app.call<{ code: string }>('GET', '/api/auth/me', { as })
    assert.equal(me.status, 403)
    assert.equal(me.body.code, 'E_NO_PERSON')
    const bad = await app.call('GET', '/api/assets', { as: { headers: { 'x-link': 'bad' } } })
    assert.equal(bad.status, 401)
  })

  // Red when createToken accepts a caller without a person.
  test('create no API tokens', async ({ assert }) => {
    shared.add('tokens.write')
    const body = { name: 'mine' }
    const reply = await app.call<{ code: string }>('POST', '/api/api-tokens', { as, body })
    shared.delete('tokens.write')
    assert.equal(reply.status, 403)
    assert.equal(reply.body.code, 'E_NO_PERSON')
  })

  test('their events have no user', async ({ assert }) => {
    shared.add('assets.write')
    const body = { name: 'From a link', type: 'folder' }
    const { id } = await app.ok<{ id: string }>('POST', '/api/assets', { as, body })
    shared.delete('assets.write')
    const [event] = await rows<object>('middleware_events', { target_id: id })
    assert.containSubset(event, { actor_type: 'link', actor_id: 'a-link', user_id: null })
  })

  test('an event concerns the credential, person, tenant or role of its target', ({ assert }) => {
    const identity = { ...link(), userId: 'ada', environmentId: 'trial' }
    const about = (targetType: string | null, targetId: string | null, tenant: string | null) =>
      concerns({ targetType, targetId, tenantId: tenant }, identity)
    assert.isTrue(about('share_link', 'a-link', null))
    assert.isFalse(about('share_link', 'another', tenantId))
    assert.isTrue(about('user', 'ada', tenantId))
    assert.isFalse(about('user', 'bob', tenantId))
    assert.isFalse(concerns({ targetType: 'user', targetId: null, tenantId }, link()))
    assert.isTrue(about('tenant', tenantId, null))
    assert.isTrue(about('environment', 'trial', tenantId))
    assert.isFalse(about('environment', 'production', tenantId))
    assert.isTrue(about('role', 'any', tenantId))
    assert.isTrue(about('role', 'any', null))
    assert.isFalse(about('role', 'any', 'another tenant'))
    assert.isFalse(about('asset', 'a-link', tenantId))
  })

  // Red when ofTenants drops nothing for a role, or caches one answer for all tenants.
  test('a tenant can define roles, and changes apply immediately', async ({ assert }) => {
    const may = async (role: string, tenant: string | null = acme.id) =>
      [...(await roles.use().permissionsOf({ tenantId: tenant, role }))].sort()
    assert.deepEqual(await may('auditor'), ['activity.read'])
    assert.deepEqual(await may('auditor'), ['activity.read'])
    assert.deepEqual(await may('auditor', null), [])
    assert.deepEqual(await may('unknown'), [])
    assert.deepEqual([...new Set(asked)], [`${acme.id} auditor`, `${acme.id} unknown`])
    const { id } = await app.tenant('birch')
    await may('auditor', id)
    assert.include(asked, `${id} auditor`)
    for (let change = 0; change < 20; change++) {
      const given = change % 2 ? ['activity.read'] : ['activity.read', 'users.read']
      await inTenant(acme.id, () =>
        transaction(async () => {
          ownRoles.set('auditor', given)
          await recordEvent(roleChanged, { target: { type: 'role', id: 'auditor' }, payload: {} })
        })
      )
      assert.deepEqual(await may('auditor'), given)
    }
    ownRoles.set('editor', ['tokens.write'])
    assert.notInclude(await may('editor'), 'tokens.write')
  })

  // Live connections and caches read the event from the log.
  test('signing out records an event', async ({ assert }) => {
    const session = await app.signIn('viewer@acme.example', 'acme')
    const { session: own } = await app.ok<{ session: { id: string } }>('GET', '/api/auth/me', {
      as: session,
    })
    await app.ok('POST', '/api/auth/logout', { as: session })
    const [event, ...more] = await rows<object>('middleware_events', { target_id: own.id })
    assert.lengthOf(more, 0)
    assert.containSubset(event, {
      event_type: 'session_ended',
      target_type: 'session',
      tenant_id: acme.id,
      actor_type: 'user',
    })
  })
})
