// onBothDatabases: it checks which database it runs on
import { once } from 'node:events'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { ConsoleCommand, freePort, ServerProcess, signIn, until } from '@crossdock/backend/testing'
import {
  call,
  freshDatabase,
  sessionAt,
  testDatabase,
  urlWith,
  type FreshDatabase,
} from '@crossdock/kernel/testing'
import { newerVersion } from './newer_version.js'

const documented = join(process.cwd(), 'docs/operation/scale-out.md')

interface Setup {
  /** Includes the address of an administrator of the server. */
  database: FreshDatabase & { spareUrl: string }
  /** The addresses of the runtime login and of the owner. */
  app: string
  owner: string
}

if (testDatabase === 'pg') {
  test.group('PostgreSQL as docs/operation/scale-out.md sets it up', (group) => {
    let cleanups: (() => Promise<unknown>)[]

    group.each.setup(() => {
      cleanups = []
      return async () => {
        for (const cleanup of cleanups.reverse()) await cleanup()
      }
    })

    async function fresh(): Promise<FreshDatabase> {
      const database = await freshDatabase()
      cleanups.push(() => database.remove())
      return database
    }

    /** Runs the documented lines with this test's names. */
    async function setUp(): Promise<Setup> {
      // Provides its data folder and its server. Its database stays empty.
      const spare = await fresh()
      const name = `crossdock_${randomBytes(6).toString('hex')}`
      const text = await readFile(documented, 'utf8')
      const lines = /```sql\n([^`]+)```/.exec(text)![1]!.trim().replaceAll('crossdock', name)
      const administer = (sql: string) =>
        sessionAt(spare.databaseUrl!, (client) => client.query(sql))
      cleanups.push(async () => {
        await administer(`drop database if exists ${name} with (force)`)
        await administer(
          `drop role if exists ${name}_owner, ${name}, ${name}_tenant, ${name}_operator`
        )
      })
      for (const line of lines.split('\n')) await administer(line)
      const at = { database: name }
      const app = urlWith(spare.databaseUrl!, { ...at, login: name, password: 'app-password' })
      const owner = urlWith(spare.databaseUrl!, {
        ...at,
        login: `${name}_owner`,
        password: 'owner-password',
      })
      const database = { ...spare, databaseUrl: app, spareUrl: spare.databaseUrl! }
      return { database, app, owner }
    }

    async function server(database: FreshDatabase, env: Record<string, string>) {
      const made = new ServerProcess(database, await freePort(), env)
      cleanups.push(() => made.kill())
      return made
    }

    async function refusal(database: FreshDatabase, env: Record<string, string>): Promise<string> {
      const made = await server(database, env)
      const [status] = await once(made.spawn(), 'close')
      return `${status} ${made.output.join('')}`
    }

    const production = { NODE_ENV: 'production' }

    test('two logins: it works without a warning, and the runtime login owns nothing', async ({
      assert,
    }) => {
      const { database, app, owner } = await setUp()
      const one = await server(database, { ...production, MIGRATION_DATABASE_URL: owner })
      await one.start()
      const operator = await signIn(one, 'admin@localhost')
      const body = { name: 'Acme', subdomain: 'acme', adminEmail: 'admin@acme.example' }
      const made = await call(one.url, 'POST', '/api/tenants', { as: operator, body })
      assert.equal(made.status, 201)
      const as = await signIn(one, body.adminEmail, body.subdomain)
      const folder = { name: 'folder', type: 'folder' }
      assert.equal((await call(one.url, 'POST', '/api/assets', { as, body: folder })).status, 201)
      await until('the feed to be written by the operator role', async () => {
        const feed = await call<unknown[]>(one.url, 'GET', '/api/dashboard/activity', { as })
        return feed.body.length > 1
      })
      assert.notInclude(one.output.join(''), 'row-level security')

      await sessionAt(app, async (client) => {
        const refused = async (sql: string, reason = /must be owner|permission denied/) => {
          await assert.rejects(() => client.query(sql), reason)
        }
        const { user } = (await client.query('select current_user as user')).rows[0]
        await refused('select * from assets')
        for (const role of [`${user}_tenant`, `${user}_operator`]) {
          await client.query(`set role ${role}`)
          await refused('alter table assets disable row level security')
          await refused('drop policy tenant_rows on assets')
          await refused('select * from adonis_schema')
          await refused(`set role ${user}_owner`)
          await client.query('reset role')
          await refused('alter table assets disable row level security')
        }
      })

      // The next start finds everything in place.
      assert.equal(await one.stop(), 0)
      await one.start()
      assert.equal((await call(one.url, 'GET', '/api/auth/me', { as })).status, 200)
    })

    // Red when row-level security applies to the owner's dump, or when policies of the former roles are copied.
    test('two logins: a backup contains all rows, and restores into another database', async ({
      assert,
      cleanup,
    }) => {
      const { database, owner } = await setUp()
      const key = { APP_KEY: randomBytes(30).toString('hex') }
      const env = { ...production, ...key, MIGRATION_DATABASE_URL: owner }
      const one = await server(database, env)
      await one.start()
      const operator = await signIn(one, 'admin@localhost')
      const body = { name: 'Acme', subdomain: 'acme', adminEmail: 'admin@acme.example' }
      await call(one.url, 'POST', '/api/tenants', { as: operator, body })
      const as = await signIn(one, body.adminEmail, body.subdomain)
      await call(one.url, 'POST', '/api/assets', { as, body: { name: 'kept', type: 'folder' } })
      await sessionAt(owner, async (client) => {
        // The owner sees no rows outside of a dump, and changes none during a dump.
        assert.deepEqual((await client.query('select id from assets')).rows, [])
        await client.query(`set app.backup = 'on'`)
        assert.isNotEmpty((await client.query('select id from assets')).rows)
        assert.equal((await client.query('delete from assets')).rowCount, 0)
      })
      const folder = await mkdtemp(join(tmpdir(), 'crossdock-backup-'))
      cleanup(() => rm(folder, { recursive: true, force: true }))
      const backup = join(folder, 'first')
      await new ConsoleCommand(database, ['backup', backup], env).done()
      // Red when readsAll() does not check whether rows are hidden: they would silently be missing.
      const walled = { ...production, ...key }
      const refused = new ConsoleCommand(database, ['backup', join(folder, 'hidden')], walled)
      assert.equal(await refused.end(), 1)
      assert.include(refused.output.join(''), 'Row-level security hides rows of ')
      assert.equal(await one.stop(), 0)

      const other = await setUp()
      const place = { ...env, MIGRATION_DATABASE_URL: other.owner }
      await new ConsoleCommand(other.database, ['restore', backup], place).done()
      const two = await server(other.database, place)
      await two.start()
      const found = await call<{ name: string }[]>(two.url, 'GET', '/api/assets', { as })
      assert.include(
        found.body.map(({ name }) => name),
        'kept'
      )
      assert.notInclude(two.output.join(''), 'row-level security')
    }).tags(['long'])

    // Red when `changeRows`, `searchable` or `counted` does not lift row-level security: none of them finds a row.
    test('a later migration changes, indexes and counts the rows of all tenants', async ({
      assert,
      cleanup,
    }) => {
      const { database, app, owner } = await setUp()
      const env = { ...production, MIGRATION_DATABASE_URL: owner }
      const one = await server(database, env)
      await one.start()
      const operator = await signIn(one, 'admin@localhost')
      const body = { name: 'Acme', subdomain: 'acme', adminEmail: 'admin@acme.example' }
      await call(one.url, 'POST', '/api/tenants', { as: operator, body })
      assert.equal(await one.stop(), 0)

      const newer = await newerVersion(`
        this.changeRows(['users'], "update users set first_name = 'Ada'")
        this.unsearchable('users')
        this.searchable('users', ['email', 'role'])
        this.counted('users', { counter: 'newer.users' })`)
      cleanup(() => rm(newer, { recursive: true }))
      const next = await server(database, { ...env, CROSSDOCK_PLUGINS_DIR: newer })
      await next.start()
      const all = urlWith(database.spareUrl, { database: new URL(app).pathname.slice(1) })
      await sessionAt(all, async (client) => {
        const { rows } = await client.query(`
          select first_name, texts, (select sum(n)::int from counters where counter = 'newer.users') as counted
          from users join users_search using (id) where email = '${body.adminEmail}'`)
        assert.lengthOf(rows, 1)
        assert.equal(rows[0].first_name, 'Ada')
        assert.include(rows[0].texts, body.adminEmail)
        assert.equal(rows[0].counted, 1)
      })
    }).tags(['long'])

    // Red when warningsOf ignores who owns the tables.
    test('one login that owns the tables: it works, with a warning', async ({ assert }) => {
      const { database, owner } = await setUp()
      const one = await server({ ...database, databaseUrl: owner }, production)
      await one.start()
      const output = one.output.join('')
      assert.match(output, /owns the tables and could take row-level security/)
      assert.include(output, 'MIGRATION_DATABASE_URL')
      assert.match(output, /may not create roles/)
      const operator = await signIn(one, 'admin@localhost')
      const body = { name: 'Acme', subdomain: 'acme', adminEmail: 'admin@acme.example' }
      assert.equal(
        (await call(one.url, 'POST', '/api/tenants', { as: operator, body })).status,
        201
      )
      const as = await signIn(one, body.adminEmail, body.subdomain)
      assert.equal((await call(one.url, 'GET', '/api/assets', { as })).status, 200)
      const plugins = await call<{ name: string; health: object }[]>(
        one.url,
        'GET',
        '/api/plugins',
        { as: operator }
      )
      assert.match(JSON.stringify(plugins.body[0]!.health), /owns the tables/)

      // The roles exist by now. The administrator grants them, and then they are used.
      const name = new URL(owner).username.replace(/_owner$/, '')
      await sessionAt((await fresh()).databaseUrl!, (client) =>
        client.query(`grant ${name}_tenant, ${name}_operator to ${name}_owner`)
      )
      assert.equal(await one.stop(), 0)
      one.output.length = 0
      await one.start()
      assert.notMatch(one.output.join(''), /may not create roles/)
      assert.equal((await call(one.url, 'GET', '/api/assets', { as })).status, 200)
      await sessionAt(owner, async (client) => {
        const { rows } = await client.query(
          `select distinct policyname from pg_policies where tablename = 'assets' order by 1`
        )
        const names = rows.map(({ policyname }) => policyname)
        assert.deepEqual(names, ['dumped_rows', 'operator_rows', 'tenant_rows'])
      })
    }).tags(['long'])

    // Red when login_rows or its `with check` is always true, when `tenants` has none, or when neither
    // protect() nor the migrations force the policies on the owner.
    test('one login that owns the tables is limited to one tenant at a time', async ({
      assert,
    }) => {
      const { database, owner } = await setUp()
      const one = await server({ ...database, databaseUrl: owner }, production)
      await one.start()
      const operator = await signIn(one, 'admin@localhost')
      const tenants: string[] = []
      for (const subdomain of ['acme', 'globex']) {
        const body = { name: subdomain, subdomain, adminEmail: `admin@${subdomain}.example` }
        const made = await call<{ id: string }>(one.url, 'POST', '/api/tenants', {
          as: operator,
          body,
        })
        tenants.push(made.body.id)
      }
      const [acme, globex] = tenants as [string, string]
      const filled = ['tenants', 'tenant_environments', 'users']
      await sessionAt(owner, async (client) => {
        const { rows: tables } = await client.query<{ name: string; column: string }>(
          `select relname as name, case relname when 'tenants' then 'id' else 'tenant_id' end as column
           from pg_class c where relkind = 'r' and relnamespace = 'public'::regnamespace
             and (relname = 'tenants' or exists (
               select from pg_attribute where attrelid = c.oid and attname = 'tenant_id' and not attisdropped
             ))`
        )
        const tag = (setting: string) =>
          client.query(`select set_config('app.tenant_id', $1, false)`, [setting])
        /** The tenants with visible rows, by table. */
        const visible = async () => {
          const seen = new Map<string, string[]>()
          for (const { name, column } of tables) {
            const { rows } = await client.query(`select distinct ${column} as owner from ${name}`)
            if (rows.length > 0) seen.set(name, rows.map(({ owner }) => owner).sort())
          }
          return seen
        }
        for (const setting of ['', 'unknown']) {
          await tag(setting)
          assert.deepEqual(await visible(), new Map(), `tagged "${setting}"`)
        }
        await tag('*')
        for (const name of filled) {
          assert.includeMembers((await visible()).get(name)!, [acme, globex], name)
        }
        await tag(acme)
        assert.includeMembers([...(await visible()).keys()], filled)
        for (const [name, owners] of await visible()) assert.deepEqual(owners, [acme], name)
        for (const { name, column } of tables) {
          const { rowCount } = await client.query(
            `update ${name} set ${column} = ${column} where ${column} = $1`,
            [globex]
          )
          assert.equal(rowCount, 0, name)
        }
        for (const name of filled.slice(1)) {
          await assert.rejects(
            () => client.query(`update ${name} set tenant_id = $1`, [globex]),
            /row-level security/
          )
        }
      })
    }).tags(['long'])

    // Red when the check for superusers inverts NODE_ENV, or ignores it.
    test('a superuser is refused in production, and only reported elsewhere', async ({
      assert,
    }) => {
      const database = await fresh()
      const refused = await refusal(database, production)
      assert.match(
        refused,
        /^1 Crossdock cannot start: DATABASE_URL signs in as "\w+", which is a superuser/
      )
      assert.include(refused, 'set MIGRATION_DATABASE_URL')
      assert.notMatch(refused, /at .*:\d+:\d+/)
      const one = await server(database, {})
      await one.start()
      assert.match(one.output.join(''), /which is a superuser .* Production refuses it/)
    }).tags(['long'])

    test('a superuser may not migrate in production either', async ({ assert }) => {
      const { database } = await setUp()
      const superuser = urlWith((await fresh()).databaseUrl!, {
        database: new URL(database.databaseUrl!).pathname.slice(1),
      })
      const env = { ...production, MIGRATION_DATABASE_URL: superuser }
      assert.match(
        await refusal(database, env),
        /^1 Crossdock cannot start: MIGRATION_DATABASE_URL signs in .* superuser/
      )
    }).tags(['long'])

    test('addresses of different databases are refused in a sentence', async ({ assert }) => {
      const { database, owner } = await setUp()
      const other = urlWith(owner, { database: 'postgres' })
      assert.match(
        await refusal(database, { MIGRATION_DATABASE_URL: other }),
        /^1 Crossdock cannot start: MIGRATION_DATABASE_URL leads to the database "postgres"/
      )
      const first = await server(database, { MIGRATION_DATABASE_URL: owner })
      await first.start()
      await first.stop()
      assert.match(
        await refusal(database, {}),
        /^1 Crossdock cannot start: The login .* they belong to "\w+_owner"/
      )
    }).tags(['long'])

    // Red when a start fails without the extensions, does not report that, or never tries again.
    test('without permission to create extensions lists are scanned, and that is reported', async ({
      assert,
    }) => {
      const { database, owner } = await setUp()
      const { username: login, pathname } = new URL(owner)
      const name = pathname.slice(1)
      const spare = await fresh()
      const administer = (sql: string) =>
        sessionAt(spare.databaseUrl!, (client) => client.query(sql))
      await administer(`revoke create on database ${name} from ${login}`)
      const one = await server(database, { ...production, MIGRATION_DATABASE_URL: owner })
      await one.start()
      assert.match(one.output.join(''), /read(s|ing)? lists row by row.*permission denied/)
      const operator = await signIn(one, 'admin@localhost')
      const body = { name: 'Acme', subdomain: 'acme', adminEmail: 'admin@acme.example' }
      await call(one.url, 'POST', '/api/tenants', { as: operator, body })
      const search = async (term: string) => {
        const path = `/api/tenants?search=${term}`
        return (await call<object[]>(one.url, 'GET', path, { as: operator })).body.length
      }
      assert.deepEqual(
        [await search('cme'), await search('ac'), await search('nothing')],
        [1, 1, 0]
      )
      const plugins = await call<{ health: object }[]>(one.url, 'GET', '/api/plugins', {
        as: operator,
      })
      assert.match(JSON.stringify(plugins.body[0]!.health), /row by row/)

      await administer(`grant create on database ${name} to ${login}`)
      assert.equal(await one.stop(), 0)
      one.output.length = 0
      await one.start()
      assert.notMatch(one.output.join(''), /row by row/)
      assert.deepEqual(
        [await search('cme'), await search('ac'), await search('nothing')],
        [1, 1, 0]
      )
    }).tags(['long'])

    // Red when permissions are granted on all tables of the schema.
    test('foreign tables in the same database are not changed', async ({ assert }) => {
      const { database, owner } = await setUp()
      const superuser = urlWith((await fresh()).databaseUrl!, {
        database: new URL(owner).pathname.slice(1),
      })
      await sessionAt(superuser, (client) => client.query('create table payroll (tenant_id text)'))
      const one = await server(database, { MIGRATION_DATABASE_URL: owner })
      await one.start()
      await sessionAt(superuser, async (client) => {
        const { rows } = await client.query(
          `select relacl, relrowsecurity from pg_class where relname = 'payroll'`
        )
        assert.deepEqual(rows, [{ relacl: null, relrowsecurity: false }])
      })
    }).tags(['long'])
  })
}
