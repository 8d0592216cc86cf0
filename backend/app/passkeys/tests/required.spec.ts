import { test } from '@japa/runner'
import { FeedReader, until, type TestTenant } from '@crossdock/backend/testing'
import { unscoped } from '@crossdock/kernel/database'
import { pluginHost } from '@crossdock/kernel/plugin'
import { asOperator } from '@crossdock/kernel/tenancy'
import { sessionOf, type Caller } from '@crossdock/kernel/testing'
import { Authenticator } from './authenticator.js'
import { host, origin, passkeyLab, type Creation, type Refusal, type Standing } from './support.js'

/** All operations that are open without the second factor. Repeated here deliberately, to detect changes. */
const open: Record<string, string[]> = {
  enrol: [
    'GET /auth/me',
    'GET /passkeys',
    'GET /second-factor',
    'POST /auth/proof',
    'POST /auth/proof/verify',
    'POST /passkeys',
    'POST /passkeys/options',
  ],
  confirm: [
    'GET /auth/me',
    'GET /passkeys',
    'GET /second-factor',
    'POST /auth/proof/options',
    'POST /auth/proof/verify',
  ],
}

const missing = '01999999-9999-7999-8999-999999999999'

test.group('A required second factor', (group) => {
  const lab = passkeyLab(group)
  const { person, addKey, creation, add, keeper, careful, codesOf, turnTo, step } = lab
  const { ask, proveBy, prove, whoIs, heldBy, require, stranger, enter } = lab
  let turn = 0

  /** A tenant that requires it, and the passkey of its administrator. */
  async function strict(): Promise<TestTenant & { key: Authenticator }> {
    const tenant = await lab.app.tenant(`strict${++turn}`)
    const { key } = await addKey(tenant.admin)
    const { status, body } = await require(tenant.admin, true)
    if (status !== 200) throw new Error(JSON.stringify(body))
    return { ...tenant, key }
  }
  const try_ = (as: Caller) => lab.app.call<Refusal>('GET', '/api/assets', { as })

  // Red when identify() ignores `held`, and when an operation wrongly declares itself open for held sessions.
  test('leaves open only the operations to provide it', async ({ assert }) => {
    const tenant = await strict()
    const { as: enrolling } = await person('admin', tenant)
    const { as: known, email } = await keeper('admin', tenant)
    await asOperator('simulate an older session', async () =>
      unscoped()
        .from('sessions')
        .update({ second_factor_at: null })
        .where('user_id', await idOf(email))
    )
    const confirming = known
    await until('the session to be held', async () => (await heldBy(confirming)) === 'confirm')
    const held = { enrol: enrolling, confirm: confirming }
    const operations = (await pluginHost.use().operations()).filter(
      ({ access }) => access !== 'public'
    )
    for (const [hold, as] of Object.entries(held)) {
      const found = []
      for (const { route, method, path } of operations) {
        const filled = path.replace(/\{\w+\*?\}/g, missing)
        const { status, body } = await lab.app.call<Refusal>(method, filled, { as })
        // Answers without a body have no code.
        const isHeld = method === 'HEAD' || body?.code === 'E_SECOND_FACTOR_REQUIRED'
        if (isHeld) assert.equal(status, 403, route)
        else found.push(route)
      }
      assert.deepEqual(found.sort(), open[hold])
    }
    assert.isAbove(operations.length, 100)
  })

  const idOf = async (email: string): Promise<string> => {
    const row = await unscoped().from('users').select('id').where('email', email).firstOrFail()
    return row.id
  }

  test('is switched on with permission, an own passkey and a fresh proof', async ({ assert }) => {
    const tenant = await lab.app.tenant('careless')
    const without = await require(tenant.admin, true)
    assert.equal(without.status, 409)
    assert.equal(without.body.code, 'E_NO_PASSKEY')
    assert.equal((await require(tenant.editor, true)).body.code, 'E_FORBIDDEN')
    await addKey(tenant.admin)
    assert.deepEqual(
      (await require(tenant.admin, true)).body as Standing | Refusal,
      {
        required: true,
        requiredBy: 'tenant',
      } as never
    )
    const events = await asOperator('a test looks', async () =>
      unscoped()
        .from('middleware_events')
        .where({ tenant_id: tenant.id, event_type: 'second_factor_rule_changed' })
    )
    assert.lengthOf(events, 1)
    assert.equal((await require(tenant.admin, true)).status, 200)
    assert.isNull(await heldBy(tenant.admin))
    assert.equal((await require(tenant.admin, false)).body.requiredBy, null)
    assert.equal((await try_(tenant.viewer)).status, 200)
  })

  // Red when findHold() is decided at sign-in, when the event does not target the tenant, and when tokens are held.
  test('applies immediately to existing sessions and streams, but not to tokens', async ({
    assert,
  }) => {
    const tenant = await lab.app.tenant('awake')
    const feed = await FeedReader.open(lab.app.url, '/api/events/stream', tenant.viewer)
    await until('the feed to start', () => feed.lastEventId)
    assert.equal((await try_(tenant.viewer)).status, 200)
    await addKey(tenant.admin)
    assert.equal((await require(tenant.admin, true)).status, 200)
    const refused = await try_(tenant.viewer)
    assert.equal(refused.status, 403)
    assert.match(refused.body.message, /^A second factor is required of you, and you have none yet/)
    await until('the feed to end', () => feed.ended)
    const token = await lab.app.call<Refusal>('POST', '/api/api-tokens', {
      as: tenant.viewer,
      body: { name: 'around it' },
    })
    assert.equal(token.body.code, 'E_SECOND_FACTOR_REQUIRED')
    assert.equal((await try_(tenant.token)).status, 200)
    assert.equal((await try_(tenant.admin)).status, 200)
    assert.equal((await try_(lab.acme.viewer)).status, 200)
  })

  // Red when noteProof records a mailed code as a second factor.
  test('is not provided by a mailed code', async ({ assert }) => {
    const tenant = await strict()
    const { as, email } = await person('viewer', tenant)
    const { text } = await lab.app.mailTo(email, () =>
      lab.app.ok('POST', '/api/auth/proof', { as })
    )
    const code = /\b\d{6}\b/.exec(text)![0]
    assert.equal((await prove(as, { code })).status, 204)
    assert.equal(await heldBy(as), 'enrol')
  })

  // Red when a new passkey is not recorded for its session, and when isAskedOf checks only the person's choice.
  test('people without one add a passkey, which later sign-ins require', async ({ assert }) => {
    const tenant = await strict()
    const { as, email } = await person('viewer', tenant)
    assert.equal(await heldBy(as), 'enrol')
    const { key } = await addKey(as)
    assert.isNull(await heldBy(as))
    assert.equal((await try_(as)).status, 200)
    const [recovery] = await codesOf(as)
    const waiting = await lab.app.signIn(email, tenant.subdomain)
    assert.isNull(await whoIs(waiting))
    const { body } = await ask(waiting)
    const entered = sessionOf(await step(waiting, { passkey: key.get(body.options) }), waiting)
    assert.equal((await try_(entered)).status, 200)
    const other = await lab.app.signIn(email, tenant.subdomain)
    const byCode = sessionOf(await step(other, { recoveryCode: recovery! }), other)
    assert.equal((await try_(byCode)).status, 200)
    const { as: browser, options } = await stranger()
    const byKey = sessionOf(await enter(browser, key.get(options)), browser)
    assert.equal((await try_(byKey)).status, 200)
  })

  // Red when a proof by passkey is not recorded as a second factor.
  test('people with one confirm with it in a session that began by mail', async ({ assert }) => {
    const tenant = await lab.app.tenant('later')
    const { key, email } = await keeper('viewer', tenant)
    const weak = await lab.app.signIn(email, tenant.subdomain)
    const other = await lab.app.signIn(email, tenant.subdomain)
    const [recovery] = await codesOf(weak)
    await addKey(tenant.admin)
    await require(tenant.admin, true)
    assert.equal(await heldBy(weak), 'confirm')
    const refused = await try_(weak)
    assert.match(refused.body.message, /this session has not brought it/)
    assert.equal((await prove(weak, { code: '123456' })).body.code, 'E_SECOND_FACTOR_NEEDED')
    assert.equal(await heldBy(weak), 'confirm')
    assert.equal((await proveBy(key, weak)).status, 204)
    assert.equal((await try_(weak)).status, 200)
    assert.equal((await prove(other, { recoveryCode: 'aaaaa-aaaaa' })).body.code, 'E_PROOF')
    assert.equal((await prove(other, { recoveryCode: recovery! })).status, 204)
    assert.equal((await try_(other)).status, 200)
    assert.equal((await prove(weak, { recoveryCode: recovery! })).body.code, 'E_PROOF')
  })

  // Red when assertFirst is missing: another reader of the mail could add a second passkey.
  test('of two concurrent enrolments, the second must confirm with the passkey of the first', async ({
    assert,
  }) => {
    const tenant = await strict()
    const { as, email } = await person('viewer', tenant)
    const other = await lab.app.signIn(email, tenant.subdomain)
    const tabs = [as, other].map((caller) => ({ caller, key: new Authenticator(origin, host) }))
    const asked: Creation[] = []
    for (const { caller } of tabs) asked.push(await creation(caller))
    const made = await Promise.all(
      tabs.map(({ caller, key }, at) => add(caller, key.create(asked[at]!.options)))
    )
    assert.sameMembers(
      made.map(({ status }) => status),
      [201, 403]
    )
    const first = made.findIndex(({ status }) => status === 201)
    const late = tabs[1 - first]!.caller
    assert.equal(made[1 - first]!.body.code, 'E_SECOND_FACTOR_REQUIRED')
    assert.equal(await heldBy(late), 'confirm')
    assert.equal((await proveBy(tabs[first]!.key, late)).status, 204)
    assert.isNull(await heldBy(late))
  })

  test('cannot be bypassed by a concurrent sign-in', async ({ assert }) => {
    const tenant = await lab.app.tenant('busy')
    const people = []
    for (let at = 0; at < 4; at++) people.push(await person('viewer', tenant))
    await addKey(tenant.admin)
    const [, ...entered] = await Promise.all([
      require(tenant.admin, true),
      ...people.map(({ email }) => lab.app.signIn(email, tenant.subdomain)),
    ])
    for (const as of entered) assert.equal((await try_(as)).body.code, 'E_SECOND_FACTOR_REQUIRED')
  })

  // Red when refuseLast or assertNotRequired check only the person's choice.
  test('cannot be turned off or removed by the person', async ({ assert }) => {
    const tenant = await strict()
    const { as } = await person('viewer', tenant)
    const { passkeyId } = await addKey(as)
    const standing = await lab.app.ok<Standing>('GET', '/api/second-factor', { as })
    assert.deepEqual(standing, { required: true, requiredBy: 'tenant', recoveryCodes: 0 })
    const off = await turnTo(as, false)
    assert.equal(off.status, 409)
    assert.match(off.body.message, /^Your organization requires a second factor/)
    const last = await lab.app.call<Refusal>('DELETE', `/api/passkeys/${passkeyId}`, { as })
    assert.equal(last.body.code, 'E_LAST_PASSKEY')
    assert.match(last.body.message, /Add another passkey first\.$/)
    await addKey(as)
    await lab.app.ok('DELETE', `/api/passkeys/${passkeyId}`, { as })
  })

  // Red on PostgreSQL when assertOwnPasskey locks nothing: the person switches it on without a passkey.
  test('a person who switches it on has a passkey in the end, despite another tab', async ({
    assert,
  }) => {
    for (const subdomain of ['torn1', 'torn2', 'torn3']) {
      const tenant = await lab.app.tenant(subdomain)
      const { passkeyId } = await addKey(tenant.admin)
      await Promise.all([
        lab.app.call('DELETE', `/api/passkeys/${passkeyId}`, { as: tenant.admin }),
        require(tenant.admin, true),
      ])
      const { requiredBy } = await lab.app.ok<Standing>('GET', '/api/second-factor', {
        as: tenant.admin,
      })
      const kept = await lab.stored(passkeyId)
      assert.equal(Boolean(kept), requiredBy === 'tenant')
    }
  })

  // Red when assertCodeIsEnough is missing, in the request or the verification.
  test('a mailed code proves nothing for people with a second factor', async ({ assert }) => {
    const { as, key } = await careful()
    const mail = await lab.app.call<Refusal>('POST', '/api/auth/proof', { as })
    assert.equal(mail.body.code, 'E_SECOND_FACTOR_NEEDED')
    assert.match(mail.body.message, /Use a passkey or a recovery code\.$/)
    assert.equal((await prove(as, { code: '123456' })).body.code, 'E_SECOND_FACTOR_NEEDED')
    assert.equal((await proveBy(key, as)).status, 204)
    assert.equal((await prove(as, {})).status, 422)
  })

  // Red when requireFreshProof is missing: an earlier sign-in by mail could create recovery codes.
  test('once it is on, sessions that began by mail prove nothing', async ({ assert }) => {
    const { as, email, key } = await keeper()
    const weak = await lab.app.signIn(email, 'acme')
    assert.equal((await turnTo(as, true)).status, 200)
    const codes = () => lab.app.call<Refusal>('POST', '/api/recovery-codes', { as: weak })
    assert.equal((await codes()).body.code, 'E_FRESH_PROOF_NEEDED')
    assert.equal((await proveBy(key, weak)).status, 204)
    assert.equal((await codes()).status, 201)
  })

  const reset = (as: Caller, id: string) =>
    lab.app.call<Refusal>('DELETE', `/api/users/${id}/second-factor`, { as })

  // Red when the sessions stay, when grants are not checked, and when the tenant is not compared.
  test('is reset for a person who has lost it, who is notified and signs in again', async ({
    assert,
  }) => {
    const { id, as, email, key, codes } = await careful()
    const { id: adminId } = await lab.app
      .ok<{ user: { id: string } }>('GET', '/api/auth/me', { as: lab.acme.admin })
      .then(({ user }) => user)
    const stranger_ = await lab.app.tenant('elsewhere')
    assert.equal((await reset(stranger_.admin, id)).status, 404)
    assert.equal((await reset(lab.acme.editor, id)).body.code, 'E_FORBIDDEN')
    assert.equal((await reset(lab.acme.admin, adminId)).body.code, 'E_OWN_SECOND_FACTOR')
    const { key: role } = await lab.app.ok<{ key: string }>('POST', '/api/roles', {
      as: lab.acme.admin,
      body: { name: 'Keys', permissions: ['second_factors.write'] },
    })
    const { as: small } = await person(role)
    const above = await reset(small, adminId)
    assert.equal(above.body.code, 'E_GRANT')
    assert.match(above.body.message, /^You cannot manage admin@acme\.example/)

    const { text } = await lab.app.mailTo(
      email,
      async () => assert.equal((await reset(lab.acme.admin, id)).status, 204),
      /second factor was reset/i
    )
    assert.include(text, 'contact your administrator immediately')
    assert.isNull(await whoIs(as))
    const again = await lab.app.signIn(email, 'acme')
    assert.equal(await whoIs(again), email)
    const { as: browser, options } = await stranger()
    assert.equal((await enter(browser, key.get(options))).status, 401)
    const standing = await lab.app.ok<Standing>('GET', '/api/second-factor', { as: again })
    assert.deepEqual(standing, { required: false, requiredBy: null, recoveryCodes: 0 })
    assert.equal((await prove(again, { recoveryCode: codes[0]! })).body.code, 'E_PROOF')
  })
})

test.group('A second factor that the operator requires', (group) => {
  const lab = passkeyLab(group, { REQUIRE_SECOND_FACTOR: true })
  const { addKey, heldBy, turnTo } = lab

  test('is required of super administrators and of every organization', async ({ assert }) => {
    const email = 'operator@crossdock.example'
    const as = await lab.app.signIn(email)
    assert.equal(await heldBy(as), 'enrol')
    const tenants = () => lab.app.call<Refusal>('GET', '/api/tenants', { as })
    assert.equal((await tenants()).body.code, 'E_SECOND_FACTOR_REQUIRED')
    await addKey(as)
    assert.equal((await tenants()).status, 200)
    await lab.app.ok('POST', '/api/tenants', {
      as,
      body: { name: 'North', subdomain: 'north', adminEmail: 'admin@north.example' },
    })
    const admin = await lab.app.signIn('admin@north.example', 'north')
    assert.equal(await heldBy(admin), 'enrol')
    await addKey(admin)
    const rule = await lab.app.ok<Standing>('GET', '/api/second-factor-rule', { as: admin })
    assert.deepEqual(rule as object, { required: false, requiredBy: 'operator' })
    assert.match((await turnTo(admin, false)).body.message, /^The operator of this server/)
  })
})
