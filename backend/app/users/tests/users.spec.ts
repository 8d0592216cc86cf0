import { test } from '@japa/runner'
import { bootApp, type TestApp, type TestTenant } from '@crossdock/backend/testing'

interface Person {
  id: string
  email: string
  role: string
  firstName: string | null
  lastLoginAt: string | null
}

test.group('users', (group) => {
  let app: TestApp
  let acme: TestTenant
  const list = (query = '') => app.call<Person[]>('GET', `/api/users${query}`, { as: acme.admin })
  const invite = (body: object, as = acme.admin) =>
    app.call<Person & { code: string }>('POST', '/api/users', { as, body })

  group.setup(async () => {
    app = await bootApp()
    acme = await app.tenant('acme')
    return () => app.stop()
  })

  test('a person is invited with a role and a mail', async ({ assert }) => {
    const body = {
      email: ' Ada@Acme.example ',
      firstName: 'Ada',
      lastName: 'Quill',
      role: 'editor',
    }
    const mail = await app.mailTo('ada@acme.example', () => invite(body), /token=/)
    assert.include(mail.text, 'admin@acme.example has invited you to Acme Freight')
    const { body: found } = await list('?search=QUILL')
    assert.lengthOf(found, 1)
    assert.containsSubset(found[0]!, {
      tenantId: acme.id,
      email: 'ada@acme.example',
      firstName: 'Ada',
      lastName: 'Quill',
      role: 'editor',
      isActive: true,
      lastLoginAt: null,
    })
  })

  test('a program invites in the name of its owner', async ({ assert }) => {
    const mail = await app.mailTo(
      'hired@acme.example',
      () => invite({ email: 'hired@acme.example' }, acme.token),
      /token=/
    )
    assert.include(mail.text, 'admin@acme.example has invited you to Acme Freight')
  })

  test('the role is "user" by default', async ({ assert }) => {
    const { status, body } = await invite({ email: 'plain@acme.example' })
    assert.equal(status, 201)
    assert.equal(body.role, 'user')
  })

  test('an address is unique in a tenant, whatever its case', async ({ assert }) => {
    const replies = await Promise.all(
      ['twin@acme.example', 'TWIN@acme.example'].map((email) => invite({ email }))
    )
    assert.deepEqual(replies.map(({ status }) => status).sort(), [201, 409])
    assert.equal(replies.find(({ status }) => status === 409)!.body.code, 'E_EMAIL_TAKEN')
  })

  test('lists with filters, sort and range', async ({ assert }) => {
    const editors = await list('?filter={"role":"editor"}&sort=["email","DESC"]')
    assert.isTrue(editors.body.every(({ role }) => role === 'editor'))
    assert.deepEqual(
      editors.body.map(({ email }) => email),
      ['editor@acme.example', 'ada@acme.example']
    )
    const page = await list('?range=[1,2]&sort=["email","ASC"]')
    assert.match(page.headers.get('content-range')!, /^users 1-2\/\d+$/)
    assert.lengthOf((await list('?isActive=false')).body, 0)
    assert.lengthOf((await list('?search=%25')).body, 0)
  })

  test('a sign-in is stored', async ({ assert }) => {
    const { body } = await list('?search=viewer')
    assert.closeTo(Date.parse(body[0]!.lastLoginAt!), Date.now(), 60_000)
  })

  test('an invitation needs the permission, and a known role', async ({ assert }) => {
    for (const as of [acme.editor, acme.viewer]) {
      assert.equal((await invite({ email: 'x@acme.example' }, as)).status, 403)
    }
    assert.equal((await invite({ email: 'x@acme.example', role: 'super_admin' })).status, 422)
    assert.equal((await invite({ email: 'no-address' })).status, 422)
    assert.equal((await app.call('GET', '/api/users', { as: acme.viewer })).status, 403)
    assert.equal((await app.call('GET', '/api/users')).status, 401)
  })
})
