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

/** Runs a command on a database, as a process of its own. */
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
  // Red when the log shares standard output, or a second process may work beside SQLite's only one.
  test('before the first start it prints a token of the super administrator, alone', async ({
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

    const beside = await create(database)
    if (database.databaseUrl) assert.match(beside.stdout, /^cdk_/)
    else {
      assert.deepEqual([beside.code, beside.stdout], [1, ''])
      assert.include(beside.stderr, 'make one there: crossdock tokens create')
    }
  })

  // Red when days have no bound, above all none above: a date so far away is none.
  test('of days that are none it makes no token', async ({ assert, cleanup }) => {
    const database = await migratedDatabase(installed)
    cleanup(() => database.remove())
    const never = await create(database, 'too late', '--days=99999')
    assert.deepEqual([never.code, never.stdout], [1, ''])
    assert.equal(never.stderr, '--days must be a number above 0 and up to 3650.\n')
  })

  // Red when what a start is refused for is thrown on (token_create.ts, on_data.ts).
  test('with another key than the data has it says so, as other commands do', async ({
    assert,
    cleanup,
  }) => {
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
