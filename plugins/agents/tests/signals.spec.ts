// onBothDatabases: processes coordinate through the database
import { test } from '@japa/runner'
import { bootApp } from '@crossdock/backend/testing'
import { testDatabase } from '@crossdock/kernel/testing'
import { agentSignals } from '../contracts/index.js'
import { TestAgent } from './agent_lab.js'

test.group('Signals to agents', () => {
  // Red when the hub gets no signals of other processes.
  test('a signal reaches only its agent, from its own process and from another', async ({
    assert,
    cleanup,
  }) => {
    const here = await bootApp({ settings: { LOG_LEVEL: 'silent' } })
    cleanup(() => here.stop())
    const acme = await here.tenant('acme')
    const desk = await new TestAgent(here.url, 'Desk').join(acme.token)
    const other = await new TestAgent(here.url, 'Other').join(acme.token)
    for (const agent of [desk, other]) {
      await agent.connect()
      await agent.welcomed()
      cleanup(() => agent.leave())
    }
    const { agentId } = desk.enrolled
    await here.inside(async () => agentSignals.use().signal(agentId, 'one'))
    await desk.hears('sync', ({ contractId }) => contractId === 'one')
    if (testDatabase === 'pg') {
      const there = await bootApp({ database: here.database, settings: { LOG_LEVEL: 'silent' } })
      cleanup(() => there.stop())
      await there.inside(async () => agentSignals.use().signal(agentId, 'two'))
      await desk.hears('sync', ({ contractId }) => contractId === 'two')
    }
    assert.isFalse(other.heard.some(({ type }) => type === 'sync'))
  })
})
