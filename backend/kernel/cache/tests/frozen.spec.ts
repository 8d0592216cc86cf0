// onBothDatabases: its SQL differs by database
import { test } from '@japa/runner'
import { bootApp, freePort, ServerProcess, type Caller } from '@crossdock/backend/testing'
import { clock } from '@crossdock/kernel/database'
import { call, testDatabase } from '@crossdock/kernel/testing'
import { stoodMs } from '../../events/tail.js'

if (testDatabase === 'pg') {
  // Red when the tail does not notice that the process stood still: the old answer would come before the event.
  test('a process that stood still accepts no credential revoked during that time', async ({
    assert,
    cleanup,
  }) => {
    const app = await bootApp()
    cleanup(() => app.stop())
    const acme = await app.tenant('acme')
    const other = new ServerProcess(app.database, await freePort())
    cleanup(() => void other.kill())
    await other.start()
    const status = async (as: Caller) =>
      (await call(other.url, 'GET', '/api/auth/me', { as })).status
    const body = { name: 'to be revoked' }
    const made = await app.ok<{ id: string; token: string }>('POST', '/api/api-tokens', {
      as: acme.admin,
      body,
    })
    const token = { headers: { authorization: `Bearer ${made.token}` } }
    const callers = [acme.editor, token]
    for (const as of callers) assert.equal(await status(as), 200)
    // Its cached entries do not expire: only the event drops them.
    await other.clock.hold()
    process.kill(other.pid!, 'SIGSTOP')
    const late = callers.map(status)
    await app.ok('POST', '/api/auth/logout', { as: acme.editor })
    await app.ok('DELETE', `/api/api-tokens/${made.id}`, { as: acme.admin })
    // Longer than a process may stand still unnoticed.
    await new Promise<void>((resolve) => void clock.after(2 * stoodMs, resolve))
    process.kill(other.pid!, 'SIGCONT')
    assert.deepEqual(await Promise.all(late), [401, 401])
  })
}
