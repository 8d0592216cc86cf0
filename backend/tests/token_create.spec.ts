import { execFile } from 'node:child_process'
import { test } from '@japa/runner'
import {
  bootApp,
  freePort,
  migratedDatabase,
  programOf,
  ServerProcess,
} from '@crossdock/backend/testing'
import { call, freshDatabase, type FreshDatabase } from '@crossdock/kernel/testing'
import { installed } from '../plugins.js'

const ADMIN_EMAIL = 'operator@crossdock.example'

/** Runs a command on a database, as a separate process. */
function run({ dataDir, databaseUrl }: FreshDatabase, given: object, ...args: string[]) {
  const { PATH = '' } = process.env
  const env = { PATH, NODE_ENV: 'test', DATA_DIR: dataDir, ADMIN_EMAIL, DEMO: 'false', ...given }
  const options = { env: { ...env, ...(databaseUrl && { DATABASE_URL: databaseUrl }) } }
  const words = [...programOf('console'), ...args]
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) =>
    execFile(process.execPath, words, options, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr })
    )
  )
}

const create = (database: FreshDatabase, ...args: string[]) =>
  run(database, {}, 'token:create', ...args)

test.group('node ace token:create', () => {
  // Red when the log uses standard output, or a second process may use the database of SQLite.
  test('before the first start it prints only a token of the super administrator', async ({
    assert,
    cleanup,
  }) => {
    const database = await freshDatabase()
    const server = new ServerProcess(database, await freePort(), { ADMIN_EMAIL })
    cleanup(async () => {
      await server.kill()
      await database.remove()
    })
    const { code, stdout, stderr } = await create(database, 'provisioning', '--days=1')
    assert.equal(code, 0, stderr)
    assert.match(stdout, /^cdk_[\w-]{43}\n$/)

    await server.start()
    const as = { headers: { authorization: `Bearer ${stdout.trim()}` } }
    const me = await call<{ user: object }>(server.url, 'GET', '/api/auth/me', { as })
    assert.containSubset(me.body.user, { email: ADMIN_EMAIL, isSuperAdmin: true })
    const tokens = await call<object[]>(server.url, 'GET', '/api/api-tokens', { as })
    assert.containSubset(tokens.body, [{ name: 'provisioning' }])

    const concurrent = await create(database)
    if (database.databaseUrl) assert.match(concurrent.stdout, /^cdk_/)
    else {
      assert.deepEqual([concurrent.code, concurrent.stdout], [1, ''])
      assert.include(concurrent.stderr, 'use: crossdock tokens create')
    }
  })

  // Red when the days are not limited: a date too far away is invalid.
  test('creates no token for invalid days', async ({ assert, cleanup }) => {
    const database = await migratedDatabase(installed)
    cleanup(() => database.remove())
    const never = await create(database, 'too late', '--days=99999')
    assert.deepEqual([never.code, never.stdout], [1, ''])
    assert.equal(never.stderr, '--days must be a number above 0 and up to 3650.\n')
  })

  // Red when a refused start throws (token_create.ts, on_data.ts).
  test('reports a wrong key like the other commands', async ({ assert, cleanup }) => {
    const database = await migratedDatabase(installed)
    cleanup(() => database.remove())
    await (await bootApp({ database })).stop()
    for (const command of ['token:create', 'database:compact']) {
      const strange = await run(database, { APP_KEY: 'k'.repeat(40) }, command)
      assert.equal(strange.code, 1, command)
      assert.match(strange.stderr, /^Crossdock cannot start: the key .* is missing: .*\n$/)
    }
  })
})
