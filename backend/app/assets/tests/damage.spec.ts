import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { until } from '@crossdock/backend/testing'
import { unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import { test } from '@japa/runner'
import { assetsApp } from './support.js'

/** Changes every byte that is stored for a tenant. */
async function rot(dataDir: string, tenantId: string): Promise<void> {
  const folder = join(dataDir, 'content', tenantId)
  for (const name of await readdir(folder)) {
    const file = await open(join(folder, name), 'r+')
    const { size } = await file.stat()
    await file.write(Buffer.alloc(size, '?'), 0, size, 0)
    await file.close()
  }
}

test.group('Damaged files', (group) => {
  const library = assetsApp(group)

  const storageIs = (status: string) =>
    until(`the storage to be ${status}`, async () => {
      type Health = { components: Record<string, { status: string }> }
      const { body } = await library.app.call<Health>('GET', '/api/health')
      return body.components.storage?.status === status
    })

  // Red when ContentStore.read() answers before it has read anything.
  test('are an error and not a cut download, show in the health, and are mended by an upload', async ({
    assert,
  }) => {
    const { id, files } = await library.tenant()
    const file = await files.file('manifest.txt', null, 'two pallets')
    await rot(library.app.database.dataDir, id)
    for (const method of ['GET', 'GET', 'HEAD']) {
      const reply = await files.call<{ code: string }>(method, `/${file.id}/content`)
      assert.equal(reply.status, 500)
      if (method === 'GET') assert.equal(reply.body.code, 'E_CONTENT_DAMAGED')
      assert.isNull(reply.headers.get('etag'))
    }
    await storageIs('degraded')

    const again = await files.upload({ name: 'the same.txt', bytes: 'two pallets' })
    for (const { id: asset } of [file, again.body]) {
      const reply = await files.call<unknown>('GET', `/${asset}/content`)
      assert.equal(reply.body, 'two pallets')
    }
    await storageIs('ok')
  })

  test('are looked for by a job that is always there', async ({ assert }) => {
    const row = await until('the first walk to end', async () => {
      const [found] = await asOperator('look at the job', () =>
        unscoped().from('jobs').where('name', 'storage.scrub').select('state', 'run_at', 'payload')
      )
      return found?.state === 'scheduled' && found
    })
    assert.isAbove(Date.parse(row.run_at), Date.now())
  })
})
