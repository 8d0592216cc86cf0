// onBothDatabases: it checks which database it runs on
import { test } from '@japa/runner'
import { bootApp, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { newId, now, unscoped } from '@crossdock/kernel/database'
import { testDatabase } from '@crossdock/kernel/testing'
import { asOperator } from '@crossdock/kernel/tenancy'

interface Key {
  table: string
  target: string
  columns: string[]
}

const operator = <T>(work: () => Promise<T>) => asOperator('look past the tenants', work)

async function postgresKeys(): Promise<Key[]> {
  const { rows } = await unscoped().rawQuery(`
    select c.conrelid::regclass::text as table, c.confrelid::regclass::text as target,
      array(select attname::text from unnest(c.conkey) with ordinality as k(number, place)
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.number order by place) as columns
    from pg_constraint c where c.contype = 'f'`)
  return rows
}

async function sqliteKeys(): Promise<Key[]> {
  const rows = await unscoped().rawQuery(`
    select m.name as "table", f."table" as target, group_concat(f."from") as columns
    from sqlite_schema m, pragma_foreign_key_list(m.name) f
    where m.type = 'table' group by m.name, f.id`)
  return rows.map((row: Key & { columns: string }) => ({ ...row, columns: row.columns.split(',') }))
}

/**
 * A super administrator belongs to no tenant, but may have a token of one: a trigger checks these rows. The
 * same is true for stars, visits, and drafts, which are always written with the caller's own id.
 */
const exempt = [
  'api_tokens.user_id',
  'asset_stars.user_id',
  'asset_visits.user_id',
  'integration_workflow_drafts.user_id',
]

test.group('Foreign keys between rows of tenants', (group) => {
  let app: TestApp
  let acme: TestTenant
  let borealis: TestTenant

  group.setup(async () => {
    app = await bootApp()
    acme = await app.tenant('acme')
    borealis = await app.tenant('borealis')
    return () => app.stop()
  })

  // Red when a migration refers to a tenant's row only by its id.
  test('each key includes the tenant', async ({ assert }) => {
    const keys = await operator(testDatabase === 'pg' ? postgresKeys : sqliteKeys)
    const owned = new Set(
      keys.filter(({ target }) => target === 'tenants').map(({ table }) => table)
    )
    const between = keys.filter(({ table, target }) => owned.has(table) && owned.has(target))
    const bound = between.filter(({ columns }) => columns.includes('tenant_id'))
    const of = ({ table, columns }: Key) =>
      `${table}.${columns.filter((column) => column !== 'tenant_id').join()}`
    const unbound = between.map(of).filter((name) => !bound.map(of).includes(name))
    assert.isAbove(bound.length, 5)
    assert.deepEqual(
      unbound.filter((name) => !exempt.includes(name)),
      []
    )
  })

  // Red when the key of assets.parent_id is `references assets (id)`.
  test('a row cannot refer to a row of another tenant, even where every row is visible', async ({
    assert,
  }) => {
    const body = { name: 'theirs', type: 'folder' }
    const folder = await app.ok<{ id: string }>('POST', '/api/assets', { as: borealis.admin, body })
    const time = now()
    const row = (tenant_id: string) => ({
      id: newId(),
      tenant_id,
      parent_id: folder.id,
      name: newId(),
      type: 'folder',
      metadata: '{}',
      created_at: time,
      updated_at: time,
    })
    const insert = (tenant: string) =>
      operator(async () => unscoped().insertQuery().table('assets').insert(row(tenant)))
    await insert(borealis.id)
    await assert.rejects(() => insert(acme.id), /foreign key/i)
  })

  // Red without one of the triggers of `#bindToTenant` in 1_create_api_tokens_table, on insert or on update.
  test('the owner of a token belongs to its tenant, or is a super administrator', async ({
    assert,
  }) => {
    const ownerOf = (tenant: string) =>
      operator(async () => unscoped().from('users').where('tenant_id', tenant).firstOrFail())
    const [own, foreign] = [await ownerOf(acme.id), await ownerOf(borealis.id)]
    const root = await operator(async () =>
      unscoped().from('users').whereNull('tenant_id').firstOrFail()
    )
    const insert = async (user_id: string) => {
      const row = {
        id: newId(),
        tenant_id: acme.id,
        user_id,
        name: 'slipped in',
        scopes: '[]',
        token: newId(),
        prefix: 'cdk_',
        created_at: now(),
      }
      await operator(async () => unscoped().insertQuery().table('api_tokens').insert(row))
      return row.id
    }
    const change = (id: string, values: object) =>
      operator(async () => unscoped().from('api_tokens').where({ id }).update(values))
    const refused = /owner of a token must be a person of its tenant/
    await insert(root.id)
    const id = await insert(own.id)
    await change(id, { user_id: root.id })
    await change(id, { user_id: own.id })
    await assert.rejects(() => insert(foreign.id), refused)
    await assert.rejects(() => change(id, { user_id: foreign.id }), refused)
    await assert.rejects(() => change(id, { tenant_id: borealis.id }), refused)
  })

  test('rows that refer to a deleted row are deleted', async ({ assert }) => {
    const make = (name: string, parentId?: string) =>
      app.ok<{ id: string }>('POST', '/api/assets', {
        as: acme.admin,
        body: { name, type: 'folder', ...(parentId ? { parentId } : {}) },
      })
    const top = await make('top')
    const below = await make('below', top.id)
    await operator(async () => unscoped().from('assets').where('id', top.id).delete())
    const left = await operator(async () => unscoped().from('assets').where('id', below.id))
    assert.deepEqual(left, [])
  })

  // Red when the plain key of sessions.user_id is dropped: a composite key with a null is not checked.
  test('rows without a tenant are bound to their user', async ({ assert }) => {
    const time = now()
    const row = {
      id: newId(),
      tenant_id: null,
      user_id: 'unknown',
      token: newId(),
      last_seen_at: time,
      expires_at: time,
      created_at: time,
    }
    await assert.rejects(
      () => operator(async () => unscoped().insertQuery().table('sessions').insert(row)),
      /foreign key/i
    )
  })
})
