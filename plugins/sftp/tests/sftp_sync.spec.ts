import {
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { until } from '@crossdock/backend/testing'
import { PassLab } from '../../sync/tests/pass_lab.js'
import { SftpLab } from './sftp_lab.js'
import { missingSshd, newKey } from './ssh_server.js'

const aWhileAgo = new Date('2026-03-01T08:00:00Z')

if (missingSshd()) {
  test.group('Sync with an SFTP server', () => {
    test('a real OpenSSH server').skip(missingSshd, 'OpenSSH is not installed')
  })
} else {
  test.group('Sync with an SFTP server', (group) => {
    let lab: SftpLab
    let pass: PassLab
    let contractId: string
    let remote: string
    let folderId: string

    group.setup(async () => {
      lab = await SftpLab.start()
      pass = new PassLab(lab.app, lab.acme)
      remote = join(lab.server.home, 'exchange')
      mkdirSync(remote)
      own(remote)
      const { id: systemId } = await lab.connect()
      folderId = (await pass.folder('Exchange')).id
      const made = await pass.ok<{ id: string }>('POST', '/sync-contracts', {
        name: 'Exchange',
        sourceType: 'external_system',
        targetType: 'asset_folder',
        sourceConfig: { systemId, path: '/exchange' },
        targetConfig: { path: '/Exchange' },
        conflictResolution: 'manual',
        scheduleConfig: { mode: 'manual' },
      })
      contractId = made.id
      return () => lab.stop()
    })

    const own = (path: string) => {
      const { uid, gid } = statSync(lab.server.home)
      if (process.getuid?.() === 0) chownSync(path, uid, gid)
    }
    const put = (path: string, text: string, at = aWhileAgo) => {
      const full = join(remote, path)
      mkdirSync(join(full, '..'), { recursive: true })
      own(join(full, '..'))
      writeFileSync(full, text)
      utimesSync(full, at, at)
      own(full)
    }
    const there = () =>
      Object.fromEntries(
        readdirSync(remote, { recursive: true, withFileTypes: true })
          .filter((one) => one.isFile())
          .map((one) => {
            const full = join(one.parentPath, one.name)
            return [full.slice(remote.length + 1), readFileSync(full, 'utf8')]
          })
      )
    const here = async () =>
      Object.fromEntries(
        Object.entries(await pass.tree(folderId)).filter(([, text]) => text !== null)
      )

    test('files go both ways, with their times', async ({ assert }) => {
      put('Plans/a.txt', 'of the server')
      await pass.file('b.txt', folderId, 'of the assets')
      const run = await pass.sync(contractId)
      assert.equal(run.status, 'completed')
      assert.deepEqual(there(), { 'Plans/a.txt': 'of the server', 'b.txt': 'of the assets' })
      assert.deepEqual(await here(), there())
    })

    test('changes, moves and deletions of either side arrive at the other', async ({ assert }) => {
      put('Plans/a.txt', 'changed on the server', new Date('2026-04-01T08:00:00Z'))
      renameSync(join(remote, 'b.txt'), join(remote, 'c.txt'))
      await pass.sync(contractId)
      assert.deepEqual(await here(), {
        'Plans/a.txt': 'changed on the server',
        'c.txt': 'of the assets',
      })
      const c = await pass.named(folderId, 'c.txt')
      await pass.ok('PUT', `/assets/${c.id}`, { name: 'd.txt' })
      await pass.file('a.txt', (await pass.named(folderId, 'Plans')).id, 'changed here')
      await pass.sync(contractId)
      assert.deepEqual(there(), { 'Plans/a.txt': 'changed here', 'd.txt': 'of the assets' })
      rmSync(join(remote, 'd.txt'))
      await pass.sync(contractId)
      assert.deepEqual(await here(), { 'Plans/a.txt': 'changed here' })
      assert.deepEqual(await here(), there())
    })

    test('a file that both sides changed waits for a person, links are skipped', async ({
      assert,
    }) => {
      put('Plans/a.txt', 'there', new Date('2026-05-01T08:00:00Z'))
      await pass.file('a.txt', (await pass.named(folderId, 'Plans')).id, 'here')
      symlinkSync('/etc/passwd', join(remote, 'passwd'))
      await pass.sync(contractId)
      assert.deepEqual(await here(), { 'Plans/a.txt': 'here' })
      assert.equal(there()['Plans/a.txt'], 'there')
      const [conflict] = await pass.ok<{ id: string; path: string }[]>(
        'GET',
        '/sync-contracts/conflicts'
      )
      assert.equal(conflict?.path, 'Plans/a.txt')
      assert.equal((await pass.explain(contractId, 'passwd')).state, 'skipped')
      await pass.ok('POST', `/sync-contracts/conflicts/${conflict!.id}/resolve`, { keep: 'source' })
      await until('the decision to be carried out', async () => {
        await pass.sync(contractId)
        return (await here())['Plans/a.txt'] === 'there'
      })
      rmSync(join(remote, 'passwd'))
    })

    // Red when an unreachable side counts as empty.
    test('an unreachable server, or another one in its place, deletes nothing', async ({
      assert,
    }) => {
      const before = await here()
      await lab.server.end()
      await pass.startRun(contractId)
      await until('the contract to wait', async () => {
        const { phase, message } = await pass.load(contractId)
        return phase === 'waiting' && /could not be reached/.test(JSON.stringify(message))
      })
      assert.deepEqual(await here(), before)
      await lab.server.listen(await newKey())
      await until('the contract to say that the key is another', async () => {
        await pass.startRun(contractId)
        const { message } = await pass.settled(contractId)
        return /another computer answers/.test(JSON.stringify(message))
      })
      assert.deepEqual(await here(), before)
      await lab.server.end()
      await lab.server.listen(lab.hostKey)
      put('late.txt', 'late')
      await until('the contract to go on', async () => {
        await pass.startRun(contractId)
        await pass.settled(contractId)
        return (await here())['late.txt'] === 'late'
      })
      // The folder itself is missing. This must not count as the deletion of all its files.
      renameSync(remote, `${remote}-away`)
      await pass.startRun(contractId)
      await pass.settled(contractId)
      assert.deepEqual(await here(), { ...before, 'late.txt': 'late' })
      renameSync(`${remote}-away`, remote)
    })
  })
}
