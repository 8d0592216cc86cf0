// onOneDatabase: restores the folder of an installation on SQLite
import { cp, rm } from 'node:fs/promises'
import { bootApp, freePort, migratedDatabase, until } from '@crossdock/backend/testing'
import { test } from '@japa/runner'
import { installed } from '../../../backend/plugins.js'
import { TestAgent } from '../../agents/tests/agent_lab.js'
import { FakeFolder } from './fake_agent.js'
import { PassLab } from './pass_lab.js'

test.group('A server that was restored from a backup of last week', () => {
  /** Red when a whole report of a later generation counts as deletions. */
  test('deletes nothing, and receives newer versions again', async ({ assert, cleanup }) => {
    const database = await migratedDatabase(installed)
    cleanup(() => database.remove())
    const settings = { PORT: await freePort(), LOG_LEVEL: 'error' } as never
    const boot = () => bootApp({ database, settings })
    let app = await boot()
    const tenant = await app.tenant('freightway')
    const agent = await new TestAgent(app.url, 'Desk').join(tenant.token)
    const lab = () => new PassLab(app, tenant)
    const shared = await lab().folder('Shared')
    const contract = await lab().contract({
      source: { type: 'local_folder', path: '/srv/share', clientId: agent.enrolled.clientId },
      target: { type: 'asset_folder', path: '/Shared' },
    })
    const folder = new FakeFolder(agent, contract.id, 'source')
    const sync = async () => {
      const { runId } = await lab().startRun(contract.id)
      await until('the run to end', async () => {
        await folder.work()
        return (await lab().run(runId)).endedAt !== null
      })
    }
    for (const name of ['a.txt', 'b.txt', 'c.txt']) folder.put(name, name)
    await folder.report()
    await sync()
    await app.stop()
    const backup = `${database.dataDir}-backup`
    cleanup(() => rm(backup, { recursive: true, force: true }))
    await cp(database.dataDir, backup, { recursive: true })

    app = await boot()
    folder.put('a.txt', 'newer')
    folder.put('new.txt', 'new')
    await folder.report()
    await lab().ok('DELETE', `/assets/${(await lab().named(shared.id, 'c.txt')).id}`)
    await lab().file('d.txt', shared.id, 'd')
    await sync()
    assert.sameMembers(Object.keys(folder.tree()), ['a.txt', 'b.txt', 'new.txt', 'd.txt'])
    await app.stop()
    await rm(database.dataDir, { recursive: true })
    await cp(backup, database.dataDir, { recursive: true })

    app = await boot()
    cleanup(() => app.stop())
    assert.equal((await folder.report()).state, 'held')
    await sync()
    const all = {
      'a.txt': 'newer',
      'b.txt': 'b.txt',
      'c.txt': 'c.txt',
      'd.txt': 'd',
      'new.txt': 'new',
    }
    assert.deepEqual(folder.tree(), all)
    assert.deepEqual(await lab().tree(shared.id), all)
  })
})
