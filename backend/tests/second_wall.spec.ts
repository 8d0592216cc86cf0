// onBothDatabases: walks every route
import { test } from '@japa/runner'
import type pg from 'pg'
import { bootApp, type TestApp } from '@crossdock/backend/testing'
import { sessionAt, testDatabase } from '@crossdock/kernel/testing'
import { furnishedTenant, startSystem, type FurnishedTenant } from './matrix/furnished_tenant.js'

interface Table {
  name: string
  owner: 'tenant_id' | 'id'
}

const owned = `
  select c.relname as name, case c.relname when 'tenants' then 'id' else 'tenant_id' end as owner
  from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
    and (c.relname = 'tenants' or exists (
      select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
    )) order by 1`

if (testDatabase === 'pg') {
  test.group('Row-level security in PostgreSQL, without the application', (group) => {
    let app: TestApp
    let acme: FurnishedTenant
    let borealis: FurnishedTenant
    let tables: Table[]
    let filled: string[]

    /** A session with only the permissions of the application's role, as injected SQL would have. */
    const as = <T>(role: 'tenant' | 'operator', work: (client: pg.Client) => Promise<T>) =>
      sessionAt(app.database.databaseUrl!, async (client) => {
        const { rows } = await client.query('select current_database() as name')
        await client.query(`set session authorization ${rows[0].name}_${role}`)
        return work(client)
      })
    const tag = (client: pg.Client, tenant: string) =>
      client.query(`select set_config('app.tenant_id', $1, false)`, [tenant])
    const owners = async (client: pg.Client, { name, owner }: Table): Promise<string[]> => {
      const { rows } = await client.query(`select distinct ${owner} as owner from ${name}`)
      return rows.map((row) => row.owner)
    }

    group.setup(async () => {
      const system = await startSystem()
      const { port } = new URL(system.url)
      app = await bootApp({ settings: { EGRESS_ALLOW: [`127.0.0.1/32:${port}`] } })
      acme = await furnishedTenant(app, 'acme', system.url)
      borealis = await furnishedTenant(app, 'borealis', system.url)
      tables = await as('operator', async (client) => (await client.query<Table>(owned)).rows)
      filled = await as('operator', async (client) => {
        const names: string[] = []
        for (const table of tables) {
          if ((await owners(client, table)).includes(borealis.id)) names.push(table.name)
        }
        return names
      })
      return async () => {
        system.close()
        await app.stop()
      }
    })

    test('nearly every table has rows to protect', ({ assert }) => {
      const empty = tables.map(({ name }) => name).filter((name) => !filled.includes(name))
      assert.notInclude(empty, 'assets')
      assert.isAbove(filled.length, tables.length / 2, `empty: ${empty.join()}`)
    })

    // Red when a policy accepts an untagged session, or the tag '*' from the tenant role.
    for (const setting of ['', '*', 'null']) {
      test(`tagged "${setting}" the tenant role sees no row of any table`, async ({ assert }) => {
        await as('tenant', async (client) => {
          if (setting !== 'null') await tag(client, setting)
          for (const table of tables) assert.deepEqual(await owners(client, table), [], table.name)
        })
      })
    }

    // Red when `tenants` has no policy, or any table's policy is missing or always true.
    test('tagged with a tenant it sees only rows of that tenant', async ({ assert }) => {
      await as('tenant', async (client) => {
        await tag(client, acme.id)
        for (const table of tables) {
          const wanted = filled.includes(table.name) ? [acme.id] : []
          assert.includeMembers([acme.id], await owners(client, table), table.name)
          if (wanted.length > 0) assert.deepEqual(await owners(client, table), wanted, table.name)
        }
      })
    })

    // Red when a policy's `using` is missing, or the tenant role may update or delete tenants.
    const readOnly = [
      'tenants',
      'egress_allowances',
      'audit_entries',
      'audit_chains',
      'audit_heads',
    ]
    test('the tenant role changes and deletes no row of another tenant', async ({ assert }) => {
      await as('tenant', async (client) => {
        for (const setting of ['', '*', acme.id]) {
          await tag(client, setting)
          for (const { name, owner } of tables.filter((table) => !readOnly.includes(table.name))) {
            for (const change of [
              `update ${name} set ${owner} = ${owner}`,
              `delete from ${name}`,
            ]) {
              const { rowCount } = await client.query(`${change} where ${owner} = '${borealis.id}'`)
              assert.equal(rowCount, 0, change)
            }
          }
        }
      })
      await as('operator', async (client) => {
        for (const table of tables.filter(({ name }) => filled.includes(name))) {
          assert.include(await owners(client, table), borealis.id, table.name)
        }
      })
    })

    test('the tenant role cannot delete or change tenants, which would delete their rows', async ({
      assert,
    }) => {
      await as('tenant', async (client) => {
        await tag(client, acme.id)
        for (const sql of [
          `delete from tenants where id = '${acme.id}'`,
          `delete from tenants where id = '${borealis.id}'`,
          `update tenants set name = 'stolen' where id = '${borealis.id}'`,
          'truncate tenants cascade',
        ]) {
          await assert.rejects(() => client.query(sql), /permission denied/)
        }
      })
    })

    // Red without the migration that reserves the table for the operator.
    test('the tenant role cannot open a private network', async ({ assert }) => {
      await as('tenant', async (client) => {
        await tag(client, acme.id)
        await client.query('select * from egress_allowances')
        for (const sql of [
          `insert into egress_allowances (id, tenant_id, network, created_at)
           values ('mine', '${acme.id}', '10.0.0.0/8', now())`,
          `update egress_allowances set network = '10.0.0.0/8'`,
          'delete from egress_allowances',
        ]) {
          await assert.rejects(() => client.query(sql), /permission denied/)
        }
      })
    })

    // Red without the triggers of `#bindToTenant` in 1_create_api_tokens_table.
    test('the tenant role creates tokens only for people of the tenant', async ({ assert }) => {
      const people = await as('operator', async (client) => {
        const { rows } = await client.query('select id, tenant_id, email from users')
        return rows as { id: string; tenant_id: string | null; email: string }[]
      })
      const idOf = (tenant: string | null) =>
        people.find(({ tenant_id }) => tenant_id === tenant)!.id
      await as('tenant', async (client) => {
        await tag(client, acme.id)
        const make = (name: string, owner: string) =>
          client.query(
            `insert into api_tokens (id, tenant_id, user_id, name, token, prefix, scopes, created_at)
             values ($1, $2, $3, $1, $1, 'cdk_', '[]', now())`,
            [name, acme.id, owner]
          )
        await make('mine', idOf(acme.id))
        for (const owner of [idOf(borealis.id), idOf(null)]) {
          await assert.rejects(() => make('theirs', owner), /a person of its tenant/)
          await assert.rejects(
            () => client.query('update api_tokens set user_id = $1', [owner]),
            /a person of its tenant/
          )
        }
        await client.query(`delete from api_tokens where id = 'mine'`)
      })
    })

    // Red when the roles own a table, or are members of each other or of a stronger role.
    test('neither role can remove or bypass row-level security', async ({ assert }) => {
      const { tenant, operator } = await sessionAt(app.database.databaseUrl!, async (client) => {
        const { rows } = await client.query('select current_database() as name')
        return { tenant: `${rows[0].name}_tenant`, operator: `${rows[0].name}_operator` }
      })
      const attempts = [
        'alter table assets disable row level security',
        'alter table assets no force row level security',
        'drop policy tenant_rows on assets',
        'create policy open on assets using (true)',
        'set role postgres',
        'create role crossdock_friend',
        'select * from adonis_schema',
        'delete from adonis_schema_versions',
        'drop table assets cascade',
      ]
      for (const role of ['tenant', 'operator'] as const) {
        await as(role, async (client) => {
          await tag(client, acme.id)
          for (const sql of attempts) {
            await assert.rejects(() => client.query(sql), /must be owner|permission denied/)
          }
          await client.query('set row_security = off')
          if (role === 'tenant') {
            await assert.rejects(() => client.query('select * from assets'), /row-level security/)
            await assert.rejects(() => client.query(`set role ${operator}`), /permission denied/)
          } else {
            await assert.rejects(() => client.query(`set role ${tenant}`), /permission denied/)
          }
          await client.query('reset role')
        })
      }
      await as('tenant', (client) =>
        assert.rejects(() => client.query('select * from event_cursors'), /permission denied/)
      )
    })

    test('the application sees its tenants through row-level security', async ({ assert }) => {
      const list = await app.ok<{ id: string }[]>('GET', '/api/tenants', {
        as: await app.superAdmin(),
      })
      assert.sameMembers(
        list.map(({ id }) => id),
        [acme.id, borealis.id]
      )
      const me = await app.ok<{ tenant: { id: string } }>('GET', '/api/auth/me', { as: acme.admin })
      assert.equal(me.tenant.id, acme.id)
    })

    // Red when a connection is tagged although it served that tenant last.
    test('consecutive requests of one tenant set the tag only once', async ({ assert }) => {
      const statements: string[] = []
      const { default: driver } = await import('pg')
      const query = driver.Client.prototype.query
      driver.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
        const [first] = given as [string | { text: string }]
        statements.push(typeof first === 'string' ? first : first.text)
        return (query as (...given: unknown[]) => unknown).apply(this, given)
      } as typeof query
      try {
        for (let turn = 0; turn < 10; turn++) {
          await app.ok('GET', '/api/assets', { as: acme.admin })
        }
      } finally {
        driver.Client.prototype.query = query
      }
      const tags = statements.filter((sql) => sql.includes('set_config'))
      assert.isAtMost(tags.length, 3, tags.join('\n'))
    })
  })
}
