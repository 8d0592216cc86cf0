// onBothDatabases: asks which database it runs on
import { bootApp, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { ask, newId } from '@crossdock/kernel/database'
import { inTenant, tenantRows } from '@crossdock/kernel/tenancy'
import { DriverTrace, sessionAt, testDatabase, type Asked } from '@crossdock/kernel/testing'
import { test } from '@japa/runner'
import type { Client } from 'pg'
import { Files } from './support.js'

const many = 3_000

test.group('Queries through folders', (group) => {
  let app: TestApp
  let tenant: TestTenant
  let [admin, editor]: Files[] = []

  group.setup(async () => {
    app = await bootApp()
    tenant = await app.tenant('harbourline')
    ;[admin, editor] = [tenant.admin, tenant.editor].map((as) => new Files(app, as))
    return () => app.stop()
  })

  /** Files without an owner: in a folder, and in the trash. */
  async function fill(folderId: string, name: string, trashedAt: string | null) {
    const rows = Array.from({ length: many }, (_, at) => ({
      parent_id: folderId,
      name: `${name} ${at}.txt`,
      type: 'file',
      mime_type: 'text/plain',
      size: 1,
      version: 1,
      metadata: '{}',
      updated_at: '2026-11-27T00:00:00.000Z',
      trashed_at: trashedAt,
    }))
    await app.inside(() => inTenant(tenant.id, () => tenantRows('assets').insertAll(rows)))
  }

  /** The plans of those statements of a list that contain `part`, with current statistics. */
  async function plansOf(files: Files, list: string, part = 'with recursive'): Promise<string[]> {
    const trace = new DriverTrace()
    try {
      const { status } = await files.call('GET', list)
      if (status !== 200) throw new Error(`The list was answered ${status}.`)
      const asked = trace.asked.filter(({ text }) => text.includes(part))
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

  /** A plan that reads a whole table or tenant, or everything in a folder or in the trash. */
  const whole =
    /Seq Scan on assets|SCAN child|SEARCH child USING (?![^\n]*parent_key=\?)|assets_parent_id_index|using (index )?assets_trash\b/i

  // Red without assets_folders: PostgreSQL reads all rows of a folder that contains nearly everything, and
  // SQLite the whole tenant for a closed folder. Red on SQLite without assets_trash_by_type: it reads all of
  // the trash.
  test('skip files, however many are in one folder and in the trash', async ({ assert }) => {
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
      const plans = await plansOf(files, '?search=invoice')
      assert.isNotEmpty(plans)
      for (const plan of plans) assert.notMatch(plan, whole)
    }
    assert.lengthOf(await editor!.list('?search=offer'), 0)
    assert.isNotEmpty(await admin!.list('?search=offer'))
  })

  // Red when each folder takes its own statement, or when a statement reads the files of a folder.
  test('find the folders with folders of a page at once', async ({ assert }) => {
    const top = await admin!.folder('Tree')
    const [deep, flat, emptied, secret] = [
      await admin!.folder('Deep', top.id),
      await admin!.folder('Flat', top.id),
      await admin!.folder('Emptied', top.id),
      await admin!.folder('Secret', top.id),
    ]
    await admin!.folder('Inner', deep.id)
    await fill(flat.id, 'note', null)
    await admin!.call('DELETE', `/${(await admin!.folder('Gone', emptied.id)).id}`)
    const hidden = await admin!.folder('Hidden', secret.id)
    await admin!.call('PUT', `/${hidden.id}/permissions`, {
      body: { everyone: 'none', grants: [] },
    })
    const list = `?parentId=${top.id}&type=folder`
    const withFolders = async (files: Files) =>
      (await files.list(list)).filter(({ hasFolders }) => hasFolders).map(({ name }) => name)
    assert.deepEqual(await withFolders(admin!), ['Deep', 'Secret'])
    assert.deepEqual(await withFolders(editor!), ['Deep'])
    const [one] = await admin!.list(`?parentId=${top.id}`)
    assert.isNull(one!.hasFolders)
    for (const files of [admin!, editor!]) {
      const plans = await plansOf(files, list, 'as page')
      assert.lengthOf(plans, 1)
      assert.match(plans[0]!, /parent_key/)
      assert.notMatch(plans[0]!, /Seq Scan on assets|SCAN assets/)
    }
  })

  // Red when the list names only `mostNamed` folders of the trash: the contents of the others stay visible.
  test('hide the contents of any number of folders in the trash', async ({ assert }) => {
    const gone = '2026-11-27T00:00:00.000Z'
    const ids = Array.from({ length: 1_100 }, () => newId())
    const row = (id: string, name: string, type: string, parent_id: string | null) => ({
      id,
      name,
      type,
      parent_id,
      size: 0,
      version: 0,
      metadata: '{}',
      updated_at: gone,
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
