import { test } from '@japa/runner'
import {
  bootApp,
  countMails,
  until,
  type TestApp,
  type TestTenant,
} from '@crossdock/backend/testing'
import { unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import type { Caller, Reply } from '@crossdock/kernel/testing'

const invitation = /Accept the invitation/

interface Refusal {
  message: string
  code: string
  errors: { field: string }[]
}

test.group('Invitations', (group) => {
  let app: TestApp
  let acme: TestTenant
  const invite = (body: object, as: Caller = acme.admin) =>
    app.call<Refusal>('POST', '/api/users', { as, body })
  const newAddress = () => `${crypto.randomUUID()}@elsewhere.example`

  group.each.setup(async () => {
    app = await bootApp()
    acme = await app.tenant('acme')
    return () => app.stop()
  })

  // Red when inviteUser does not count, or counts by person instead of by tenant.
  test('a tenant sends 20 in ten minutes, counted over all its people; others can continue', async ({
    assert,
  }) => {
    const bolt = await app.tenant('bolt')
    // Two were sent when the tenant was set up.
    for (let turn = 2; turn < 20; turn++) {
      const as = turn % 2 ? acme.admin : acme.token
      assert.equal((await invite({ email: newAddress() }, as)).status, 201)
    }
    for (const as of [acme.admin, acme.token]) {
      const { status, body, headers } = await invite({ email: newAddress() }, as)
      assert.equal(status, 429)
      assert.match(body.message, /^Too many invitations from this organization\. Try again in \d+ /)
      assert.isAbove(Number(headers.get('retry-after')), 0)
    }
    // Red when resendInvitation does not count.
    const [pending] = await app.ok<{ id: string }[]>('GET', '/api/users?search=elsewhere', {
      as: acme.admin,
    })
    const resent = await app.call('POST', `/api/users/${pending!.id}/resend`, { as: acme.admin })
    assert.equal(resent.status, 429)
    assert.equal((await invite({ email: newAddress() }, bolt.admin)).status, 201)
    const operator = { headers: { ...(await app.superAdmin()).headers, 'x-tenant': 'acme' } }
    assert.equal((await invite({ email: newAddress() }, operator)).status, 201)
  })

  // Red when inviteUser counts before it checks that the address is free.
  test('refused invitations do not count, and do not affect other tenants', async ({ assert }) => {
    const bolt = await app.tenant('bolt')
    const email = newAddress()
    await app.mailTo(email, () => invite({ email }), invitation)
    for (let turn = 0; turn < 25; turn++) {
      const { status, body } = await invite({ email })
      assert.equal(status, 409, JSON.stringify(body))
    }
    assert.equal((await invite({ email: newAddress() })).status, 201)
    await app.mailTo(email, () => invite({ email }, bolt.admin), invitation)
  })

  // Red when countInvitation ignores the address, or refuses at its limit.
  test('an address gets 20 mails a day, which other tenants cannot see', async ({ assert }) => {
    const email = newAddress()
    const as = await app.superAdmin()
    const answers: Reply<Refusal>[] = []
    for (let turn = 1; turn <= 22; turn++) {
      const subdomain = `tenant-${turn}`
      const adminEmail = `admin@${subdomain}.example`
      await app.ok('POST', '/api/tenants', { as, body: { name: 'Quay', subdomain, adminEmail } })
      answers.push(await invite({ email }, await app.signIn(adminEmail, subdomain)))
    }
    assert.deepEqual(
      answers.map(({ status, body }) => [status, Object.keys(body)]),
      answers.map(() => [201, Object.keys(answers[0]!.body)])
    )
    await until('every mail to be sent', async () => {
      const jobs = await asOperator('a test waits', async () => unscoped().from('jobs'))
      return jobs.every(({ name }) => name !== 'mail.send')
    })
    assert.equal(await countMails(app.database.dataDir, email, invitation), 20)
  })

  // Red when the validators do not use plainName.
  test('names of people and tenants contain no links and no hidden characters', async ({
    assert,
  }) => {
    const operator = await app.superAdmin()
    const dotted = [
      'Pay at evil.test',
      'EVIL.TEST',
      'ｅｖｉｌ．ｔｅｓｔ',
      'evil\u3002test',
      'evil.xn--p1ai',
      'Dr.Smith',
    ]
    const names = [
      'https://evil.test/pay now',
      'Pay at evil.test',
      'www.evil.test',
      'EVIL.TEST',
      'a@evil.test',
      'ｅｖｉｌ．ｔｅｓｔ',
      'evil\u3002test',
      'ftp://10.0.0.1',
      'evil.xn--p1ai',
      'Dr.Smith',
      'a\u202eb',
      '\u2066a',
      'a\tb',
      'a\r\nBcc: x',
      'a\u2028b',
      '\u200b\u2060',
    ]
    for (const name of names) {
      for (const field of ['firstName', 'lastName']) {
        const { status, body } = await invite({ email: newAddress(), [field]: name })
        assert.equal(status, 422, JSON.stringify(name))
        assert.equal(body.errors[0]!.field, field)
      }
      // Only operators name organizations, and some names contain a dot.
      if (dotted.includes(name)) continue
      const body = { name, subdomain: 'evil', adminEmail: 'a@evil.example' }
      const reply = await app.call<Refusal>('POST', '/api/tenants', { as: operator, body })
      assert.equal(reply.status, 422, JSON.stringify(name))
      assert.equal(reply.body.errors[0]!.field, 'name')
    }
    for (const [index, name] of ['Harbor.com', 'Quay & Sons A/S', 'Dock@Night'].entries()) {
      const subdomain = `named-${index}`
      const body = { name, subdomain, adminEmail: `a@${subdomain}.example` }
      const reply = await app.call('POST', '/api/tenants', { as: operator, body })
      assert.equal(reply.status, 201, name)
    }
    for (const firstName of [
      'J. R. R.',
      'J.R.R.',
      "Anne-Marie O'Neill",
      'Dr. Jörg',
      '山田',
      'علی\u200cرضا',
    ]) {
      assert.equal((await invite({ email: newAddress(), firstName })).status, 201, firstName)
    }
  })

  // Red when mailAddress does not use plainMailbox.
  test('unusual local parts are refused', async ({ assert }) => {
    for (const email of ['"x@evil.test x"@inner.test', '"x"@inner.test', 'a b@inner.test']) {
      assert.equal((await invite({ email })).status, 422, email)
    }
    assert.equal((await invite({ email: "o'neill+dock_1@inner.test" })).status, 201)
  })

  // Red when the inviter is shown by name, or the subject is not cleaned.
  test('the mail names the inviter by address, and its subject is one clean line', async ({
    assert,
  }) => {
    const alter = (table: string, where: object, values: object) =>
      asOperator('a test looks back', async () =>
        unscoped().from(table).where(where).update(values)
      )
    const firstName = 'Your bank https://evil.test'
    await alter('users', { email: 'admin@acme.example' }, { first_name: firstName })
    await alter('tenants', { id: acme.id }, { name: 'A\u202ecme\r\nBcc: x' })
    const email = newAddress()
    const mail = await app.mailTo(email, () => invite({ email }), /token=/)
    assert.include(mail.text, 'admin@acme.example has invited you')
    assert.notInclude(mail.text, firstName)
    assert.equal(mail.subject, 'You are invited to A cme Bcc: x')
  })
})
