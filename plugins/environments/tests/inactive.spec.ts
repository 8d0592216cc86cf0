import { test } from '@japa/runner'
import type { Caller, TestTenant } from '@crossdock/backend/testing'
import { environmentLab, type Refusal } from './support.js'

test.group('Inactive environments', (group) => {
  const lab = environmentLab(group)
  let turn = 0
  let tenant: TestTenant

  group.each.setup(async () => {
    tenant = await lab().app.tenant(`acme${++turn}`)
  })

  const pause = async (name: string, isActive = false) => {
    const [found] = await lab().list(`?filter={"tenantId":"${tenant.id}","name":"${name}"}`)
    const { id } = found ?? (await lab().make(tenant.id, name))
    await lab().app.ok('PUT', `/api/admin/environments/${id}`, {
      as: lab().operator,
      body: { isActive },
    })
  }
  const answers = async (as: Caller, method: string, environment?: string) => {
    const headers: Record<string, string> = environment ? { 'x-environment': environment } : {}
    const body = { name: `folder ${crypto.randomUUID()}`, type: 'folder' }
    const { status, body: answer } = await lab().app.call<Refusal>(method, '/api/assets', {
      as,
      headers,
      ...(method === 'POST' ? { body } : {}),
    })
    return status === 403 ? answer.code : status
  }
  const inactive = 'E_ENVIRONMENT_INACTIVE'

  // Red without the stage, and when it lets reading tokens pass.
  test('refuse calls by tokens, and other environments do not', async ({ assert }) => {
    await pause('testing')
    assert.equal(await answers(tenant.token, 'GET', 'testing'), inactive)
    assert.equal(await answers(tenant.token, 'POST', 'testing'), inactive)
    assert.equal(await answers(tenant.token, 'GET'), 200)
    assert.equal(await answers(tenant.token, 'POST'), 201)
    await pause('testing', true)
    assert.equal(await answers(tenant.token, 'POST', 'testing'), 201)
  })

  test('explain it to programs, with the environments they can use', async ({ assert }) => {
    await pause('production')
    const list = await lab().app.ok<{ name: string; isActive: boolean }[]>(
      'GET',
      '/api/tenant/environments',
      { as: tenant.token }
    )
    assert.deepEqual(
      list.map(({ name, isActive }) => [name, isActive]),
      [['production', false]]
    )
    const { body } = await lab().app.call<Refusal>('GET', '/api/assets', { as: tenant.token })
    assert.match(body.message, /"production" is not active/)
  })

  // Red when sessions are refused like tokens: people could not open the console.
  test('an inactive production does not lock people out of the console', async ({ assert }) => {
    await pause('production')
    assert.equal(await answers(tenant.token, 'GET'), inactive)
    assert.equal(await answers(tenant.admin, 'GET'), 200)
    assert.equal(await answers(tenant.admin, 'POST'), 201)
    const { id } = (
      await lab().app.ok<{ id: string }[]>('GET', '/api/users?role=viewer', { as: tenant.admin })
    )[0]!
    await lab().app.ok('PUT', `/api/users/${id}`, { as: tenant.admin, body: { isActive: false } })
  })

  test('people can read in the others, and change organization data from production', async ({
    assert,
  }) => {
    await pause('development')
    assert.equal(await answers(tenant.admin, 'GET', 'development'), 200)
    assert.equal(await answers(tenant.admin, 'POST', 'development'), inactive)
    assert.equal(await answers(tenant.admin, 'POST'), 201)
  })

  // Red when only operations of an environment are refused: a token could still create other tokens.
  test('refuse tokens also for operations without an environment', async ({ assert }) => {
    await pause('testing')
    const headers = { 'x-environment': 'testing' }
    const ask = (method: string, path: string, named: Record<string, string>, body?: object) =>
      lab().app.call<Refusal>(method, path, {
        as: tenant.token,
        headers: named,
        ...(body ? { body } : {}),
      })
    for (const path of ['/api/auth/me', '/api/activity', '/api/api-tokens', '/api/dashboard']) {
      const { status, body } = await ask('GET', path, headers)
      assert.deepEqual([status, body.code], [403, inactive], path)
      assert.equal((await ask('GET', path, {})).status, 200, path)
      assert.equal((await ask('GET', path, { 'x-environment': 'missing' })).status, 404, path)
    }
    const made = await ask('POST', '/api/api-tokens', headers, { name: 'more', scopes: [] })
    assert.equal(made.body.code, inactive)
    // People can find another environment.
    const own = await lab().app.call('GET', '/api/auth/me', {
      as: tenant.admin,
      headers: { 'x-environment': 'missing' },
    })
    assert.equal(own.status, 200)
  })
})
