import { test } from '@japa/runner'
import { bootApp, type TestApp } from '@crossdock/backend/testing'
import { anotherCode, operator, signInMail, verifyCode, verifyLink } from './support.js'

test.group('sign-in limits', (group) => {
  let app: TestApp
  group.each.setup(async () => {
    app = await bootApp()
    return () => app.stop()
  })

  test('an address can be mailed five times in ten minutes, known or not', async ({ assert }) => {
    for (const email of [operator, 'stranger@elsewhere.example']) {
      const ask = () =>
        app.call<{ code: string }>('POST', '/api/auth/magic-link', { body: { email } })
      for (let turn = 0; turn < 5; turn++) assert.equal((await ask()).status, 200)
      const refused = await ask()
      assert.equal(refused.status, 429)
      assert.equal(refused.body.code, 'E_TOO_MANY_REQUESTS')
      assert.match(refused.headers.get('content-type')!, /problem\+json/)
      const wait = Number(refused.headers.get('retry-after'))
      assert.isAbove(wait, 0)
      assert.isAtMost(wait, 600)
    }
  })

  test('fifteen wrong codes close an address, over several mails', async ({ assert }) => {
    let mail = await signInMail(app, operator)
    for (let turn = 0; turn < 16; turn++) {
      if (turn > 0 && turn % 5 === 0) mail = await signInMail(app, operator)
      const { status } = await verifyCode(app, operator, anotherCode(mail.code))
      assert.equal(status, turn < 15 ? 401 : 429)
    }
    assert.equal((await verifyCode(app, operator, mail.code)).status, 429)
    assert.equal((await verifyLink(app, mail.token)).status, 200)
  })

  test('a client that keeps guessing links is stopped', async ({ assert }) => {
    const guess = () => verifyLink(app, 'a'.repeat(40))
    for (let turn = 0; turn < 50; turn++) assert.equal((await guess()).status, 401)
    assert.equal((await guess()).status, 429)
  })
})
