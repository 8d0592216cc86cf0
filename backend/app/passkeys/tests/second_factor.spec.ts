import { test } from '@japa/runner'
import { withCode } from '@crossdock/backend/testing'
import { unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import { sessionOf, notifySeen, type Caller } from '@crossdock/kernel/testing'
import { passkeyLab, type Asked, type Refusal } from './support.js'

test.group('A second factor', (group) => {
  const lab = passkeyLab(group)
  const { person, addKey, codesOf, turnTo, careful, stranger, enter, step, ask, whoIs } = lab

  // Red when enter() does not check: the mailed link alone signs in.
  test('is required after the mailed link, and an own passkey provides it', async ({ assert }) => {
    const { email, key } = await careful()
    const waiting = await lab.app.signIn(email, 'acme')
    assert.notInclude(waiting.headers.cookie, 'crossdock_session')
    assert.isNull(await whoIs(waiting))
    const { body } = await ask(waiting)
    assert.deepEqual(
      body.options.allowCredentials?.map(({ id }) => id),
      [key.id]
    )
    const reply = await step(waiting, { passkey: key.get(body.options), next: '/assets' })
    assert.equal(reply.status, 200)
    assert.equal(reply.body.redirectUrl, '/assets')
    assert.equal(await whoIs(sessionOf(reply, waiting)), email)
    // The sign-in no longer waits.
    assert.equal((await ask(waiting)).status, 409)
  })

  test('is required after the mailed code', async ({ assert }) => {
    const { email, codes } = await careful()
    const who = { email, tenantId: 'acme' }
    let asked!: Caller
    const { text } = await lab.app.mailTo(email, async () => {
      asked = sessionOf(await lab.app.call('POST', '/api/auth/magic-link', { body: who }))
    })
    const body = { ...who, code: withCode.exec(text)![0] }
    const reply = await lab.app.call<{ secondFactor?: boolean; redirectUrl?: string }>(
      'POST',
      '/api/auth/verify-code',
      { as: asked, body }
    )
    assert.equal(reply.status, 200)
    assert.isTrue(reply.body.secondFactor)
    assert.isUndefined(reply.body.redirectUrl)
    const waiting = sessionOf(reply, asked)
    assert.isNull(await whoIs(waiting))
    const done = await step(waiting, { recoveryCode: codes[0]! })
    assert.equal(await whoIs(sessionOf(done, waiting)), email)
  })

  // Red when a new sign-in keeps the pending one of its browser.
  test('is required for the last sign-in that the browser began', async ({ assert }) => {
    const [first, last] = [await careful(), await careful()]
    const begin = async (email: string, former?: Caller) => {
      const who = { email, tenantId: 'acme' }
      let as = former
      const { text } = await lab.app.mailTo(email, async () => {
        as = sessionOf(await lab.app.call('POST', '/api/auth/magic-link', { as, body: who }), as)
      })
      const body = { ...who, code: withCode.exec(text)![0] }
      return sessionOf(await lab.app.call('POST', '/api/auth/verify-code', { as, body }), as)
    }
    const waiting = await begin(last.email, await begin(first.email))
    assert.equal((await step(waiting, { recoveryCode: first.codes[0]! })).status, 401)
    const reply = await step(waiting, { recoveryCode: last.codes[0]! })
    assert.equal(reply.status, 200)
    assert.equal(await whoIs(sessionOf(reply, waiting)), last.email)
    assert.equal((await step(waiting, { recoveryCode: first.codes[0]! })).status, 409)
  })

  // Red when a used code is not deleted, is not bound to its person, or is stored in plain text.
  test('can be a recovery code, once, for its person only', async ({ assert }) => {
    const { email, as, codes } = await careful()
    const other = await careful()
    assert.lengthOf(new Set(codes), 10)
    for (const code of codes) assert.match(code, /^[a-z2-9]{5}-[a-z2-9]{5}$/)
    const stored = await asOperator('a test looks', async () => unscoped().from('recovery_codes'))
    for (const written of [codes[0]!, codes[0]!.replace('-', '')]) {
      assert.notInclude(JSON.stringify(stored), written)
    }

    const foreign = await step(await lab.app.signIn(email, 'acme'), {
      recoveryCode: other.codes[0]!,
    })
    assert.equal(foreign.status, 401)
    assert.match(foreign.body.message, /^This recovery code is wrong or already used/)
    const typed = ` ${codes[3]!.toUpperCase().replace('-', ' ')} `
    const waiting = await lab.app.signIn(email, 'acme')
    const reply = await step(waiting, { recoveryCode: typed })
    assert.equal(await whoIs(sessionOf(reply, waiting)), email)
    assert.equal(
      (await step(await lab.app.signIn(email, 'acme'), { recoveryCode: codes[3]! })).status,
      401
    )
    const { recoveryCodes } = await lab.app.ok<{ recoveryCodes: number }>(
      'GET',
      '/api/second-factor',
      {
        as,
      }
    )
    assert.equal(recoveryCodes, 9)
    const renewed = await codesOf(as)
    assert.equal(
      (await step(await lab.app.signIn(email, 'acme'), { recoveryCode: codes[1]! })).status,
      401
    )
    const again = await lab.app.signIn(email, 'acme')
    assert.equal((await step(again, { recoveryCode: renewed[0]! })).status, 200)
  })

  // Red when attempts are not counted.
  test('cannot be guessed: five wrong codes end the sign-in', async ({ assert }) => {
    const { email, codes } = await careful()
    const waiting = await lab.app.signIn(email, 'acme')
    for (let at = 0; at < 5; at++) {
      assert.equal((await step(waiting, { recoveryCode: `aaaaa-aaaa${at}` })).status, 401)
    }
    const late = await step(waiting, { recoveryCode: codes[0]! })
    assert.equal(late.status, 409)
    assert.match(late.body.message, /^This sign-in has expired/)
    const another = await lab.app.signIn(email, 'acme')
    assert.equal((await step(another, { recoveryCode: codes[0]! })).status, 200)
  })

  // Red (PostgreSQL) when the pending sign-in is not locked: concurrent guesses do not see each other's count.
  test('cannot be guessed by concurrent attempts', async ({ assert }) => {
    const { id, email } = await careful()
    const waiting = await lab.app.signIn(email, 'acme')
    // As many as the limit allows: failuresPerSignIn.
    const tries = Array.from({ length: 10 }, (_, at) =>
      step(waiting, { recoveryCode: `aaaaa-aaa${at + 10}` })
    )
    for (const { status } of await Promise.all(tries)) assert.oneOf(status, [401, 409])
    const [{ attempts }] = await asOperator('a test counts', async () =>
      unscoped().from('waiting_sign_ins').where('user_id', id)
    )
    assert.equal(attempts, 5)
  })

  // Red when the pending sign-in is not bound to its browser, does not expire, or accepts any passkey.
  test('is provided by the pending browser, in time, and with an own passkey', async ({
    assert,
  }) => {
    const { email, key, codes } = await careful()
    const other = await careful()
    const withoutBrowser = await step({ headers: {} }, { recoveryCode: codes[0]! })
    assert.equal(withoutBrowser.status, 409)
    const waiting = await lab.app.signIn(email, 'acme')
    const { body } = await ask(waiting)
    const foreign = await step(waiting, { passkey: other.key.get(body.options) })
    assert.equal(foreign.status, 401)
    const elsewhere = await lab.app.call<Asked>('POST', '/api/auth/passkey/options')
    const answer = key.get(elsewhere.body.options)
    assert.equal((await step(waiting, { passkey: answer })).status, 401)
    await asOperator('a test moves the time', async () =>
      unscoped().from('waiting_sign_ins').update({ expires_at: '2020-01-01T00:00:00.000Z' })
    )
    assert.equal((await step(waiting, { recoveryCode: codes[0]! })).status, 409)
    assert.equal((await ask(waiting)).status, 409)
    const both = await step(waiting, {})
    assert.equal(both.status, 422)
  })

  test('needs a passkey, which then stays', async ({ assert }) => {
    const { as } = await person()
    const without = await turnTo(as, true)
    assert.equal(without.status, 409)
    assert.equal(without.body.code, 'E_NO_PASSKEY')
    const one = await careful()
    const last = await lab.app.call<Refusal>('DELETE', `/api/passkeys/${one.passkeyId}`, {
      as: one.as,
    })
    assert.equal(last.status, 409)
    assert.equal(last.body.code, 'E_LAST_PASSKEY')
    assert.isFalse((await turnTo(one.as, false)).body.required)
    await lab.app.ok('DELETE', `/api/passkeys/${one.passkeyId}`, { as: one.as })
    assert.equal(await whoIs(await lab.app.signIn(one.email, 'acme')), one.email)
  })

  test('is not required for a sign-in by passkey', async ({ assert }) => {
    const { email, key } = await careful()
    const asked = await lab.app.call<Asked>('POST', '/api/auth/passkey/options')
    const as = sessionOf(asked)
    const reply = await lab.app.call('POST', '/api/auth/passkey/verify', {
      as,
      body: { passkey: key.get(asked.body.options) },
    })
    assert.equal(await whoIs(sessionOf(reply, as)), email)
  })

  // Red on PostgreSQL when no one is locked: both keys are deleted, twenty codes are valid, and concurrent switches
  // fail.
  test('serializes two tabs', async ({ assert }) => {
    const { id, as, passkeyId } = await careful()
    const { passkeyId: second } = await addKey(as)
    const removals = await Promise.all(
      [passkeyId, second].map((one) => lab.app.call('DELETE', `/api/passkeys/${one}`, { as }))
    )
    assert.sameMembers(
      removals.map(({ status }) => status),
      [204, 409]
    )
    await Promise.all(Array.from({ length: 4 }, () => codesOf(as)))
    const kept = await asOperator('a test counts', async () =>
      unscoped().from('recovery_codes').where('user_id', id)
    )
    assert.lengthOf(kept, 10)
    assert.equal((await turnTo(as, false)).status, 200)
    const turned = await Promise.all(Array.from({ length: 4 }, () => turnTo(as, true)))
    assert.deepEqual(
      turned.map(({ status }) => status),
      [200, 200, 200, 200]
    )
  })

  // Red when no proof is required: an unlocked screen is enough to turn it off.
  test('can be turned off, and codes created, only with a fresh proof', async ({ assert }) => {
    const { id, as } = await careful()
    await asOperator('a test moves the time', async () =>
      unscoped()
        .from('sessions')
        .where('user_id', id)
        .update({ proved_at: '2020-01-01T00:00:00.000Z' })
    )
    notifySeen({ eventType: 'altered', tenantId: null, targetType: 'user', targetId: id })
    assert.equal((await turnTo(as, false)).body.code, 'E_FRESH_PROOF_NEEDED')
    const codes = await lab.app.call<Refusal>('POST', '/api/recovery-codes', { as })
    assert.equal(codes.body.code, 'E_FRESH_PROOF_NEEDED')
    const token = await lab.app.call<Refusal>('GET', '/api/second-factor', { as: lab.acme.token })
    assert.equal(token.body.code, 'E_NO_SESSION')
  })

  // The last test, because the limit of this network is used up afterwards.
  // Red when attempts of the second step are counted by network, or those of browsers without a challenge.
  test('requests of others in the network do not use up the attempts', async ({ assert }) => {
    const { email, key } = await careful()
    const nonsense = { passkey: key.get((await stranger()).options) }
    for (let at = 0; at < 60; at++) {
      const { status } = await enter({ headers: {} }, nonsense.passkey)
      assert.equal(status, 401)
    }
    const asked = Array.from({ length: 110 }, () =>
      lab.app.call('POST', '/api/auth/passkey/options')
    )
    assert.include(
      (await Promise.all(asked)).map(({ status }) => status),
      429
    )
    const waiting = await lab.app.signIn(email, 'acme')
    const { status, body } = await ask(waiting)
    assert.equal(status, 200)
    assert.equal((await step(waiting, { passkey: key.get(body.options) })).status, 200)
  })
})
