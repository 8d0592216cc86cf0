// onOneDatabase: no database takes part
import { test } from '@japa/runner'
import { sessionOf, type Caller } from '@crossdock/kernel/testing'
import { Authenticator } from './authenticator.js'
import { host, origin, passkeyLab, type Asked } from './support.js'

const stranger: Caller = { headers: {} }

test.group('Limits of passkeys', (group) => {
  const lab = passkeyLab(group, { TRUST_PROXY: true })
  const { person, keeper, careful, creation, enter, step, ask, prove } = lab

  /** A browser in a new network, or in a named one. */
  const within = (network: string, { headers }: Caller = stranger): Caller => ({
    headers: { ...headers, 'x-forwarded-for': network },
  })
  const begin = (network: string) =>
    lab.app.call<Asked>('POST', '/api/auth/passkey/options', { as: within(network) })
  /** A browser there with a challenge for a passkey. */
  async function asked(network: string) {
    const reply = await begin(network)
    return { as: within(network, sessionOf(reply)), options: reply.body.options }
  }
  /** The statuses of repeated work, each with its count. */
  async function outcomes(times: number, work: () => Promise<{ status: number }>) {
    const counted: Record<number, number> = {}
    for (let at = 0; at < times; at++) {
      const { status } = await work()
      counted[status] = (counted[status] ?? 0) + 1
    }
    return counted
  }
  const unknown = () =>
    new Authenticator(origin, host).get(
      { challenge: 'never issued' },
      { userHandle: Buffer.from('unknown').toString('base64url') }
    )

  // Red when options() does not count, or counts all networks as one.
  test('a network has a hundred challenges to sign in', async ({ assert }) => {
    const network = '198.51.100.1'
    assert.deepEqual(await outcomes(101, () => begin(network)), { 200: 100, 429: 1 })
    assert.equal((await begin('198.51.100.2')).status, 200)
  })

  // Red when verify() does not count refused answers.
  test('a network has fifty wrong answers, and then no right one', async ({ assert }) => {
    const network = '198.51.100.3'
    const { key } = await keeper()
    const { as, options } = await asked(network)
    const wrong = () => enter(as, unknown())
    assert.deepEqual(await outcomes(51, wrong), { 401: 50, 429: 1 })
    assert.equal((await enter(as, key.get(options))).status, 429)
    const elsewhere = await asked('198.51.100.4')
    assert.equal((await enter(elsewhere.as, key.get(elsewhere.options))).status, 200)
  })

  // Red when a valid answer stays counted.
  test('a successful sign-in does not count for the network', async ({ assert }) => {
    const network = '198.51.100.5'
    const { key } = await keeper()
    const { as } = await asked(network)
    assert.deepEqual(await outcomes(49, () => enter(as, unknown())), { 401: 49 })
    const right = async () => {
      const { as: colleague, options } = await asked(network)
      return enter(colleague, key.get(options))
    }
    assert.deepEqual(await outcomes(3, right), { 200: 3 })
    assert.deepEqual(await outcomes(2, () => enter(as, unknown())), { 401: 1, 429: 1 })
  })

  // Red when proofOptions() does not count.
  test('a session has sixty challenges to confirm with', async ({ assert }) => {
    const { email, key } = await keeper()
    const session = () => lab.app.signIn(email, 'acme')
    const confirm = (as: Caller) => lab.app.call<Asked>('POST', '/api/auth/proof/options', { as })
    const as = await session()
    assert.deepEqual(await outcomes(61, () => confirm(as)), { 200: 60, 429: 1 })
    const other = await session()
    const { body } = await confirm(other)
    assert.equal((await prove(other, { passkey: key.get(body.options) })).status, 204)
  })

  // Red when the options of a new passkey are not counted.
  test('a session has sixty challenges for new passkeys', async ({ assert }) => {
    const { as, email } = await person()
    const make = (one: Caller) => lab.app.call('POST', '/api/passkeys/options', { as: one })
    assert.deepEqual(await outcomes(61, () => make(as)), { 200: 60, 429: 1 })
    assert.isNotEmpty((await creation(await lab.app.signIn(email, 'acme'))).options.challenge)
  })

  // Red when the options of the second step are not counted.
  test('a pending sign-in has thirty challenges', async ({ assert }) => {
    const { email } = await careful()
    const waiting = await lab.app.signIn(email, 'acme')
    assert.deepEqual(await outcomes(31, () => ask(waiting)), { 200: 30, 429: 1 })
    assert.equal((await ask(await lab.app.signIn(email, 'acme'))).status, 200)
  })

  // Red when answers to the second step are not counted: recovery codes end the sign-in anyway, passkeys do not.
  test('a pending sign-in has ten wrong answers, and then no right one', async ({ assert }) => {
    const { email, key, codes } = await careful()
    const waiting = await lab.app.signIn(email, 'acme')
    const { options } = (await ask(waiting)).body
    const wrong = () => step(waiting, { passkey: unknown() })
    assert.deepEqual(await outcomes(11, wrong), { 401: 10, 429: 1 })
    for (const right of [{ passkey: key.get(options) }, { recoveryCode: codes[0]! }]) {
      assert.equal((await step(waiting, right)).status, 429)
    }
    const again = await lab.app.signIn(email, 'acme')
    assert.equal((await step(again, { recoveryCode: codes[0]! })).status, 200)
  })
})
