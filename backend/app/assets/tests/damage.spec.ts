import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { until } from '@crossdock/backend/testing'
import { unscoped } from '@crossdock/kernel/database'
import { enqueue, listSchedules } from '@crossdock/kernel/jobs'
import { scrubWeekly } from '@crossdock/kernel/storage'
import { asOperator } from '@crossdock/kernel/tenancy'
import { test } from '@japa/runner'
import { assetsApp } from './support.js'

/** Damages every stored byte of a tenant. */
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
  test('are an error and not a cut download, show in the health, and are repaired by an upload', async ({
    assert,
  }) => {
    const { id, files } = await library.tenant()
    const folder = await files.folder('Bills')
    const file = await files.file('manifest.txt', folder.id, 'two pallets')
    await files.file('whole.txt', folder.id, 'four pallets')
    await rot(library.app.database.dataDir, id)
    for (const method of ['GET', 'GET', 'HEAD']) {
      const reply = await files.call<{ code: string }>(method, `/${file.id}/content`)
      assert.equal(reply.status, 500)
      if (method === 'GET') assert.equal(reply.body.code, 'E_CONTENT_DAMAGED')
      assert.isNull(reply.headers.get('etag'))
    }
    await storageIs('degraded')
    // Red when the contents with a damaged chunk are not looked up.
    type Damaged = { versions: { assetId: string; version: number; path: string }[] }
    const damaged = await files.call<Damaged>('GET', '/damaged')
    assert.deepEqual(damaged.body.versions, [
      { assetId: file.id, version: 1, path: '/Bills/manifest.txt' },
    ])
    const others = await (await library.tenant()).files.call<Damaged>('GET', '/damaged')
    assert.deepEqual(others.body.versions, [])

    const again = await files.upload({ name: 'the same.txt', bytes: 'two pallets' })
    for (const { id: asset } of [file, again.body]) {
      const reply = await files.call<unknown>('GET', `/${asset}/content`)
      assert.equal(reply.body, 'two pallets')
    }
    await storageIs('ok')
  })

  // Red when the schedule is not declared, or its job reads nothing.
  test('are found by a weekly check, without a download', async ({ assert }) => {
    const { id, files } = await library.tenant()
    await files.file('forgotten.txt', null, 'three pallets')
    await rot(library.app.database.dataDir, id)
    await storageIs('ok')
    const [weekly] = await asOperator('look at the schedules', async () =>
      (await listSchedules()).filter(({ name }) => name === scrubWeekly.name)
    )
    assert.isAbove(Date.parse(weekly!.nextAt), Date.now())
    const { job, payload } = scrubWeekly
    await asOperator('as when it is due', () => enqueue(job, payload, { uniqueKey: weekly!.name }))
    await until('the walk to end', async () => {
      const left = await asOperator('look at the job', () =>
        unscoped().from('jobs').where('name', job.name).count('* as total').first()
      )
      return Number(left.total) === 0
    })
    await storageIs('degraded')
  })
})
