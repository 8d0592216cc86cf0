import { setTimeout as wait } from 'node:timers/promises'
import {
  bootApp,
  freePort,
  migratedDatabase,
  ServerProcess,
  until,
} from '@crossdock/backend/testing'
import { size } from '@crossdock/kernel/testing'
import { test } from '@japa/runner'
import { installed } from '../../../backend/plugins.js'
import { TestAgent } from '../../agents/tests/agent_lab.js'
import { FakeFolder } from './fake_agent.js'
import { PassLab } from './pass_lab.js'

const files = size({ quick: 120, full: 1_500 })
const kills = size({ quick: 2, full: 12 })

test.group('Passes under kill -9', (group) => {
  group.tap((one) => one.timeout(size({ quick: 180_000, full: 1_200_000 })))

  test('an agent brings files in and gets others, whatever is lost on the way', async ({
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
    const contract = await lab.contract({
      source: { type: 'local_folder', path: '/srv/share', clientId: agent.enrolled.clientId },
      target: { type: 'asset_folder', path: '/Shared' },
    })
    for (let number = 0; number < 20; number++) await lab.file(`s${number}.txt`, shared.id)
    const folder = new FakeFolder(agent, contract.id, 'source')
    for (let number = 0; number < files; number++)
      folder.put(`F${number % 7}/${number}.txt`, `file ${number}`)
    await first.stop()

    const server = new ServerProcess(database, port, { LOG_LEVEL: 'error' })
    cleanup(() => server.kill())
    await server.start()
    folder.agent.url = server.url
    let isOver = false
    const killing = (async () => {
      for (let number = 0; number < kills; number++) {
        await wait(400 + Math.random() * 1_500)
        await server.kill()
        await server.start()
      }
      isOver = true
    })()
    // The agent goes on as well as it can.
    await until(
      'both to be equal',
      async () => {
        try {
          await folder.report()
          const did = await folder.work()
          return isOver && did === 0 && Object.keys(folder.tree()).length === files + 20 + 7
        } catch {
          await wait(100)
          return false
        }
      },
      size({ quick: 150_000, full: 900_000 })
    )
    await killing
    await server.kill()

    const app = await bootApp({ database, settings })
    cleanup(() => app.stop())
    const again = new PassLab(app, tenant)
    await again.inside(async () => undefined)
    await until('the assets to be equal', async () => {
      await folder.report().catch(() => undefined)
      await folder.work().catch(() => undefined)
      return Object.keys(await again.tree(shared.id)).length === files + 20 + 7
    })
    assert.deepEqual(await again.tree(shared.id), folder.tree())
    for (const { version, type } of await again.children(shared.id))
      if (type === 'file') assert.equal(version, 1)
  })
})
