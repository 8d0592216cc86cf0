import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from '@japa/runner'
import {
  bootApp,
  freePort,
  migratedDatabase,
  ServerProcess,
  until,
  type TestApp,
} from '@crossdock/backend/testing'
import { unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import { moment, size } from '@crossdock/kernel/testing'
import { rowsOf } from './matrix/rows.js'
import { installed } from '../plugins.js'

const rounds = size({ quick: 1, full: 6 })
const files = size({ quick: 300, full: 4_000 })

/** Adds many folders to a tenant, and starts its deletion by the next worker. */
async function prepare(app: TestApp) {
  const doomed = await app.tenant('doomed')
  const spared = await app.tenant('spared')
  for (const { admin: as } of [doomed, spared]) {
    const form = new FormData()
    form.set('file', new Blob(['equal bytes']), 'equal.txt')
    await app.ok('POST', '/api/assets', { as, body: form })
  }
  const body = { name: 'folder', type: 'folder' }
  const { id } = await app.ok<{ id: string }>('POST', '/api/assets', { as: doomed.admin, body })
  await app.inside(() =>
    asOperator('insert many folders', async () => {
      const row = await unscoped().from('assets').where('id', id).firstOrFail()
      const { parent_key: _place, name_key: _key, modified_key: _time, ...folder } = row
      for (let at = 0; at < files; at += 100) {
        const some = Array.from({ length: 100 }, (_, more) => ({
          ...folder,
          id: crypto.randomUUID(),
          name: `many ${at + more}`,
          parent_id: id,
          ...(typeof folder.metadata === 'object' && { metadata: JSON.stringify(folder.metadata) }),
        }))
        await unscoped().table('assets').multiInsert(some)
      }
    })
  )
  const as = await app.superAdmin()
  await app.ok('DELETE', `/api/tenants/${doomed.id}?confirm=doomed`, { as })
  return { doomed, spared, before: await app.inside(() => rowsOf(spared.id)) }
}

const folders = async (app: TestApp) => readdir(join(app.database.dataDir, 'content'))

test.group('Deletion of a tenant under kill -9', () => {
  // No progress is stored: each start begins again and finds less.
  test(`killed ${rounds} times, it continues and touches no other tenant`, async ({ assert }) => {
    const database = await migratedDatabase(installed)
    const settings = { LOG_LEVEL: 'silent', TENANT_GRACE_DAYS: 0, ROLE: 'web' } as const
    try {
      const first = await bootApp({ database, settings })
      const { doomed, spared, before } = await prepare(first)
      await first.stop()
      const server = new ServerProcess(database, await freePort(), { TENANT_GRACE_DAYS: '0' })
      for (let round = 0; round < rounds; round++) {
        await server.start()
        await moment(size({ quick: 100, full: 400 }))
        await server.kill()
      }
      await server.start()
      await until('its content to be deleted', async () =>
        (await folders(first)).every((name) => name !== doomed.id)
      )
      await server.stop()

      const last = await bootApp({ database, settings })
      try {
        const as = await last.superAdmin()
        await until('the tenant to be deleted', async () => {
          const { status } = await last.call('GET', `/api/tenants/${doomed.id}`, { as })
          return status === 404
        })
        const left = await last.inside(() => rowsOf(doomed.id))
        assert.deepEqual(
          // The audit stays with the operator.
          [...left].filter(([table, rows]) => rows.length > 0 && !table.startsWith('audit_')),
          []
        )
        const after = await last.inside(() => rowsOf(spared.id))
        for (const table of ['assets', 'asset_versions', 'contents', 'content_chunks', 'users']) {
          assert.deepEqual(after.get(table), before.get(table), table)
        }
        assert.include(await folders(last), spared.id)
      } finally {
        await last.stop()
      }
    } finally {
      await database.remove()
    }
  })
})
