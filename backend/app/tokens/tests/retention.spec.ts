import { test } from '@japa/runner'
import { bootApp, until, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { unscoped } from '@crossdock/kernel/database'
import { enqueue } from '@crossdock/kernel/jobs'
import { asOperator } from '@crossdock/kernel/tenancy'
import type { Caller } from '@crossdock/kernel/testing'
import { purgeTokens } from '../job_refs.js'

interface Token {
  id: string
  token: string
}

const day = 24 * 60 * 60_000
const daysAgo = (days: number) => new Date(Date.now() - days * day).toISOString()

test.group('Tokens that ended long ago', (group) => {
  let app: TestApp
  let acme: TestTenant
  const stored = <T>(work: () => Promise<T>) =>
    app.inside(() => asOperator('a test makes time pass', work))
  const make = (name: string, as: Caller = acme.admin) =>
    app.ok<Token>('POST', '/api/api-tokens', { as, body: { name } })
  const by = ({ token }: Token): Caller => ({ headers: { authorization: `Bearer ${token}` } })
  const alter = ({ id }: Token, values: object) =>
    stored(async () => unscoped().from('api_tokens').where({ id }).update(values))
  const revoke = ({ id }: Token) => app.ok('DELETE', `/api/api-tokens/${id}`, { as: acme.admin })
  const row = ({ id }: Token) =>
    stored(async () => unscoped().from('api_tokens').where({ id }).first())
  const isThere = async (token: Token) => (await row(token)) !== null
  const purge = async () => {
    await stored(() => enqueue(purgeTokens, {}))
    await until('the job to be done', async () => {
      const left = await stored(async () => unscoped().from('jobs').where('name', 'tokens.purge'))
      return left.length === 0
    })
  }

  group.setup(async () => {
    app = await bootApp()
    acme = await app.tenant('acme')
    return () => app.stop()
  })

  // Red when deleteEnded deletes every ended token.
  test('are deleted after 90 days, and no sooner', async ({ assert }) => {
    const [live, revoked, lately, expired, old] = [
      await make('live'),
      await make('revoked'),
      await make('revoked lately'),
      await make('expired'),
      await make('expired long ago'),
    ]
    await revoke(revoked)
    await revoke(lately)
    assert.closeTo(Date.parse((await row(revoked)).revoked_at), Date.now(), 60_000)
    await alter(revoked, { revoked_at: daysAgo(91) })
    // It expired long before, but the revocation counts.
    await alter(lately, { revoked_at: daysAgo(89), expires_at: daysAgo(200) })
    await alter(expired, { expires_at: daysAgo(89) })
    await alter(old, { expires_at: daysAgo(91) })
    await purge()
    for (const token of [live, lately, expired]) assert.isTrue(await isThere(token))
    for (const token of [revoked, old]) assert.isFalse(await isThere(token))
  })

  // Red when deleteEnded does not check for children: they would be live tokens without a parent.
  test('none is deleted before its children', async ({ assert }) => {
    const parent = await make('parent')
    const child = await make('child', by(parent))
    const grandchild = await make('grandchild', by(child))
    // Changed manually, because the API ends children with their parents.
    for (const token of [parent, child]) await alter(token, { expires_at: daysAgo(91) })
    await purge()
    for (const token of [parent, child, grandchild]) assert.isTrue(await isThere(token))
    const reply = await app.call('GET', '/api/auth/me', { as: by(grandchild) })
    assert.equal(reply.status, 401)
    await alter(grandchild, { expires_at: daysAgo(91) })
    await purge()
    for (const token of [parent, child, grandchild]) assert.isFalse(await isThere(token))
  })

  test('an ended child is deleted while its parent lives', async ({ assert }) => {
    const parent = await make('parent')
    const child = await make('child', by(parent))
    await alter(child, { expires_at: daysAgo(91) })
    await purge()
    assert.isFalse(await isThere(child))
    assert.isTrue(await isThere(parent))
  })

  // Red without stampRevoked.
  test('a token that was deactivated manually is kept for 90 days from then on', async ({
    assert,
  }) => {
    const token = await make('by hand')
    await alter(token, { is_active: false })
    await purge()
    assert.closeTo(Date.parse((await row(token)).revoked_at), Date.now(), 60_000)
    await alter(token, { revoked_at: daysAgo(91) })
    await purge()
    assert.isFalse(await isThere(token))
  })
})
