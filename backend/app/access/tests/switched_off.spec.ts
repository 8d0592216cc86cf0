import { test } from '@japa/runner'
import { signInLinks } from '@crossdock/backend/access'
import { bootApp, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { sessionOf } from '@crossdock/kernel/testing'

const rounds = 25

test.group('Signing in during a deactivation', (group) => {
  let app: TestApp
  let acme: TestTenant
  let id: string

  group.setup(async () => {
    app = await bootApp()
    acme = await app.tenant('acme')
    const body = { email: 'leaving@acme.example', role: 'viewer' }
    ;({ id } = await app.ok<{ id: string }>('POST', '/api/users', { as: acme.admin, body }))
    return () => app.stop()
  })

  const turn = (isActive: boolean) =>
    app.call('PUT', `/api/users/${id}`, { as: acme.admin, body: { isActive } })

  // Red on PostgreSQL when sign-in does not lock the person first. Then one transaction holds the link and waits
  // for the person, and the other holds the person and waits for the link: a deadlock, answered with 503.
  test('ends signed out, without an error', async ({ assert }) => {
    for (let round = 0; round < rounds; round++) {
      assert.equal((await turn(true)).status, 200)
      const link = await app.inside(() => signInLinks.use().create(id))
      const body = { token: new URL(link).searchParams.get('token'), confirm: true }
      const [entered, off] = await Promise.all([
        app.call('POST', '/api/auth/verify-link', { body }),
        turn(false),
      ])
      assert.equal(off.status, 200)
      assert.oneOf(entered.status, [200, 401])
      if (entered.status !== 200) continue
      assert.equal((await turn(true)).status, 200)
      const me = await app.call('GET', '/api/auth/me', { as: sessionOf(entered) })
      assert.equal(me.status, 401)
    }
  })
})
