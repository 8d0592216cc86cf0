import { until } from '@crossdock/backend/testing'
import { test } from '@japa/runner'
import { bytes, SftpLab, textOf } from '../../sftp/tests/sftp_lab.js'
import { syncEndpoints } from '../contracts/index.js'
import { PassLab } from './pass_lab.js'

test.group('A contract between an SFTP server and an asset folder', (group) => {
  let sftp: SftpLab

  group.setup(async () => {
    sftp = await SftpLab.start()
    return () => sftp.stop()
  })
  group.each.teardown(() => sftp.closeAll())

  test('makes both equal in both directions, and keeps files that the system loses', async ({
    assert,
  }) => {
    const lab = new PassLab(sftp.app, sftp.acme)
    const files = await sftp.open()
    const put = (path: string, text: string, expectedVersion: string | null = null) =>
      files.write(path, bytes(text), {
        size: Buffer.byteLength(text),
        modifiedAt: 1_700_000_000_000,
        expectedVersion,
      })
    await files.makeFolder('Quay')
    await files.makeFolder('Quay/Plans')
    await put('Quay/Plans/a.txt', 'a of the system')
    await put('Quay/b.txt', 'b of the system')
    const { id: systemId } = await sftp.connect({ config: {} })
    const shared = await lab.folder('Shared')
    await lab.file('c.txt', shared.id, 'c of the assets')
    const contract = await lab.contract({
      source: { type: 'external_system', path: '/Quay', systemId },
      target: { type: 'asset_folder', path: '/Shared' },
    })
    const run = await lab.sync(contract.id)
    assert.equal(run.status, 'completed')
    assert.deepEqual(await lab.tree(shared.id), {
      Plans: null,
      'Plans/a.txt': 'a of the system',
      'b.txt': 'b of the system',
      'c.txt': 'c of the assets',
    })
    assert.equal(await textOf(files, 'Quay/c.txt'), 'c of the assets')
    const quiet = await lab.sync(contract.id)
    assert.containSubset(quiet.counts, { created: 0, changed: 0, moved: 0, deleted: 0 })

    // A folder is renamed with its content, a file is changed, and one is deleted.
    const plans = await lab.named(shared.id, 'Plans')
    await lab.ok('PUT', `/assets/${plans.id}`, { name: 'Old plans' })
    await lab.ok('DELETE', `/assets/${(await lab.named(shared.id, 'b.txt')).id}`)
    const { version } = (await files.stat('Quay/c.txt'))!
    await put('Quay/c.txt', 'c changed there', version)
    const second = await lab.sync(contract.id)
    assert.containSubset(second.counts, { moved: 1, changed: 1, deleted: 1, failed: 0 })
    assert.equal(await textOf(files, 'Quay/Old plans/a.txt'), 'a of the system')
    assert.isNull(await files.stat('Quay/b.txt'))
    assert.isNull(await files.stat('Quay/Plans'))
    assert.deepEqual(await lab.tree(shared.id), {
      'Old plans': null,
      'Old plans/a.txt': 'a of the system',
      'c.txt': 'c changed there',
    })
    const deleted = (await lab.kept(contract.id)).find(({ reason }) => reason === 'deleted')
    assert.equal(await lab.stored(deleted!.contentHash), 'b of the system')
    const third = await lab.sync(contract.id)
    assert.containSubset(third.counts, { created: 0, changed: 0, moved: 0, deleted: 0 })
  })

  /** Red when an entry that one listing lacks counts as deleted. */
  test('a folder that one listing lacks is not deleted', async ({ assert, cleanup }) => {
    const lab = new PassLab(sftp.app, sftp.acme)
    const files = await sftp.open()
    await files.makeFolder('Moving')
    await files.makeFolder('Moving/Plans')
    const { id: systemId } = await sftp.connect({ config: {} })
    const shared = await lab.folder('Moving')
    await lab.file('a.txt', shared.id)
    const contract = await lab.contract({
      source: { type: 'external_system', path: '/Moving', systemId },
      target: { type: 'asset_folder', path: '/Moving' },
    })
    await lab.sync(contract.id)
    assert.deepEqual(await lab.tree(shared.id), { Plans: null, 'a.txt': 'a.txt' })

    // The system lists the folder while it is renamed and back.
    const kind = await sftp.app.inside(async () => syncEndpoints.get('sftp')!)
    const { open } = kind
    cleanup(() => void (kind.open = open))
    let lacking = 1
    kind.open = async (system, signal) => {
      const endpoint = await open(system, signal)
      const list = endpoint.list.bind(endpoint)
      endpoint.list = async (path) =>
        (await list(path)).filter(({ name }) => name !== 'Plans' || lacking-- <= 0)
      return endpoint
    }
    const { runId } = await lab.startRun(contract.id)
    await until('the pass to wait', async () => (await lab.load(contract.id)).phase === 'waiting')
    assert.deepEqual(await lab.tree(shared.id), { Plans: null, 'a.txt': 'a.txt' })
    sftp.app.clock.advance(60_000)
    assert.containSubset((await lab.ended(runId)).counts, { deleted: 0, failed: 0 })
    assert.deepEqual(await lab.tree(shared.id), { Plans: null, 'a.txt': 'a.txt' })
  })

  test('a missing folder stops the run and deletes nothing', async ({ assert }) => {
    const lab = new PassLab(sftp.app, sftp.acme)
    const { id: systemId } = await sftp.connect({ config: {} })
    const kept = await lab.folder('Kept')
    await lab.file('a.txt', kept.id)
    const contract = await lab.contract({
      source: { type: 'external_system', path: '/Missing', systemId },
      target: { type: 'asset_folder', path: '/Kept' },
    })
    const { runId } = await lab.startRun(contract.id)
    await until('the run to stop', async () => (await lab.run(runId)).status === 'stopped')
    assert.deepEqual(await lab.tree(kept.id), { 'a.txt': 'a.txt' })
  })
})
