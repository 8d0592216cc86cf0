import { test } from '@japa/runner'
import { passkeyLab, type Refusal } from '../../passkeys/tests/support.js'
import { sessionOf } from '@crossdock/kernel/testing'
import { alterRules, put } from './support.js'

test.group('Sign-in rules and passkeys', (group) => {
  const lab = passkeyLab(group)
  const { careful, keeper, stranger, enter, step, ask, whoIs, prove } = lab
  let turn = 0

  const rule = (ssoOnly: boolean) => alterRules(lab.acme.id, { sso_only: ssoOnly })
  group.each.setup(() => () => rule(false))

  // Red when startIdentifiedSession does not check the rules.
  test('a passkey does not sign in where only a provider does', async ({ assert }) => {
    const { key, email } = await keeper()
    await rule(true)
    const { as, options } = await stranger()
    const refused = await enter(as, key.get(options))
    assert.deepEqual([refused.status, refused.body.code], [401, 'E_SIGN_IN_RULE'])
    assert.isNull(await whoIs(as))
    await rule(false)
    const again = await stranger()
    const entered = sessionOf(await enter(again.as, key.get(again.options)), again.as)
    assert.equal(await whoIs(entered), email)
  })

  test('neither does a second step or a recovery code that was waiting', async ({ assert }) => {
    const { key, email, codes } = await careful()
    const waiting = await lab.app.signIn(email, 'acme')
    const { body } = await ask(waiting)
    await rule(true)
    const byKey = await step(waiting, { passkey: key.get(body.options) })
    assert.equal(byKey.body.code, 'E_SIGN_IN_RULE')
    const byCode = await step(waiting, { recoveryCode: codes[0]! })
    assert.equal(byCode.body.code, 'E_SIGN_IN_RULE')
    assert.isNull(await whoIs(waiting))
    // Red when a refused sign-in uses up the code.
    await rule(false)
    const entered = sessionOf(await step(waiting, { recoveryCode: codes[0]! }), waiting)
    assert.equal(await whoIs(entered), email)
  })

  test('neither does a person of a domain that is not allowed', async ({ assert }) => {
    const person = await lab.app.ok<{ id: string }>('POST', '/api/users', {
      as: lab.acme.admin,
      body: { email: `k${++turn}@elsewhere.example`, role: 'viewer' },
    })
    assert.isString(person.id)
    const as = await lab.app.signIn(`k${turn}@elsewhere.example`, 'acme')
    const { key } = await lab.addKey(as)
    const body = { allowedDomains: ['acme.example'], confirm: true }
    assert.equal((await put(lab.app, lab.acme.admin, body)).status, 200)
    const { as: browser, options } = await stranger()
    const refused = await enter(browser, key.get(options))
    assert.equal((refused.body as Refusal).code, 'E_SIGN_IN_RULE')
    assert.equal((await prove(as, { code: '123456' })).status, 401)
    await put(lab.app, lab.acme.admin, { allowedDomains: [] })
  })
})
