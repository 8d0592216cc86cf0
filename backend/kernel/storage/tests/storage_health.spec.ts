import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { bootApp, type TestApp } from '@crossdock/backend/testing'
import { test } from '@japa/runner'
import type { Settings } from '../../settings/index.js'
import { newContext, runInContext } from '../../ground/context.js'
import { checkStorage, openContentStore } from '../index.js'
import { testClock, until } from '../../testing/index.js'
import { testBucket } from './test_bucket.js'
import { watchDatasync, watchWritev } from '../../testing/watched_sync.js'

interface Health {
  components: Record<string, { status: string }>
}

test.group('Storage health', (group) => {
  let app: TestApp
  group.each.setup(async () => {
    app = await bootApp({ settings: { LOG_LEVEL: 'silent' } })
    return () => app.stop()
  })

  const content = () => join(app.database.dataDir, 'content')

  const ready = () => app.call('GET', '/api/health/ready')
  const statusOf = async (name: string) => {
    const { body } = await app.call<Health>('GET', '/api/health')
    return body.components[name]!.status
  }

  async function upload(as: Awaited<ReturnType<TestApp['tenant']>>['admin'], bytes: string) {
    const body = new FormData()
    body.set('file', new File([bytes], `${bytes}.txt`))
    return app.call<{ code: string }>('POST', '/api/assets', { as, body })
  }

  // Red when health does not distinguish reading from writing: a load balancer would remove a server that can
  // read.
  test('is degraded, and the server ready, while only writing fails', async ({ assert }) => {
    const full = Object.assign(new Error('full'), { code: 'ENOSPC' })
    const restore = await watchDatasync(content(), async () => Promise.reject(full))
    try {
      await until('the health to change', async () => (await statusOf('storage')) === 'degraded')
      assert.equal((await ready()).status, 200)
      const { message } = await runInContext(newContext(), checkStorage)
      assert.match(message!, /is full or read-only/)
    } finally {
      restore()
    }
  })

  // Red when a disk that became read-only is treated like any other error (asStorageError()).
  test('uploads report a read-only disk', async ({ assert, cleanup }) => {
    const { admin } = await app.tenant('freightway')
    const readOnly = Object.assign(new Error('read-only'), { code: 'EROFS' })
    cleanup(await watchWritev(content(), async () => Promise.reject(readOnly)))
    const { status, body } = await upload(admin, 'refused')
    assert.deepEqual([status, body.code], [503, 'E_STORAGE_READ_ONLY'])
  })

  // Red when a write or the health check creates the folder again.
  test('is down while its folder is missing, and uploads are refused', async ({ assert }) => {
    const { admin } = await app.tenant('freightway')
    assert.equal((await upload(admin, 'first')).status, 201)
    await rename(content(), `${content()}.away`)
    for (const bytes of ['second', 'third', 'fourth']) {
      const { status, body } = await upload(admin, bytes)
      assert.deepEqual([status, body.code], [503, 'E_STORAGE_LOST'])
    }
    await until('the health to change', async () => (await statusOf('storage')) === 'down')
    // Red when readiness depends on the storage. All processes share a bucket, so none would stay ready.
    assert.equal((await ready()).status, 200)
    await rename(`${content()}.away`, content())
    await until('the health to change', async () => (await statusOf('storage')) === 'ok')
    assert.equal((await upload(admin, 'fifth')).status, 201)
  })

  // Red when a slow bucket counts as down.
  test('is degraded while a bucket is slow, and the server ready', async (context) => {
    const { assert } = context
    const bucket = await testBucket(context)
    const slow = await bootApp({ settings: { STORAGE_URL: bucket.url, LOG_LEVEL: 'silent' } })
    context.cleanup(() => slow.stop())
    const { promise: after, resolve: goOn } = Promise.withResolvers<void>()
    bucket.suffer(({ method }) => (method === 'PUT' ? { after } : undefined))
    const health = slow.call<Health>('GET', '/api/health')
    testClock.advance(1_000)
    const { status, body } = await health
    assert.deepEqual([status, body.components.storage!.status], [200, 'degraded'])
    assert.equal((await slow.call('GET', '/api/health/ready')).status, 200)
    const { message } = await slow.inside(() => runInContext(newContext(), checkStorage))
    assert.match(
      message!,
      /has not answered a small write for \d+ s. No write has succeeded since the start/
    )
    goOn()
  })

  // Red when openStorage() does not check the database.
  test('a start without the content that the database names fails with a message', async ({
    assert,
  }) => {
    const { admin } = await app.tenant('freightway')
    await upload(admin, 'first')
    const { dataDir, databaseUrl: DATABASE_URL } = app.database
    const store = openContentStore(
      { DATA_DIR: join(dataDir, 'elsewhere'), DATABASE_URL } as Settings,
      () => {}
    )
    await assert.rejects(() => store.open(), /elsewhere.* has no files/)
    await mkdir(join(dataDir, 'elsewhere'))
    await rename(content(), join(dataDir, 'elsewhere/content'))
    await store.open()
    await rename(join(dataDir, 'elsewhere/content'), content())
    await store.close()
  })
})
