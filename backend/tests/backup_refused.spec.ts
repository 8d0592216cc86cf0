// onBothDatabases: it checks which database it runs on
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { bootApp, ConsoleCommand, freePort } from '@crossdock/backend/testing'
import { freshDatabase, testDatabase } from '@crossdock/kernel/testing'

test.group('node ace backup and restore', () => {
  /**
   * Red when console.ts completes the settings for these commands, which creates folder and key, and without
   * `withGaps` in restore.ts.
   */
  test('create neither folder nor key, and report gaps', async ({ assert, cleanup }) => {
    const folder = await mkdtemp(join(tmpdir(), 'crossdock-backup-'))
    const app = await bootApp()
    cleanup(async () => {
      await app.stop()
      await rm(folder, { recursive: true })
    })
    const tenant = await app.tenant('acme')
    const form = new FormData()
    form.set('file', new Blob(['of acme']), 'note.txt')
    await app.ok('POST', '/api/assets', { as: tenant.admin, body: form })
    const run = async (dataDir: string, args: string[], env: Record<string, string> = {}) => {
      const { databaseUrl } = app.database
      const command = new ConsoleCommand({ ...app.database, dataDir, databaseUrl }, args, env)
      return { status: await command.end(), said: command.output.join('') }
    }
    const [absent, backup] = [join(folder, 'absent'), join(folder, 'backup')]

    const none = await run(absent, ['backup', backup])
    assert.equal(none.status, 1)
    assert.match(none.said, /^There is no installation here: .*\n$/)
    assert.deepEqual(await readdir(folder), [])

    await rm(join(app.database.dataDir, 'content', tenant.id), { recursive: true })
    const keyless = join(folder, 'keyless')
    assert.equal((await run(app.database.dataDir, ['backup', keyless])).status, 2)

    const refused = await run(absent, ['restore', keyless])
    assert.equal(refused.status, 1)
    assert.include(refused.said, 'was made with another APP_KEY')
    assert.isFalse(existsSync(absent))

    if (app.database.databaseUrl) return
    const withKey = join(folder, 'with-key')
    assert.equal((await run(app.database.dataDir, ['backup', withKey, '--with-key'])).status, 2)
    const restored = await run(absent, ['restore', withKey])
    assert.equal(restored.status, 2, restored.said)
    assert.include(restored.said, 'Missing: content of tenant')
    assert.isTrue(existsSync(join(absent, 'app.key')))
  })

  /** Red (with a stack trace) when only errors with a code are reported. */
  test('report a lost database in one line', async ({ assert, cleanup }) => {
    const away = createServer((socket) => socket.resume().end())
    const port = await freePort()
    await new Promise<void>((resolve) => away.listen(port, '127.0.0.1', resolve))
    cleanup(() => void away.close())
    const database = await freshDatabase()
    cleanup(() => database.remove())
    const { dataDir } = database
    const databaseUrl = `postgres://crossdock@127.0.0.1:${port}/crossdock`
    const command = new ConsoleCommand(
      { ...database, databaseUrl },
      ['backup', `${dataDir}-backup`],
      { APP_KEY: 'k'.repeat(32) }
    )
    assert.equal(await command.end(), 1)
    assert.equal(
      command.output.join(''),
      'The database does not answer, or has closed the connection (Connection terminated unexpectedly). Run the same command again when it is available.\n'
    )
  }).skip(testDatabase !== 'pg', 'only PostgreSQL can be unreachable')
})
