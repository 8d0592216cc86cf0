import { test } from '@japa/runner'
import { bootApp, type TestApp, type TestTenant } from '@crossdock/backend/testing'

const operator = 'operator@crossdock.example'

interface People {
  people: { userId: string; name: string | null; files: number; bytes: number }[]
}

test.group('Usage of an organization: largest users, and requests for more', (group) => {
  let app: TestApp
  let acme: TestTenant
  let globex: TestTenant

  group.setup(async () => {
    app = await bootApp({ settings: { LOG_LEVEL: 'silent' } })
    acme = await app.tenant('acme')
    globex = await app.tenant('globex')
    return () => app.stop()
  })

  const environmentOf = async (tenant: TestTenant) => {
    const [first] = await app.ok<{ id: string }[]>('GET', '/api/tenant/environments', {
      as: tenant.admin,
    })
    return first!.id
  }
  const ask = async (tenant: TestTenant, body: object = {}) =>
    app.call<{ code: string; message: string }>('POST', '/api/tenant/usage/request', {
      as: tenant.admin,
      body: { environmentId: await environmentOf(tenant), meter: 'apiCallsPerMonth', ...body },
    })
  const upload = (tenant: TestTenant, content: string) => {
    const form = new FormData()
    form.set('file', new Blob([content]), `${content.length}.txt`)
    return app.ok('POST', '/api/assets', { as: tenant.admin, body: form })
  }

  test('counts the files of each person, for this organization only', async ({ assert }) => {
    await upload(acme, 'x'.repeat(10))
    await upload(acme, 'x'.repeat(32))
    await upload(globex, 'x'.repeat(64))
    const { people } = await app.ok<People>('GET', '/api/tenant/usage/people', { as: acme.admin })
    // Red when files of other organizations are counted.
    assert.deepEqual(
      people.map(({ files, bytes }) => [files, bytes]),
      [[2, 42]]
    )
    assert.isString(people[0]!.name)
    const refused = await app.call('GET', '/api/tenant/usage/people', { as: acme.editor })
    assert.equal(refused.status, 403)
  })

  test('the operator gets the request by mail, and the organization sees that it was sent', async ({
    assert,
  }) => {
    const message = 'We open a second site.'
    const mail = await app.mailTo(operator, () => ask(acme, { message }), /asks for more/)
    assert.include(mail.subject, 'asks for more: API calls')
    assert.include(mail.text, message)
    assert.include(mail.text, `/admin/environments?tenant=${acme.id}`)
    const log = await app.ok<{ eventType: string }[]>('GET', '/api/events', { as: acme.admin })
    assert.include(
      log.map(({ eventType }) => eventType),
      'more_requested'
    )
    // Only the operator sees the message.
    assert.notInclude(JSON.stringify(log), message)
  })

  test('accepts only existing limits and environments, and permitted callers', async ({
    assert,
  }) => {
    assert.equal((await ask(acme, { meter: 'none' })).status, 422)
    // Red when an environment of another organization is accepted.
    const theirs = await ask(acme, { environmentId: await environmentOf(globex) })
    assert.equal(theirs.status, 404)
    const body = { environmentId: await environmentOf(acme), meter: 'apiCallsPerMonth' }
    const refused = await app.call('POST', '/api/tenant/usage/request', { as: acme.editor, body })
    assert.equal(refused.status, 403)
  })

  // Red when the limit of requests is gone.
  test('allows five requests a day for each organization', async ({ assert }) => {
    const tries = []
    for (let at = 0; at < 6; at += 1) tries.push((await ask(globex)).status)
    assert.deepEqual(tries, [204, 204, 204, 204, 204, 429])
    assert.equal((await ask(acme)).status, 204)
  })
})
