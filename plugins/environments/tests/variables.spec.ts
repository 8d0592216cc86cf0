import { test } from '@japa/runner'
import {
  bootApp,
  until,
  type Caller,
  type TestApp,
  type TestTenant,
} from '@crossdock/backend/testing'
import { newId, now, unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import { addEnvironment } from './add_environment.js'

interface Variable {
  id: string
  environmentId: string
  name: string
  value: string | null
  isSecret: boolean
  description: string | null
  useCount: number
  usedBy: { type: string; id: string; name: string }[]
  updatedAt: string
  [field: string]: unknown
}

interface Refusal {
  code: string
  message: string
  errors: { field: string; message: string }[]
}

const path = '/api/environments/production/variables'

test.group('Variables of an environment', (group) => {
  let app: TestApp
  let acme: TestTenant
  let globex: TestTenant

  group.setup(async () => {
    app = await bootApp()
    acme = await app.tenant('acme')
    globex = await app.tenant('globex')
    return () => app.stop()
  })

  const environmentOf = async ({ admin }: TestTenant) =>
    (await app.ok<{ id: string }[]>('GET', '/api/tenant/environments', { as: admin }))[0]!.id
  const add = (body: object, as: Caller = acme.admin) =>
    app.ok<Variable>('POST', path, { as, body })
  const tryAdd = (body: object, as: Caller = acme.admin) =>
    app.call<Variable & Refusal>('POST', path, { as, body })
  const change = (id: string, body: object, headers = {}) =>
    app.call<Variable & Refusal>('PUT', `${path}/${id}`, { as: acme.admin, body, headers })
  const rows = (where: object) =>
    asOperator('test', () => unscoped().from('environment_variables').where(where))

  test('are added, found, changed and deleted; the environment by its id or name', async ({
    assert,
  }) => {
    const environment = await environmentOf(acme)
    const made = await add({
      name: 'SHOP_HOST',
      value: 'shop.example',
      description: ' Of the shop ',
    })
    assert.deepInclude(made, {
      environmentId: environment,
      name: 'SHOP_HOST',
      value: 'shop.example',
      isSecret: false,
      description: 'Of the shop',
      useCount: 0,
      usedBy: [],
    })
    const byId = `/api/environments/${environment}/variables`
    const found = await app.ok<Variable[]>('GET', `${byId}?search=of the shop`, { as: acme.editor })
    assert.deepEqual(found, [made])
    const changed = await change(made.id, { ...made, value: 'shop2.example' })
    assert.equal(changed.status, 200)
    assert.equal(changed.body.value, 'shop2.example')
    assert.deepEqual(
      await app.ok<Variable>('GET', `${path}/${made.id}`, { as: acme.editor }),
      changed.body
    )
    await app.ok('DELETE', `${path}/${made.id}`, { as: acme.admin })
    assert.equal((await app.call('GET', `${path}/${made.id}`, { as: acme.admin })).status, 404)
  })

  // Red when showVariable() shows the column, when sealedValue() returns the text, or an event carries the
  // value.
  test('a secret is write-only: in no answer, row, event or export', async ({ assert }) => {
    const value = 'k3pt-to-itself-4711'
    const made = await add({ name: 'SHOP_KEY', value, isSecret: true, description: 'Key' })
    assert.deepInclude(made, { value: null, isSecret: true })
    const replies = [
      await app.call('GET', path, { as: acme.admin }),
      await app.call('GET', `${path}?search=${value}`, { as: acme.admin }),
      await app.call('GET', `${path}/${made.id}`, { as: acme.admin }),
      await change(made.id, { value: `${value}-2`, description: 'Key of the shop' }),
      await change(made.id, { value, isSecret: true }),
      await app.call('GET', '/api/activity', { as: acme.admin }),
      await app.call('GET', '/api/activity/export', { as: acme.admin }),
    ]
    for (const { status, body } of replies) {
      assert.equal(status, 200)
      assert.notInclude(JSON.stringify(body), value)
    }
    const [row] = await rows({ id: made.id })
    assert.isNull(row.value)
    assert.match(row.sealed, /^s1\./)
    const events = await asOperator('test', () =>
      unscoped().from('middleware_events').where('target_id', made.id)
    )
    assert.lengthOf(events, 3)
    assert.notInclude(JSON.stringify([row, events]), value)
    await app.ok('DELETE', `${path}/${made.id}`, { as: acme.admin })
  })

  // Red when newValue() accepts null or the mask as a value, or a secret may become plain.
  test('a secret stays a secret, and keeps its value when nothing or its mask is sent', async ({
    assert,
  }) => {
    const { id } = await add({ name: 'KEPT', value: 'kept-4712', isSecret: true })
    const [{ sealed }] = await rows({ id })
    for (const value of [undefined, null, '••••••••']) {
      assert.equal((await change(id, { value, description: String(value) })).status, 200)
      assert.equal((await rows({ id }))[0].sealed, sealed)
    }
    const plain = await change(id, { isSecret: false, value: 'now readable' })
    assert.equal(plain.status, 422)
    assert.equal(plain.body.errors[0]!.field, 'isSecret')
    await app.ok('DELETE', `${path}/${id}`, { as: acme.admin })
  })

  test('a plain variable can become a secret; its text is deleted from the row', async ({
    assert,
  }) => {
    const { id } = await add({ name: 'HARDENED', value: 'was-readable-4713' })
    const { body } = await change(id, { isSecret: true })
    assert.deepInclude(body, { isSecret: true, value: null })
    assert.notInclude(JSON.stringify(await rows({ id })), 'was-readable-4713')
    await app.ok('DELETE', `${path}/${id}`, { as: acme.admin })
  })

  // Red when contextOf() leaves out the id: a value sealed for one row would open in another.
  test('a sealed value that is copied to another row does not open there', async ({ assert }) => {
    const one = await add({ name: 'COPIED', value: 'copied-4714', isSecret: true })
    const other = await add({ name: 'RECEIVER', value: 'other', isSecret: true })
    const { contextOf } = await import('../variables/sealing.js')
    const { secrets } = await import('@crossdock/kernel/secrets')
    const [{ sealed }] = await rows({ id: one.id })
    assert.equal(secrets.use().open(sealed, contextOf(one.id)), 'copied-4714')
    assert.throws(() => secrets.use().open(sealed, contextOf(other.id)), /does not open/)
    for (const { id } of [one, other]) {
      await app.ok('DELETE', `${path}/${id}`, { as: acme.admin })
    }
  })

  // Red when an operation loses its permission, or the definition of environments.write gives it to editors.
  test('editors see them, admins change them, viewers neither', async ({ assert }) => {
    const { id } = await add({ name: 'ROLES', value: '1' })
    const statuses = async (as: Caller) => [
      (await app.call('GET', path, { as })).status,
      (await app.call('GET', `${path}/${id}`, { as })).status,
      (await tryAdd({ name: 'MORE', value: '1' }, as)).status,
      (await app.call('PUT', `${path}/${id}`, { as, body: { value: '2' } })).status,
      (await app.call('DELETE', `${path}/${id}`, { as })).status,
    ]
    assert.deepEqual(await statuses(acme.viewer), [403, 403, 403, 403, 403])
    assert.deepEqual(await statuses(acme.editor), [200, 200, 403, 403, 403])
    assert.deepEqual(await statuses({ headers: {} }), [401, 401, 401, 401, 401])
    await app.ok('DELETE', `${path}/${id}`, { as: acme.admin })
  })

  // Red when inEnvironment() or findVariable() does not check the tenant.
  test('an environment or a variable of another tenant is not found', async ({ assert }) => {
    const { id } = await add({ name: 'FOREIGN', value: '1' }, globex.admin)
    const foreign = `/api/environments/${await environmentOf(globex)}/variables`
    const body = { value: '2' }
    for (const address of [`${foreign}/${id}`, `${path}/${id}`]) {
      for (const method of ['GET', 'DELETE']) {
        assert.equal((await app.call(method, address, { as: acme.admin })).status, 404)
      }
      assert.equal((await app.call('PUT', address, { as: acme.admin, body })).status, 404)
    }
    assert.equal((await app.call('GET', foreign, { as: acme.admin })).status, 404)
    const added = { name: 'MINE', value: '1' }
    assert.equal((await app.call('POST', foreign, { as: acme.admin, body: added })).status, 404)
  })

  // Red when findVariable() or listVariables() leaves out environment_id, and when inEnvironment() does not
  // check the environment of a token.
  test('each environment has its own, and a bound token sees only those of its environment', async ({
    assert,
  }) => {
    const tenant = await app.tenant('initech')
    const as = tenant.admin
    const id = await addEnvironment(tenant.id, 'development')
    const own = `/api/environments/${id}/variables`
    await app.ok('POST', path, { as, body: { name: 'HOST', value: 'live' } })
    const other = await app.ok<Variable>('POST', own, { as, body: { name: 'HOST', value: 'dev' } })
    const names = async (address: string) =>
      (await app.ok<Variable[]>('GET', address, { as })).map(({ value }) => value)
    assert.deepEqual(await names(path), ['live'])
    assert.deepEqual(await names(own), ['dev'])
    assert.equal((await app.call('GET', `${path}/${other.id}`, { as })).status, 404)

    const { token } = await app.ok<{ token: string }>('POST', '/api/api-tokens', {
      as,
      body: { name: 'bound', environment: 'development' },
    })
    const bound: Caller = { headers: { authorization: `Bearer ${token}` } }
    assert.equal((await app.call('GET', own, { as: bound })).status, 200)
    assert.equal((await app.call('GET', path, { as: bound })).status, 404)
    const body = { name: 'MORE', value: '1' }
    assert.equal((await app.call('POST', path, { as: bound, body })).status, 404)
  })

  const hostile = ['__proto__', 'constructor', 'host', 'A-B', '1A', 'A B', '', `A${'B'.repeat(64)}`]
  for (const name of hostile) {
    test(`"${name.slice(0, 20)}" is not a valid name`, async ({ assert }) => {
      assert.equal((await tryAdd({ name, value: '1' })).status, 422)
      const raw = `{"name":"FINE","value":"1","${name || 'other'}":"x"}`
      const reply = await app.call('POST', path, {
        as: acme.admin,
        body: new Blob([raw], { type: 'application/json' }),
      })
      assert.equal(reply.status, 422)
    })
  }

  test('property names of all objects are valid names', async ({ assert }) => {
    const made = await add({ name: 'CONSTRUCTOR', value: '{variables.TOSTRING}' })
    assert.equal(made.value, '{variables.TOSTRING}')
    await app.ok('DELETE', `${path}/${made.id}`, { as: acme.admin })
  })

  test('a value has at most 8 KiB, and no control characters except line breaks and tabs', async ({
    assert,
  }) => {
    const most = 'ä'.repeat(4096)
    for (const value of [most, '', 'one\r\ntwo\tthree']) {
      const { id, value: kept } = await add({ name: 'VALUE', value })
      assert.equal(kept, value)
      await app.ok('DELETE', `${path}/${id}`, { as: acme.admin })
    }
    const wrong = [`${most}b`, 'a\u0000b', 'a\u001b[31m', 'a\u007f', 5, null, ['a']]
    for (const value of wrong) {
      const { status, body } = await tryAdd({ name: 'VALUE', value })
      assert.equal(status, 422, String(value))
      assert.equal(body.code, 'E_VALIDATION')
    }
  })

  // Red when lockVariables() is left out (PostgreSQL), or createVariable() does not check the name.
  test('of two concurrent additions with one name, one succeeds', async ({ assert }) => {
    const both = await Promise.all([1, 2].map((n) => tryAdd({ name: 'TWICE', value: String(n) })))
    assert.deepEqual(both.map(({ status }) => status).sort(), [201, 409])
    const refused = both.find(({ status }) => status === 409)!
    assert.equal(refused.body.code, 'E_NAME_TAKEN')
    assert.include(refused.body.message, 'TWICE')
  })

  // Red when refuseCircle() is not called, or treats a sealed value as a text without placeholders.
  test('a circular reference is refused by name when it is saved, also through secrets', async ({
    assert,
  }) => {
    const self = await tryAdd({ name: 'LOOP', value: '{variables.LOOP}' })
    assert.equal(self.status, 422)
    assert.include(self.body.message, 'The variable LOOP refers to itself.')
    await add({ name: 'RING_A', value: 'x-{variables.RING_B}', isSecret: true })
    await add({ name: 'RING_B', value: '{variables.RING_C}' })
    const closing = await tryAdd({ name: 'RING_C', value: 'https://{variables.RING_A}/' })
    assert.equal(closing.status, 422)
    assert.equal(
      closing.body.message,
      'The variable RING_C refers to itself through RING_A, RING_B.'
    )
    const { id } = await add({ name: 'RING_C', value: 'open' })
    assert.equal((await change(id, { value: '{variables.RING_A}' })).status, 422)
  })

  // Red when two changes are not serialized: each would still see the other value as plain.
  test('of two concurrent changes that form a circle, one is refused', async ({ assert }) => {
    const one = await add({ name: 'CROSS_A', value: '1' })
    const other = await add({ name: 'CROSS_B', value: '1' })
    const both = await Promise.all([
      change(one.id, { value: '{variables.CROSS_B}' }),
      change(other.id, { value: '{variables.CROSS_A}' }),
    ])
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 422])
  })

  // Red when refuseCircle() checks only the new value: a value that refers to it would be too long.
  test('variables may refer to each other ten deep, not eleven; repeated values stay limited', async ({
    assert,
  }) => {
    for (let n = 1; n < 10; n++) {
      await add({ name: `DEEP_${n}`, value: n === 1 ? 'end' : `{variables.DEEP_${n - 1}}` })
    }
    const tenth = await add({ name: 'DEEP_10', value: '{variables.DEEP_9}' })
    const eleventh = await tryAdd({ name: 'DEEP_11', value: '{variables.DEEP_10}' })
    assert.equal(eleventh.status, 422)
    assert.include(eleventh.body.message, 'DEEP_11')
    await add({ name: 'WIDE', value: 'x'.repeat(8192) })
    const wider = await tryAdd({ name: 'WIDER', value: '{variables.WIDE}'.repeat(9) })
    assert.equal(wider.status, 422)
    assert.include(wider.body.message, '64 KiB')
    const raised = await change(
      (await app.ok<Variable[]>('GET', `${path}?name=DEEP_1`, { as: acme.admin }))[0]!.id,
      { value: '{variables.WIDE}' }
    )
    assert.equal(raised.status, 422)
    assert.include(raised.body.message, 'DEEP_10')
    assert.equal((await change(tenth.id, { value: 'short' })).status, 200)
  })

  // Red when deleteVariable() does not check its uses.
  test('a variable in use is not deleted, and its uses are named', async ({ assert }) => {
    const base = await add({ name: 'USED_HOST', value: 'h' })
    const user = await add({ name: 'USER', value: 'https://{variables.USED_HOST}', isSecret: true })
    const shown = await app.ok<Variable>('GET', `${path}/${base.id}`, { as: acme.editor })
    assert.deepEqual(shown.usedBy, [{ type: 'variable', id: user.id, name: 'USER' }])
    const refused = await app.call<Refusal>('DELETE', `${path}/${base.id}`, { as: acme.admin })
    assert.equal(refused.status, 409)
    assert.equal(refused.body.message, 'USED_HOST is used by USER. Change that first.')
    await app.ok('DELETE', `${path}/${user.id}`, { as: acme.admin })
    await app.ok('DELETE', `${path}/${base.id}`, { as: acme.admin })
  })

  // Red when updateVariable() keeps the previous person.
  test('shows who changed one last', async ({ assert }) => {
    const { id, updatedBy } = await add({ name: 'WHOSE', value: '1' })
    const body = { email: 'second@acme.example', role: 'admin' }
    const second = await app.ok<{ id: string }>('POST', '/api/users', { as: acme.admin, body })
    assert.notEqual(updatedBy, second.id)
    const as = await app.signIn(body.email, 'acme')
    const shown = await app.ok<Variable>('PUT', `${path}/${id}`, { as, body: { value: '2' } })
    assert.equal(shown.updatedBy, second.id)
  })

  test('a concurrent change is not overwritten', async ({ assert }) => {
    const { id } = await add({ name: 'TAGGED', value: '1' })
    const { headers } = await app.call('GET', `${path}/${id}`, { as: acme.admin })
    const tag = { 'if-match': headers.get('etag')! }
    assert.equal((await change(id, { value: '2' }, tag)).status, 200)
    assert.equal((await change(id, { value: '3' }, tag)).status, 412)
  })

  test('an environment has at most 500', async ({ assert }) => {
    const tenant = await app.tenant('hooli')
    const environment_id = await environmentOf(tenant)
    await asOperator('test', () =>
      unscoped()
        .table('environment_variables')
        .multiInsert(
          Array.from({ length: 499 }, (_, n) => ({
            id: newId(),
            tenant_id: tenant.id,
            environment_id,
            name: `V_${n}`,
            value: '1',
            is_secret: false,
            created_at: now(),
            updated_at: now(),
          }))
        )
    )
    const as = tenant.admin
    const both = await Promise.all(['LAST', 'OVER'].map((name) => tryAdd({ name, value: '1' }, as)))
    assert.deepEqual(both.map(({ status }) => status).sort(), [201, 409])
    const refused = both.find(({ status }) => status === 409)!
    assert.equal(refused.body.code, 'E_TOO_MANY_VARIABLES')
  })

  test('are deleted with their environment', async ({ assert }) => {
    const tenant = await app.tenant('umbrella')
    const id = await addEnvironment(tenant.id, 'development')
    const own = `/api/environments/${id}/variables`
    await app.ok('POST', own, { as: tenant.admin, body: { name: 'GONE', value: '1' } })
    await asOperator('test', () => unscoped().from('tenant_environments').where({ id }).delete())
    assert.lengthOf(await rows({ environment_id: id }), 0)
  })

  test('the feed shows in both languages who changed what, without the value', async ({
    assert,
  }) => {
    const { id } = await add({ name: 'NOTED', value: 'not-shown-4715', isSecret: true })
    const feed = async (language: string) =>
      JSON.stringify(
        await app.ok('GET', '/api/activity', {
          as: acme.admin,
          headers: { 'accept-language': language },
        })
      )
    await until('the feed', async () => (await feed('en')).includes('Added the secret NOTED'))
    assert.include(await feed('de'), 'Geheimnis NOTED hinzugefügt')
    await app.ok('DELETE', `${path}/${id}`, { as: acme.admin })
    assert.notInclude(await feed('en'), 'not-shown-4715')
  })
})
