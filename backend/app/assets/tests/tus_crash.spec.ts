import { createHash } from 'node:crypto'
import type { TestApp } from '@crossdock/backend/testing'
import { size, type Caller } from '@crossdock/kernel/testing'
import { test } from '@japa/runner'
import { Upload } from 'tus-js-client'
import type { AssetInfo } from '../contracts/asset_info.js'
import { seededBytes } from '../../../kernel/storage/tests/seeded_bytes.js'
import { prepare, serve } from './killed_server.js'

const MiB = 1024 * 1024

const ways = size({ quick: ['in one stream'], full: ['in one stream', 'in requests of 8 MiB'] })

for (const how of ways) {
  test.group(`A resumable upload under kill -9, ${how}`, (group) => {
    const bytes = seededBytes(how, size({ quick: 16, full: 160 }) * MiB)
    // The server is killed each time the client has sent this many MiB.
    const kills = size({ quick: [8], full: [20, 70, 110, 140] })
    let app: TestApp
    let as: Caller

    prepare(group, async (context) => {
      const { server, bootHere, ...served } = await serve(context)
      as = served.as
      const back: Promise<TestApp | void>[] = []
      const bringBack = async () => {
        const isLast = back.length === kills.length - 1
        await server.kill()
        return isLast ? bootHere() : server.start()
      }
      await new Promise<void>((resolve, reject) => {
        const upload = new Upload(bytes, {
          endpoint: `${server.url}/api/uploads`,
          headers: as.headers!,
          chunkSize: how === 'in one stream' ? Infinity : 8 * MiB,
          // A server on a busy machine starts slowly.
          retryDelays: Array(400).fill(500),
          metadata: { filename: 'killed.bin' },
          onProgress: (sent) => {
            if (sent >= (kills[back.length] ?? Infinity) * MiB) back.push(bringBack())
          },
          onError: reject,
          onSuccess: () => resolve(),
        })
        upload.start()
      })
      if (back.length < kills.length) throw new Error(`It was killed ${back.length} times.`)
      app = (await Promise.all(back)).at(-1)!
      context.cleanup(() => app.stop())
    })

    /**
     * Red when an offset includes bytes that a crash loses. Red when a client must wait for the lease of a
     * killed process.
     */
    test('an independent client continues after a restart, and every byte is there', async ({
      assert,
    }) => {
      const [file, ...others] = await app.ok<AssetInfo[]>('GET', '/api/assets', { as })
      assert.lengthOf(others, 0)
      assert.equal(file!.size, bytes.length)
      const reply = await fetch(`${app.url}/api/assets/${file!.id}/content`, as)
      const hash = (all: Uint8Array) => createHash('sha256').update(all).digest('hex')
      assert.equal(hash(new Uint8Array(await reply.arrayBuffer())), hash(bytes))
    })
  })
}
