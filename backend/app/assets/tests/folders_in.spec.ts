// onBothDatabases: asks which database it runs on
import { bootApp, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { ask, newId } from '@crossdock/kernel/database'
import { inTenant, tenantRows } from '@crossdock/kernel/tenancy'
import { DriverTrace, sessionAt, testDatabase, type Asked } from '@crossdock/kernel/testing'
import { test } from '@japa/runner'
import type { Client } from 'pg'
import { Files } from './support.js'

const many = 3_000

test.group('Ways through folders', (group) => {
  let app: TestApp
  let tenant: TestTenant
  let [admin, editor]: Files[] = []

  group.setup(async () => {
    app = await bootApp()
    tenant = await app.tenant('harbourline')
    ;[admin, editor] = [tenant.admin, tenant.editor].map((as) => new Files(app, as))
    return () => app.stop()
  })

  /** Files of nobody's making: what lies in a folder, and in the trash. */
  async function fill(folderId: string, name: string, trashedAt: string | null) {
    const rows = Array.from({ length: many }, (_, at) => ({
      ...{ parent_id: folderId, name: `${name} ${at}.txt`, type: 'file', mime_type: 'text/plain' },
      ...{ size: 1, version: 1, metadata: '{}', updated_at: '2026-11-27T00:00:00.000Z' },
      ...{ trashed_at: trashedAt },
    }))
    await app.inside(() => inTenant(tenant.id, () => tenantRows('assets').insertAll(rows)))
  }

  /** What the database would do for each statement of a list that goes through folders, as it knows the table now. */
  async function plansOf(files: Files, search: string): Promise<string[]> {
    const trace = new DriverTrace()
    try {
      const { status } = await files.call('GET', `?search=${search}`)
      if (status !== 200) throw new Error(`The search was answered ${status}.`)
      const asked = trace.asked.filter(({ text }) => text.includes('with recursive'))
      const plans: string[] = []
      for (const one of asked) plans.push(await planOf(one))
      return plans
    } finally {
      trace.stop()
    }
  }

  async function planOf({ text, values, by }: Asked): Promise<string> {
    const rows =
      testDatabase === 'pg'
        ? (await (by as Client).query(`explain ${text}`, [...values])).rows
        : await app.inside(() => ask(`explain query plan ${text}`, [...values] as never))
    return rows.map((row: object) => Object.values(row).at(-1)).join('\n')
  }

  /** A whole table or tenant, or all that lies in a folder or in the trash. */
  const whole =
    /Seq Scan on assets|SCAN child|SEARCH child USING (?![^\n]*parent_key=\?)|assets_parent_id_index|using (index )?assets_trash\b/i

  // Red without assets_folders (PostgreSQL reads all rows to find the folders in one that holds nearly all of them, SQLite the
  // whole tenant for those in a closed one), and on SQLite without assets_trash_by_type: all of the trash.
  test('pass files by, however many lie in one folder and in the trash', async ({ assert }) => {
    const [open, closed] = [await admin!.folder('Archive'), await admin!.folder('Closed')]
    await admin!.folder('Inner', closed.id)
    await admin!.call('PUT', `/${closed.id}/permissions`, {
      body: { everyone: 'none', grants: [] },
    })
    await fill(open.id, 'invoice', null)
    await fill(closed.id, 'offer', null)
    await fill(open.id, 'gone', '2026-11-27T00:00:00.000Z')
    if (testDatabase === 'pg') {
      await sessionAt(app.database.databaseUrl!, (client) => client.query('analyze assets'))
    }
    for (const files of [admin!, editor!]) {
      const plans = await plansOf(files, 'invoice')
      assert.isNotEmpty(plans)
      for (const plan of plans) assert.notMatch(plan, whole)
    }
    assert.lengthOf(await editor!.list('?search=offer'), 0)
    assert.isNotEmpty(await admin!.list('?search=offer'))
  })

  // Red when only so many folders of the trash are named as a statement holds, and the others hide nothing.
  test('hide what lies below folders in the trash, however many those are', async ({ assert }) => {
    const gone = '2026-11-27T00:00:00.000Z'
    const ids = Array.from({ length: 1_100 }, () => newId())
    const row = (id: string, name: string, type: string, parent_id: string | null) => ({
      ...{ id, name, type, parent_id, size: 0, version: 0, metadata: '{}', updated_at: gone },
    })
    await app.inside(() =>
      inTenant(tenant.id, async () => {
        await tenantRows('assets').insertAll(
          ids.map((id, at) => ({ ...row(id, `old ${at}`, 'folder', null), trashed_at: gone }))
        )
        const inner = ids.map((id) => ({
          ...row(newId(), 'inner', 'folder', id),
          trashed_at: null,
        }))
        await tenantRows('assets').insertAll(inner)
        await tenantRows('assets').insertAll(
          inner.map(({ id }) => ({ ...row(newId(), 'waybill.txt', 'file', id), trashed_at: null }))
        )
      })
    )
    await admin!.file('waybill seen.txt')
    assert.deepEqual(await admin!.names('?search=waybill'), ['waybill seen.txt'])
  })
})
