// onBothDatabases: asks which database it runs on
import { test } from '@japa/runner'
import {
  bootApp,
  until,
  type Caller,
  type TestApp,
  type TestTenant,
} from '@crossdock/backend/testing'
import { unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import { call, testDatabase } from '@crossdock/kernel/testing'

if (testDatabase === 'pg') {
  test.group('Sessions in another process', (group) => {
    let here: TestApp
    let there: TestApp
    let acme: TestTenant

    group.setup(async () => {
      here = await bootApp()
      acme = await here.tenant('acme')
      there = await bootApp({ database: here.database })
      // The cache does not expire: any change is caused by the event.
      there.clock.hold()
      return async () => {
        await there.stop()
        await here.stop()
      }
    })

    const ask = async (as: Caller) => {
      const { status, body } = await call<{ code?: string }>(there.url, 'GET', '/api/assets', {
        as,
      })
      return body.code ?? status
    }

    const answers = (as: Caller, wanted: number | string) =>
      until(`the answer ${wanted}`, async () => (await ask(as)) === wanted)

    // Red when live_session drops nothing for a `session`, or nothing for a `user`.
    test('an ended session is refused', async ({ assert }) => {
      const email = 'viewer@acme.example'
      for (const all of [false, true]) {
        for (let turn = 0; turn < 3; turn++) {
          const as = await here.signIn(email, 'acme')
          const ender = await here.signIn(email, 'acme')
          const { session } = await here.ok<{ session: { id: string } }>('GET', '/api/auth/me', {
            as,
          })
          assert.equal(await ask(as), 200)
          await here.ok('DELETE', all ? '/api/sessions' : `/api/sessions/${session.id}`, {
            as: ender,
          })
          await answers(as, 'E_UNAUTHENTICATED')
          assert.equal(await ask(ender), 200)
        }
      }
    })

    // Red when the cached account is not dropped for a `tenant`, for both the rules and the second factor.
    test('sessions that sign-in rules shorten or forbid end', async ({ assert }) => {
      const { headers } = await here.superAdmin()
      const as = { headers: { ...headers, 'x-tenant': acme.id } }
      const put = (body: object) =>
        here.ok('PUT', '/api/tenant/rules', { as, body: { confirm: true, ...body } })
      const email = 'guest@elsewhere.example'
      await here.ok('POST', '/api/users', { as, body: { email, role: 'editor' } })
      const guest = await here.signIn(email, 'acme')
      assert.equal(await ask(guest), 200)
      await put({ allowedDomains: ['acme.example'] })
      await answers(guest, 'E_UNAUTHENTICATED')
      const old = await here.signIn('editor@acme.example', 'acme')
      const begun = new Date(Date.now() - 3 * 3_600_000).toISOString()
      const { session } = await here.ok<{ session: { id: string } }>('GET', '/api/auth/me', {
        as: old,
      })
      await here.inside(() =>
        asOperator('a test makes time pass', async () =>
          unscoped().from('sessions').where('id', session.id).update({ created_at: begun })
        )
      )
      assert.equal(await ask(old), 200)
      await put({ allowedDomains: [], sessionHours: 2 })
      await answers(old, 'E_UNAUTHENTICATED')
      await put({ sessionHours: null })
    })

    // Red when the cached account is not dropped for a `tenant`.
    test('a required second factor is enforced', async ({ assert }) => {
      const { headers } = await here.superAdmin()
      const as = { headers: { ...headers, 'x-tenant': acme.id } }
      const put = (required: boolean) =>
        here.ok('PUT', '/api/second-factor-rule', { as, body: { required } })
      for (let turn = 0; turn < 3; turn++) {
        assert.equal(await ask(acme.editor), 200)
        await put(true)
        await answers(acme.editor, 'E_SECOND_FACTOR_REQUIRED')
        assert.equal(await ask(acme.token), 200)
        await put(false)
        await answers(acme.editor, 200)
      }
    })
  })
}
