import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { bootApp } from '@crossdock/backend/testing'
import { call, freshDatabase } from '@crossdock/kernel/testing'
import { test } from '@japa/runner'
import type { AssetInfo } from '../contracts/index.js'
import { serve } from './served.js'
import { formOf } from './support.js'

test.group('A killed server', () => {
  test('every acknowledged upload is there afterwards, to the byte', async ({
    assert,
    cleanup,
  }) => {
    const database = await freshDatabase()
    cleanup(() => database.remove())
    const { child, served } = await serve(database)
    const { url, ...as } = served
    const acknowledged = new Map<string, Buffer>()
    let alive = true
    const writer = async (number: number) => {
      for (let round = 0; alive; round++) {
        const bytes = randomBytes(round % 5 === 0 ? 3_000_000 : 20_000)
        const body = formOf({ name: `${number}-${round}.bin`, bytes })
        const reply = await call<AssetInfo>(url, 'POST', '/api/assets', { as, body })
        if (reply.status === 201) acknowledged.set(reply.body.id, bytes)
        if (acknowledged.size === 40) child.kill('SIGKILL')
      }
    }
    const writers = Array.from({ length: 6 }, (_, index) => writer(index).catch(() => undefined))
    await once(child, 'exit')
    alive = false
    await Promise.all(writers)

    const app = await bootApp({ database })
    cleanup(() => app.stop())
    assert.isAtLeast(acknowledged.size, 40)
    for (const [id, bytes] of acknowledged) {
      const reply = await fetch(`${app.url}/api/assets/${id}/content`, as)
      assert.equal(reply.status, 200)
      assert.isTrue(Buffer.from(await reply.arrayBuffer()).equals(bytes))
    }
    const files = await app.ok<AssetInfo[]>('GET', '/api/assets?limit=1000', { as })
    for (const { id, size } of files) {
      const reply = await fetch(`${app.url}/api/assets/${id}/content`, as)
      assert.equal((await reply.arrayBuffer()).byteLength, size)
    }
  })
})
