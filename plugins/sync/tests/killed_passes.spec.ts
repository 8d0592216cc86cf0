import {
  bootApp,
  freePort,
  migratedDatabase,
  ServerProcess,
  until,
} from '@crossdock/backend/testing'
import { tenantTable } from '@crossdock/kernel/tenancy'
import { size } from '@crossdock/kernel/testing'
import { test } from '@japa/runner'
import { installed } from '../../../backend/plugins.js'
import { TestAgent } from '../../agents/tests/agent_lab.js'
import { FakeFolder } from './fake_agent.js'
import { PassLab } from './pass_lab.js'

const files = size({ quick: 40, full: 1_500 })
const kills = size({ quick: 2, full: 12 })

test.group('Passes under kill -9', (group) => {
  group.tap((one) => one.timeout(size({ quick: 180_000, full: 1_200_000 })))

  /** Red when work and its resulting state are two transactions, or an incomplete report takes effect. */
  test('an agent sends and receives files, whatever is lost in transfer', async ({
    assert,
    cleanup,
  }) => {
    const database = await migratedDatabase(installed)
    cleanup(() => database.remove())
    const port = await freePort()
    const settings = { PORT: port, LOG_LEVEL: 'error' } as never
    const first = await bootApp({ database, settings })
    const tenant = await first.tenant('freightway')
    const lab = new PassLab(first, tenant)
    const shared = await lab.folder('Shared')
    const agent = await new TestAgent(first.url, 'Desk').join(tenant.token)
    const contract = await lab.contract(
      {
        source: { type: 'local_folder', path: '/srv/share', clientId: agent.enrolled.clientId },
        target: { type: 'asset_folder', path: '/Shared' },
      },
      { scheduleConfig: { mode: 'continuous' } }
    )
    for (let number = 0; number < 20; number++) await lab.file(`s${number}.txt`, shared.id)
    const folder = new FakeFolder(agent, contract.id, 'source')
    for (let number = 0; number < files; number++)
      folder.put(`F${number % 7}/${number}.txt`, `file ${number}`)
    await first.stop()

    const server = new ServerProcess(database, port, { LOG_LEVEL: 'error' })
    cleanup(() => server.kill())
    await server.start()
    folder.agent.url = server.url
    // The agent continues as well as it can, whatever answers are lost.
    let killed = 0
    for (let turn = 0; killed < kills; turn++) {
      const report = folder.report().catch(() => undefined)
      const work = report.then(() => folder.work()).catch(() => undefined)
      // Kill the server during a report, during work, or during the resulting pass.
      if (turn % 3 === 1) await report
      if (turn % 3 === 2) await work
      if (turn < 2) continue
      killed++
      await server.kill()
      await server.start()
    }
    await server.kill()

    const app = await bootApp({ database, settings })
    cleanup(() => app.stop())
    const again = new PassLab(app, tenant)
    // Count the agreed rows: reading every file in each check would take minutes.
    const agreed = async () => {
      const [row] = await again.inside(() =>
        tenantTable('sync_agreed').where('contract_id', contract.id).count('* as n')
      )
      return Number(row?.n)
    }
    const all = files + 20 + 7
    // Each wait is for progress: the whole time depends on the machine.
    for (let now = await agreed(); now !== all;) {
      now = await until(`more than ${now} of ${all} agreed`, async () => {
        await folder.report().catch(() => undefined)
        await folder.work().catch(() => undefined)
        const next = await agreed()
        return next > now && next
      })
    }
    assert.deepEqual(await again.tree(shared.id), folder.tree())
    for (const { version, type } of await again.children(shared.id))
      if (type === 'file') assert.equal(version, 1)
  })
})
