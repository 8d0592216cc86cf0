// onBothDatabases: processes coordinate through the database
import { test } from '@japa/runner'
import { bootApp, until, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { testDatabase } from '@crossdock/kernel/testing'
import { copyOf, send, TestAgent } from './agent_lab.js'

if (testDatabase === 'pg') {
  test.group('Two web processes', (group) => {
    let here: TestApp
    let there: TestApp
    let acme: TestTenant
    let desk: TestAgent

    group.setup(async () => {
      here = await bootApp({ settings: { LOG_LEVEL: 'silent' } })
      acme = await here.tenant('acme')
      there = await bootApp({ database: here.database, settings: { LOG_LEVEL: 'silent' } })
      return async () => {
        await there.stop()
        await here.stop()
      }
    })
    group.each.setup(async () => {
      desk = await new TestAgent(here.url, `Desk ${crypto.randomUUID()}`).join(acme.token)
      await desk.connect()
      await desk.welcomed()
    })
    group.each.teardown(() => desk.leave())

    // Red when the hub gets no events of other processes.
    test('a command reaches its agent from the other process, and is canceled from there', async ({
      assert,
    }) => {
      const sent = await send(there.url, acme.token, desk.enrolled.clientId)
      const got = await until('the command', () => desk.commands()[0])
      assert.equal(got.commandId, sent.id)
      const path = `/api/desktop-agents/commands/${sent.id}/cancel`
      await there.ok('POST', path, { as: acme.token })
      await desk.hears('cancel')
      await there.ok('POST', `/api/desktop-agents/${desk.enrolled.agentId}/retire`, {
        as: acme.token,
      })
      await desk.hears('retired')
    })

    test('a reconnect to the other process takes over, and only one connection is active', async ({
      assert,
    }) => {
      const moved = Object.assign(new TestAgent(there.url, desk.name, desk.instanceId), {
        key: desk.key,
        enrolled: desk.enrolled,
        bearer: desk.bearer,
      })
      await moved.connect()
      await moved.welcomed()
      await send(here.url, acme.token, desk.enrolled.clientId)
      await until('the command', () => moved.commands()[0])
      assert.deepEqual(desk.commands(), [])
      desk.heartbeat()
      await until('the former connection to be closed', () => {
        void here.inside(async () => here.clock.advance(6_000))
        return desk.closed
      })
      moved.leave()
    })

    test('a copy at the other process is refused', async ({ assert }) => {
      const copy = await copyOf(desk, { url: there.url }).connect()
      await until('the copy to be refused', () => {
        desk.heartbeat()
        void here.inside(async () => here.clock.advance(6_000))
        return copy.closed
      })
      await copy.hears('quarantined')
      assert.isUndefined(desk.closed)
    })
  })
}
