// onOneDatabase: PostgreSQL needs pg_dump for it, which backup.spec.ts looks for
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { bootApp } from '@crossdock/backend/testing'
import { makeBackup } from '@crossdock/kernel/backup'
import { unscoped } from '@crossdock/kernel/database'
import { settings } from '@crossdock/kernel/settings'
import { asOperator } from '@crossdock/kernel/tenancy'

test.group('The history of backups', () => {
  // Red when makeBackup records nothing.
  test('records the last two successful backups and the last failure', async ({
    assert,
    cleanup,
  }) => {
    const app = await bootApp()
    cleanup(() => app.stop())
    const folder = await mkdtemp(join(tmpdir(), 'crossdock-backups-'))
    cleanup(() => rm(folder, { recursive: true, force: true }))
    const make = (name: string, appRoot?: URL) =>
      app.inside(() =>
        makeBackup(
          {
            settings: settings.use(),
            plugins: [],
            pluginsFolder: join(folder, 'none'),
            version: '1',
          },
          join(folder, name),
          appRoot && { appRoot }
        )
      )
    const noted = () =>
      app.inside(() => asOperator('a test looks', async () => unscoped().from('backups').first()))
    const { takenAt: first } = await make('first')
    const { takenAt: second } = await make('second')
    const row = await noted()
    assert.deepEqual([row.before_at, row.taken_at, row.failed_at], [first, second, null])
    // A build without migrations refuses a database that has some.
    await assert.rejects(() => make('third', new URL(`file://${folder}/`)))
    const failed = await noted()
    assert.isString(failed.failed_at)
    assert.isAbove(failed.reason.length, 0)
    assert.equal(failed.taken_at, second)
  })
})
