import { until, type TestApp } from '@crossdock/backend/testing'
import { TestAgent } from '../../agents/tests/agent_lab.js'
import { FakeFolder } from './fake_agent.js'
import { PassLab } from './pass_lab.js'

let number = 0

/** A tenant with an agent, whose folder a contract keeps in sync with an asset folder. */
export async function deskLab(app: TestApp, more: Parameters<PassLab['contract']>[1] = {}) {
  const lab = new PassLab(app, await app.tenant(`desk${++number}`))
  const shared = await lab.folder('Shared')
  const agent = await new TestAgent(app.url, `Desk ${number}`).join(lab.tenant.token)
  const contract = await lab.contract(
    {
      source: { type: 'local_folder', path: '/srv/share', clientId: agent.enrolled.clientId },
      target: { type: 'asset_folder', path: '/Shared' },
    },
    more
  )
  const folder = new FakeFolder(agent, contract.id, 'source')
  /** Runs the contract until both ends are as equal as possible. */
  const sync = async () => {
    const { runId } = await lab.startRun(contract.id)
    return await until('the run to end', async () => {
      await folder.work()
      const run = await lab.run(runId)
      return run.endedAt !== null && run
    })
  }
  return { lab, shared: shared.id, folder, contract, sync, agent }
}
