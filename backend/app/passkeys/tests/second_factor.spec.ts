import { test } from '@japa/runner'
import { withCode } from '@crossdock/backend/testing'
import { unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import { sessionOf, tellSeen, type Caller } from '@crossdock/kernel/testing'
import { passkeyLab, type Asked, type Refusal } from './support.js'

test.group('A second factor', (group) => {
  const lab = passkeyLab(group)
  const { person, addKey, codesOf, turnTo, careful, stranger, enter, step, ask, whoIs } = lab

  // Red when enter() does not ask: the mailed link alone signs in.
  test('is asked for behind the mailed link, and a passkey of theirs gives it', async ({
    assert,
  }) => {
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
    // It waits no longer.
    assert.equal((await ask(waiting)).status, 409)
  })

  test('is asked for behind the mailed code', async ({ assert }) => {
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

  // Red when a sign-in that begins leaves the one its browser waited with.
  test('is asked of whoever the browser has begun with last', async ({ assert }) => {
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

  // Red when a used code is not deleted, when it is not bound to its person, or kept as it is.
  test('is a recovery code, once, of the person alone', async ({ assert }) => {
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
    assert.match(foreign.body.message, /^That recovery code is wrong or was used already/)
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
    const anew = await codesOf(as)
    assert.equal(
      (await step(await lab.app.signIn(email, 'acme'), { recoveryCode: codes[1]! })).status,
      401
    )
    const again = await lab.app.signIn(email, 'acme')
    assert.equal((await step(again, { recoveryCode: anew[0]! })).status, 200)
  })

  // Red when attempts are not counted.
  test('is not guessed: five wrong codes end the sign-in', async ({ assert }) => {
    const { email, codes } = await careful()
    const waiting = await lab.app.signIn(email, 'acme')
    for (let at = 0; at < 5; at++) {
      assert.equal((await step(waiting, { recoveryCode: `aaaaa-aaaa${at}` })).status, 401)
    }
    const late = await step(waiting, { recoveryCode: codes[0]! })
    assert.equal(late.status, 409)
    assert.match(late.body.message, /^This sign-in has waited too long/)
    const anew = await lab.app.signIn(email, 'acme')
    assert.equal((await step(anew, { recoveryCode: codes[0]! })).status, 200)
  })

  // Red (PostgreSQL) when the sign-in that waits is not held: guesses made at the same time do not count each other.
  test('is not guessed by many tries at the same moment', async ({ assert }) => {
    const { id, email } = await careful()
    const waiting = await lab.app.signIn(email, 'acme')
    // As many as are looked at: failuresPerSignIn.
    const tries = Array.from({ length: 10 }, (_, at) =>
      step(waiting, { recoveryCode: `aaaaa-aaa${at + 10}` })
    )
    for (const { status } of await Promise.all(tries)) assert.oneOf(status, [401, 409])
    const [{ attempts }] = await asOperator('a test counts', async () =>
      unscoped().from('waiting_sign_ins').where('user_id', id)
    )
    assert.equal(attempts, 5)
  })

  // Red when the waiting sign-in is not bound to its browser, has no end, or takes any passkey.
  test('is brought by the browser that waits, in time, and by their own passkey', async ({
    assert,
  }) => {
    const { email, key, codes } = await careful()
    const other = await careful()
    const nobody = await step({ headers: {} }, { recoveryCode: codes[0]! })
    assert.equal(nobody.status, 409)
    const waiting = await lab.app.signIn(email, 'acme')
    const { body } = await ask(waiting)
    const foreign = await step(waiting, { passkey: other.key.get(body.options) })
    assert.equal(foreign.status, 401)
    const elsewhere = await lab.app.call<Asked>('POST', '/api/auth/passkey/options')
    const answer = key.get(elsewhere.body.options)
    assert.equal((await step(waiting, { passkey: answer })).status, 401)
    await asOperator('a test makes time pass', async () =>
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

  test('is not asked of who comes in by passkey', async ({ assert }) => {
    const { email, key } = await careful()
    const asked = await lab.app.call<Asked>('POST', '/api/auth/passkey/options')
    const as = sessionOf(asked)
    const reply = await lab.app.call('POST', '/api/auth/passkey/verify', {
      as,
      body: { passkey: key.get(asked.body.options) },
    })
    assert.equal(await whoIs(sessionOf(reply, as)), email)
  })

  // Red on PostgreSQL when nobody is held: both keys go, twenty codes are good, and two who turn it on fail.
  test('of two tabs at once one follows the other', async ({ assert }) => {
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

  // Red when proof is not asked for: a screen left open turns it off.
  test('is turned off, and codes are made, with a fresh proof alone', async ({ assert }) => {
    const { id, as } = await careful()
    await asOperator('a test makes time pass', async () =>
      unscoped()
        .from('sessions')
        .where('user_id', id)
        .update({ proved_at: '2020-01-01T00:00:00.000Z' })
    )
    tellSeen({ eventType: 'altered', tenantId: null, targetType: 'user', targetId: id })
    assert.equal((await turnTo(as, false)).body.code, 'E_FRESH_PROOF_NEEDED')
    const codes = await lab.app.call<Refusal>('POST', '/api/recovery-codes', { as })
    assert.equal(codes.body.code, 'E_FRESH_PROOF_NEEDED')
    const token = await lab.app.call<Refusal>('GET', '/api/second-factor', { as: lab.acme.token })
    assert.equal(token.body.code, 'E_NO_SESSION')
  })

  // The last one: nobody from here is asked for a passkey afterwards.
  // Red when tries of the second step are counted by the network, or those of browsers that were asked for nothing.
  test('what others of the same network ask for leaves the tries alone', async ({ assert }) => {
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
