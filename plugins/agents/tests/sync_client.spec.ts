import { test } from '@japa/runner'
import { bootApp, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { deploy, TestAgent } from './agent_lab.js'

interface Tested {
  success: boolean
  reachable: boolean
  authenticated: boolean | null
  message: string
  advice: string | null
}

test.group('A sync client as an external system', (group) => {
  let app: TestApp
  let acme: TestTenant
  let desk: TestAgent

  group.setup(async () => {
    app = await bootApp()
    acme = await app.tenant('acme')
    desk = new TestAgent(app.url, 'desk-7')
    const { token } = await deploy(app.url, acme.admin)
    desk.enrolled = (await desk.enroll(token)).body
    return async () => {
      desk.leave()
      await app.stop()
    }
  })

  const check = async (config: object, tenant = acme) =>
    (
      await app.call<Tested>('POST', '/api/integrations/systems/test', {
        as: tenant.admin,
        body: {
          name: 'Desk',
          systemType: 'sync_client',
          authType: 'none',
          authConfig: {},
          capabilities: ['send'],
          config,
        },
      })
    ).body

  test('its test says whether the agent is online', async ({ assert }) => {
    const { clientId } = desk.enrolled!
    const away = await check({ clientId })
    assert.deepInclude(away, { success: false, reachable: false, authenticated: null })
    assert.include(away.message, 'desk-7 is offline')
    assert.include(away.advice!, 'Check whether its computer is on')
    await desk.begin()
    await desk.connect()
    await desk.welcomed()
    const there = await check({ clientId: clientId.slice(0, 8) })
    assert.deepInclude(there, { success: true, reachable: true, authenticated: true })
    assert.include(there.message, 'desk-7 is online')
  })

  test('without an agent, and with one of another organization', async ({ assert }) => {
    assert.include((await check({})).message, 'names no desktop agent')
    const globex = await app.tenant('globex')
    const other = await check({ clientId: desk.enrolled!.clientId }, globex)
    assert.isFalse(other.success)
    assert.include(other.message, 'No desktop agent has a client ID')
    assert.match((await check({ clientId: '%%%%%%%%' })).message, /client ID of a desktop agent/)
  })
})
