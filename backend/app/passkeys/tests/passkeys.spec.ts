// onBothDatabases: asks which database it runs on
import { test } from '@japa/runner'
import { unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import { until } from '@crossdock/backend/testing'
import {
  sessionAt,
  sessionOf,
  notifySeen,
  testDatabase,
  type Caller,
} from '@crossdock/kernel/testing'
import { Authenticator, cbor } from './authenticator.js'
import { host, origin, passkeyLab, type Asked, type Refusal, type Shown } from './support.js'

interface Person {
  email: string
  hasSecondFactor: boolean
}

test.group('Passkeys', (group) => {
  const lab = passkeyLab(group)
  const { person, creation, add, keeper, stranger, enter, whoIs, stored } = lab

  test('a passkey is created on a device, and signs in without naming a person', async ({
    assert,
  }) => {
    const { id, email, as } = await person()
    const key = new Authenticator(origin, host)
    const { options } = await creation(as)
    assert.equal(options.rp.id, host)
    assert.equal(Buffer.from(options.user.id, 'base64url').toString(), id)
    assert.equal(options.user.name, email)
    const made = await add(as, key.create(options), 'Work laptop')
    assert.equal(made.status, 201)
    assert.containsSubset(made.body, { name: 'Work laptop', lastUsedAt: null })

    const { as: browser, options: asked } = await stranger()
    assert.equal(asked.rpId, host)
    assert.lengthOf(asked.allowCredentials ?? [], 0)
    const reply = await enter(browser, key.get(asked), { next: '/assets' })
    assert.equal(reply.status, 200)
    assert.equal(reply.body.redirectUrl, '/assets')
    assert.equal(await whoIs(sessionOf(reply, browser)), email)
    // Red when startIdentifiedSession keeps the previous session of the browser.
    const former = sessionOf(reply, browser)
    const { body: next } = await lab.app.call<Asked>('POST', '/api/auth/passkey/options', {
      as: former,
    })
    assert.equal((await enter(former, key.get(next.options))).status, 200)
    assert.isNull(await whoIs(former))
    const [shown] = await lab.app.ok<Shown[]>('GET', '/api/passkeys', { as })
    assert.isNotNull(shown!.lastUsedAt)
    assert.notInclude(JSON.stringify(shown), 'public')
    const again = await creation(as)
    assert.deepEqual(
      again.options.excludeCredentials.map((one) => one.id),
      [key.id]
    )
  })

  // Each red when takeAnswer, assertOwnSite, verifyPasskey or storeCounter misses the check.
  test('invalid answers of a passkey are refused with their sentences', async ({ assert }) => {
    const { key, passkeyId } = await keeper()
    const tries: [lie: object, sentence: RegExp][] = [
      [
        { origin: 'https://crossdock.example.evil.example' },
        /^The passkey was used at https:\/\/cr/,
      ],
      [{ origin: 'https://other.crossdock.example' }, /, not at https:\/\/crossdock\.example\./],
      [{ rpId: 'evil.example' }, /^The passkey belongs to another site than crossdock\.example\./],
      [{ forged: true }, /^The signature of the passkey is invalid/],
      [{ unverified: true }, /^The signature of the passkey is invalid/],
      [{ userHandle: Buffer.from('unknown').toString('base64url') }, /^This passkey is unknown/],
    ]
    for (const [lie, sentence] of tries) {
      const { as, options } = await stranger()
      const reply = await enter(as, key.get(options, lie))
      assert.equal(reply.status, 401, JSON.stringify(lie))
      assert.equal(reply.body.code, 'E_SIGN_IN')
      assert.match(reply.body.message, sentence)
      assert.isNull(await whoIs(sessionOf(reply, as)))
    }
    assert.equal(Number((await stored(passkeyId)).counter), 0)
    const unknown = new Authenticator(origin, host)
    const { as, options } = await stranger()
    const userHandle = key.userHandle
    const reply = await enter(as, unknown.get(options, { userHandle }))
    assert.match(reply.body.message, /^This passkey is unknown/)
  })

  /** JSON that is not client data, or has other values instead of texts. */
  const nonsense = (challenge: string): unknown[] => [
    null,
    7,
    true,
    'text',
    [],
    [[challenge]],
    {},
    { challenge: null },
    { challenge: {} },
    { challenge },
    { challenge, origin: null },
    { challenge: [challenge], origin: [origin] },
    { challenge, origin: { toString: 1, valueOf: 1 } },
    { challenge, origin: JSON.parse(`${'['.repeat(900)}${']'.repeat(900)}`) },
    { challenge, origin, type: { toString: null }, tokenBinding: 7 },
  ]
  const encoded = (json: unknown) => Buffer.from(JSON.stringify(json)).toString('base64url')
  /** CBOR and bytes that are not an attestation. */
  const noAttestations = [
    '9g',
    'AA',
    'gA',
    'oA',
    'YWE',
    '_____w',
    Buffer.alloc(9_000, 0x81).toString('base64url'),
    ...['null', '{"fmt":"none"}'].map((text) => Buffer.from(text).toString('base64url')),
    ...[Buffer.from('a', 'utf8'), 5, new Map(), 'x'.repeat(40)].map((authData) =>
      cbor(
        new Map<unknown, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authData],
        ])
      ).toString('base64url')
    ),
  ]

  // Red when readClientData or readAuthenticatorData does not check what it reads.
  test('a malformed answer is refused with a sentence', async ({ assert }) => {
    const { key, as: own } = await keeper()
    const refused = (reply: { status: number; body: Refusal }, what: unknown) => {
      assert.include([401, 403, 422], reply.status, JSON.stringify(what))
      assert.match(reply.body.message, /\.$/)
    }
    for (const at of nonsense('').keys()) {
      const { as, options } = await stranger()
      const one = nonsense(options.challenge)[at]
      const answer = key.get(options)
      const response = { ...answer.response, clientDataJSON: encoded(one) }
      refused(await enter(as, { ...answer, response }), one)
    }
    for (const authenticatorData of ['AA', '_____w', Buffer.alloc(37).toString('base64url')]) {
      const { as, options } = await stranger()
      const answer = key.get(options)
      const response = { ...answer.response, authenticatorData }
      refused(await enter(as, { ...answer, response }), authenticatorData)
    }
    for (const at of [...nonsense('').keys(), ...noAttestations.keys()].keys()) {
      const { options } = await creation(own)
      const all = nonsense(options.challenge).map((one) => ({ clientDataJSON: encoded(one) }))
      const change = [...all, ...noAttestations.map((one) => ({ attestationObject: one }))][at]!
      const made = new Authenticator(origin, host).create(options)
      refused(await add(own, { ...made, response: { ...made.response, ...change } }), change)
    }
  })

  // Red when the id in the attestation is stored unchecked: the column of PostgreSQL is shorter.
  test('a passkey with another id than its browser sends is refused', async ({ assert }) => {
    const { as } = await person()
    const { options } = await creation(as)
    const key = new Authenticator(origin, host, 1_100)
    const made = { ...key.create(options), id: 'short', rawId: 'short' }
    assert.equal((await add(as, made)).status, 422)
  })

  // Red when assertOwnAddress uses originsOf without the organization, or accepts the address of any.
  test('a passkey also works at the address of its organization', async ({ assert }) => {
    const { as } = await person()
    const key = new Authenticator(origin, host)
    const there = { origin: 'https://acme.crossdock.example' }
    const abroad = { origin: 'https://other.crossdock.example' }
    const refused = await add(as, key.create((await creation(as)).options, abroad))
    assert.equal(refused.status, 422)
    assert.match(refused.body.message, /^The passkey was used at https:\/\/other\./)
    assert.equal((await add(as, key.create((await creation(as)).options, there))).status, 201)

    const { as: browser, options } = await stranger()
    assert.equal((await enter(browser, key.get(options, there))).status, 200)

    // Operators have no organization, and so only the main address.
    const operator = await lab.addKey(await lab.app.superAdmin())
    const { as: other, options: asked } = await stranger()
    assert.equal((await enter(other, operator.key.get(asked, there))).status, 401)
  })

  // Red when addPasskey, removePasskey or takeSecondFactor does not update the mark, or removePasskey removes it
  // with the first of two.
  test('the directory shows and filters people with a passkey', async ({ assert }) => {
    const { email, as, id, passkeyId } = await keeper()
    const has = async () => {
      const path = (has: boolean) => `/api/users?search=${email}&hasSecondFactor=${has}`
      const [yes, no] = await Promise.all(
        [true, false].map((has) => lab.app.ok<Person[]>('GET', path(has), { as: lab.acme.admin }))
      )
      assert.deepEqual(
        [...yes!, ...no!].map((one) => one.email),
        [email]
      )
      assert.equal([...yes!, ...no!][0]!.hasSecondFactor, yes!.length === 1)
      return yes!.length === 1
    }
    assert.isTrue(await has())
    const other = await lab.addKey(as)
    await lab.app.ok('DELETE', `/api/passkeys/${other.passkeyId}`, { as })
    assert.isTrue(await has())
    await lab.app.ok('DELETE', `/api/passkeys/${passkeyId}`, { as })
    assert.isFalse(await has())
    await lab.addKey(as)
    assert.isTrue(await has())
    await lab.app.ok('DELETE', `/api/users/${id}/second-factor`, { as: lab.acme.admin })
    assert.isFalse(await has())
  })

  // Red when takeChallenge only reads, or ignores the browser or the expiry.
  test('an answer is valid once, for its browser and purpose', async ({ assert }) => {
    const { key, as: own } = await keeper()
    const { as, options } = await stranger()
    const answer = key.get(options)
    const elsewhere = await stranger()
    assert.match((await enter(elsewhere.as, answer)).body.message, /was already used/)
    assert.match((await enter({ headers: {} }, answer)).body.message, /was already used/)
    const proof = await lab.app.call<Refusal>('POST', '/api/auth/proof/verify', {
      as: own,
      body: { passkey: answer },
    })
    assert.equal(proof.status, 403)
    assert.equal((await enter(as, answer)).status, 200)
    const replayed = await enter(as, answer)
    assert.equal(replayed.status, 401)
    assert.match(replayed.body.message, /was already used/)

    const late = await stranger()
    await asOperator('a test moves the time', async () =>
      unscoped().from('passkey_challenges').update({ expires_at: '2020-01-01T00:00:00.000Z' })
    )
    assert.match((await enter(late.as, key.get(late.options))).body.message, /expired/)
  })

  // Red when takeChallenge ignores the purpose: one session gets a challenge to confirm and one for a new passkey.
  test('one challenge of a session does not accept the answer for another', async ({ assert }) => {
    const { as, key } = await keeper()
    const { options: made } = await creation(as)
    const { options: asked } = await lab.app.ok<Asked>('POST', '/api/auth/proof/options', { as })
    const another = new Authenticator(origin, host)
    const added = await add(as, another.create({ ...made, challenge: asked.challenge }))
    assert.equal(added.status, 422)
    assert.match(added.body.message, /belongs to another request/)
    const proved = await lab.prove(as, { passkey: key.get(made) })
    assert.equal(proved.status, 403)
    assert.match(proved.body.message, /belongs to another request/)
    // Each challenge accepts its own answer.
    assert.equal((await add(as, another.create(made))).status, 201)
    assert.equal((await lab.prove(as, { passkey: key.get(asked) })).status, 204)
  })

  // Red when storeCounter does not compare the counters: the copy can sign in.
  test('a copied passkey is refused, and the log records it', async ({ assert }) => {
    const { key, passkeyId } = await keeper()
    const first = await stranger()
    assert.equal((await enter(first.as, key.get(first.options, { counter: 7 }))).status, 200)
    for (const counter of [7, 3, 0]) {
      const { as, options } = await stranger()
      const reply = await enter(as, key.get(options, { counter }))
      assert.equal(reply.status, 401)
      assert.match(reply.body.message, /^The passkey "Laptop" may have been copied/)
    }
    assert.equal(Number((await stored(passkeyId)).counter), 7)
    const events = await asOperator('a test looks', async () =>
      unscoped().from('middleware_events').where({
        event_type: 'passkey_suspected',
        target_id: passkeyId,
      })
    )
    assert.lengthOf(events, 3)
    // Without a valid signature no copy is reported.
    const { as, options } = await stranger()
    const forged = await enter(as, key.get(options, { counter: 1, forged: true }))
    assert.match(forged.body.message, /^The signature/)
  })

  // Red (PostgreSQL) when storeCounter does not lock the passkey: both requests read the old counter.
  test('of a passkey and its concurrent copy, only one signs in', async ({ assert }) => {
    const { key } = await keeper()
    for (let counter = 1; counter < 7; counter++) {
      const asked = await Promise.all([stranger(), stranger()])
      const answers = asked.map(({ options }) => key.get(options, { counter }))
      const replies = await Promise.all(asked.map(({ as }, at) => enter(as, answers[at]!)))
      assert.sameMembers(
        replies.map(({ status }) => status),
        [200, 401]
      )
    }
  })

  test('a passkey without a counter signs in repeatedly', async ({ assert }) => {
    const { key } = await keeper()
    for (let at = 0; at < 2; at++) {
      const { as, options } = await stranger()
      assert.equal((await enter(as, key.get(options, { counter: 0 }))).status, 200)
    }
  })

  test('a deactivated person cannot sign in, and a removed person leaves no passkeys', async ({
    assert,
  }) => {
    const { key, id, passkeyId } = await keeper()
    await asOperator('no door yet', async () => {
      await unscoped().from('users').where('id', id).update({ is_active: false })
    })
    notifySeen({ eventType: 'altered', tenantId: null, targetType: 'user', targetId: id })
    const { as, options } = await stranger()
    const refused = await enter(as, key.get(options))
    assert.equal(refused.status, 401)
    assert.equal(refused.body.message, 'This person may not sign in. Ask an administrator.')
    await asOperator('no door yet', async () => {
      await unscoped().from('users').where('id', id).delete()
    })
    assert.notExists(await stored(passkeyId))
  })

  // Red when addPasskey does not verify the answer as sign-in does.
  test('a new passkey must answer its own challenge, for this site', async ({ assert }) => {
    const { as } = await person()
    const key = new Authenticator(origin, host)
    const tries: [lie: object, sentence: RegExp][] = [
      [{ origin: 'https://evil.example' }, /^The passkey was used at https:\/\/evil\.example/],
      [{ rpId: 'evil.example' }, /^The passkey belongs to another site/],
      [{ unverified: true }, /^The answer of the passkey is invalid/],
      // Red when assertNoAttestation allows certificates: the library would fetch addresses in them.
      [{ attestation: 'packed' }, /cannot be read/],
      [{ attestation: 'android-key' }, /cannot be read/],
    ]
    for (const [lie, sentence] of tries) {
      const { options } = await creation(as)
      const reply = await add(as, key.create(options, lie))
      assert.equal(reply.status, 422, JSON.stringify(lie))
      assert.match(reply.body.message, sentence)
    }
    const { options } = await creation(as)
    const answer = key.create(options)
    const other = await person()
    assert.match((await add(other.as, answer)).body.message, /belongs to another request/)
    assert.equal((await add(as, answer)).status, 201)
    assert.match((await add(as, answer)).body.message, /was already used/)
    const { options: second } = await creation(as)
    const known = await add(as, key.create(second))
    assert.equal(known.status, 409)
    assert.equal(known.body.message, 'This passkey is already added.')
  })

  test('only its owner can rename and remove it', async ({ assert }) => {
    const { as, passkeyId, key } = await keeper()
    const path = `/api/passkeys/${passkeyId}`
    for (const [method, body] of [
      ['PUT', { name: 'Theirs' }],
      ['DELETE', undefined],
    ] as const) {
      const refused = await lab.app.call<Refusal>(method, path, { as: lab.acme.admin, body })
      assert.equal(refused.status, 404)
      const program = await lab.app.call<Refusal>(method, path, { as: lab.acme.token, body })
      assert.equal(program.body.code, 'E_NO_SESSION')
    }
    const renamed = await lab.app.ok<Shown>('PUT', path, { as, body: { name: 'Key ring' } })
    assert.equal(renamed.name, 'Key ring')
    await lab.app.ok('DELETE', path, { as })
    assert.deepEqual(await lab.app.ok('GET', '/api/passkeys', { as }), [])
    const browser = await stranger()
    assert.equal((await enter(browser.as, key.get(browser.options))).status, 401)
  })

  // Red when no proof is required: a person at an unlocked screen could create a way to sign in.
  test('adding and removing require a fresh proof, also by passkey', async ({ assert }) => {
    const { as, id, key, passkeyId } = await keeper()
    const grow = async () => {
      await asOperator('a test moves the time', async () =>
        unscoped()
          .from('sessions')
          .where('user_id', id)
          .update({ proved_at: '2020-01-01T00:00:00.000Z' })
      )
      notifySeen({ eventType: 'altered', tenantId: null, targetType: 'user', targetId: id })
    }
    await grow()
    for (const [method, path, body] of [
      ['POST', '/api/passkeys/options', undefined],
      ['POST', '/api/passkeys', { name: 'x', passkey: {} }],
      ['DELETE', `/api/passkeys/${passkeyId}`, undefined],
    ] as const) {
      const refused = await lab.app.call<Refusal>(method, path, { as, body })
      assert.equal(refused.body.code, 'E_FRESH_PROOF_NEEDED', `${method} ${path}`)
    }
    const prove = (passkey: object) =>
      lab.app.call<Refusal>('POST', '/api/auth/proof/verify', { as, body: { passkey } })
    const { options } = await lab.app.ok<Asked>('POST', '/api/auth/proof/options', { as })
    assert.deepEqual(
      options.allowCredentials?.map((one) => one.id),
      [key.id]
    )
    // A passkey of another person proves nothing about this person.
    const other = await keeper()
    const foreign = await prove(other.key.get(options))
    assert.equal(foreign.status, 403)
    assert.equal(foreign.body.code, 'E_PROOF')
    assert.equal(foreign.body.errors[0]!.field, 'passkey')
    const again = await lab.app.ok<Asked>('POST', '/api/auth/proof/options', { as })
    assert.equal((await prove(key.get(again.options))).status, 204)
    assert.equal((await lab.app.call('POST', '/api/passkeys/options', { as })).status, 200)
    const both = await lab.app.call<Refusal>('POST', '/api/auth/proof/verify', { as, body: {} })
    assert.equal(both.status, 422)
  })

  test('a person has at most twenty passkeys', async ({ assert }) => {
    const { as } = await person()
    for (let at = 0; at < 20; at++) {
      const { options } = await creation(as)
      const made = await add(as, new Authenticator(origin, host).create(options), `Key ${at}`)
      assert.equal(made.status, 201)
    }
    const full = await lab.app.call<Refusal>('POST', '/api/passkeys/options', { as })
    assert.equal(full.status, 409)
    assert.equal(full.body.message, 'You have 20 passkeys, which is the limit. Remove one first.')
  })

  /** Starts work that waits for a lock on a person, one after the other, and then releases all of them together. */
  const behind = <T>(userId: string, works: (() => Promise<T>)[]) =>
    sessionAt(lab.app.database.databaseUrl!, (holder) =>
      sessionAt(lab.app.database.databaseUrl!, async (watcher) => {
        await holder.query(`begin; select set_config('app.tenant_id', '*', true)`)
        await holder.query('select from users where id = $1 for no key update', [userId])
        const begun: Promise<T>[] = []
        for (const work of works) {
          begun.push(work())
          await until('the request to wait', async () => {
            const { rows } = await watcher.query(
              `select from pg_stat_activity where datname = current_database()
               and wait_event_type = 'Lock' and query ilike '%users%for no key update'`
            )
            return rows.length === begun.length
          })
        }
        await holder.query('commit')
        return Promise.all(begun)
      })
    )
  const adding = async (as: Caller) => {
    const { options } = await creation(as)
    const passkey = new Authenticator(origin, host).create(options)
    return () => add(as, passkey)
  }

  // Red (PostgreSQL) when takeSecondFactor does not lock the person: it deletes the earlier passkeys and records
  // that none are left.
  test('a passkey added during a reset is stored and marked, or neither', async ({ assert }) => {
    const { id, as } = await keeper()
    const path = `/api/users/${id}/second-factor`
    const [added, reset] = await behind<{ status: number }>(id, [
      await adding(as),
      () => lab.app.call('DELETE', path, { as: lab.acme.admin }),
    ])
    assert.deepEqual([added!.status, reset!.status], [201, 204])
    const [kept, { has_second_factor: noted }] = await asOperator('a test looks', async () => [
      await unscoped().from('passkeys').where('user_id', id),
      await unscoped().from('users').where('id', id).first(),
    ])
    assert.isEmpty(kept)
    assert.isFalse(noted)
  }).skip(testDatabase !== 'pg', 'SQLite has one writer')

  // Red (PostgreSQL) when addPasskey does not lock the person, or counts before locking.
  test('two concurrent additions do not exceed twenty', async ({ assert }) => {
    const { id, as } = await person()
    for (let at = 0; at < 19; at++) assert.equal((await (await adding(as))()).status, 201)
    const added = await behind(id, [await adding(as), await adding(as)])
    const refused = added.filter(({ status }) => status !== 201)
    assert.deepEqual(
      refused.map(({ status, body }) => [status, body.code]),
      [[409, 'E_PASSKEYS']]
    )
    assert.lengthOf(await lab.app.ok<Shown[]>('GET', '/api/passkeys?limit=100', { as }), 20)
  }).skip(testDatabase !== 'pg', 'SQLite has one writer')

  test('the super administrator has passkeys, too', async ({ assert }) => {
    const as = await lab.app.superAdmin()
    const key = new Authenticator(origin, host)
    const { options } = await creation(as)
    assert.equal((await add(as, key.create(options))).status, 201)
    const browser = await stranger()
    const reply = await enter(browser.as, key.get(browser.options))
    assert.equal(await whoIs(sessionOf(reply, browser.as)), 'operator@crossdock.example')
  })
})
