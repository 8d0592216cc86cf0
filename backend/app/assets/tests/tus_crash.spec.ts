import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { bootApp, freePort, migratedDatabase } from '@crossdock/backend/testing'
import { size } from '@crossdock/kernel/testing'
import { test } from '@japa/runner'
import { Upload } from 'tus-js-client'
import { installed } from '../../../plugins.js'
import type { AssetInfo } from '../contracts/index.js'
import { seededBytes } from '../../../kernel/storage/tests/seeded_bytes.js'
import { serve } from './served.js'

const MiB = 1024 * 1024

test.group('Resumable uploads under kill -9', () => {
  /** Red when an offset is told of bytes that a crash takes, and when whoever comes back must wait for who was killed. */
  test(
    '{$self}: a client of somebody else goes on with a server that comes back, and every byte is there'
  )
    .with(['in one stream', 'in requests of 8 MiB'])
    .run(async ({ assert, cleanup }, how) => {
      const database = await migratedDatabase(installed)
      cleanup(() => database.remove())
      const port = await freePort()
      const begun = await serve(database, { port })
      const { served } = begun
      let { child } = begun
      cleanup(() => void child.kill('SIGKILL'))
      const bytes = seededBytes(how, size({ quick: 24, full: 160 }) * MiB)
      // Where it is killed, in bytes the client has sent.
      const kills = size({ quick: [12 * MiB], full: [20 * MiB, 70 * MiB, 130 * MiB] })
      const times = kills.length
      const back: Promise<void>[] = []
      const bringBack = async () => {
        const exited = once(child, 'exit')
        child.kill('SIGKILL')
        await exited
        ;({ child } = await serve(database, { port, isBack: true }))
      }
      await new Promise<void>((resolve, reject) => {
        const upload = new Upload(bytes, {
          endpoint: `${served.url}/api/uploads`,
          headers: served.headers,
          chunkSize: how === 'in one stream' ? Infinity : 8 * MiB,
          // A server that starts on a busy machine takes its time.
          retryDelays: Array(400).fill(500),
          metadata: { filename: 'killed.bin' },
          onProgress: (sent) => {
            if (sent >= (kills[0] ?? Infinity)) {
              kills.shift()
              back.push(bringBack())
            }
          },
          onError: reject,
          onSuccess: () => resolve(),
        })
        upload.start()
      })
      await Promise.all(back)
      assert.lengthOf(back, times)
      child.kill('SIGKILL')
      await once(child, 'exit')

      const app = await bootApp({ database })
      cleanup(() => app.stop())
      const as = { headers: served.headers }
      const [file, ...others] = await app.ok<AssetInfo[]>('GET', '/api/assets', { as })
      assert.lengthOf(others, 0)
      assert.equal(file!.size, bytes.length)
      const reply = await fetch(`${app.url}/api/assets/${file!.id}/content`, as)
      const hash = (all: Uint8Array) => createHash('sha256').update(all).digest('hex')
      assert.equal(hash(new Uint8Array(await reply.arrayBuffer())), hash(bytes))
    })
})
