import { hash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { Writable } from 'node:stream'
import { bootApp } from '@crossdock/backend/testing'
import { size, until } from '@crossdock/kernel/testing'
import { test } from '@japa/runner'
import type { TestContext } from '@japa/runner/core'
import { transaction } from '../../database/index.js'
import { inTenant } from '../../tenancy/index.js'
import { MOST_SLAB_BYTES, type SideThread } from '../hashing/side_thread.js'
import { openStore } from './opened_store.js'
import { pieces, seededBytes } from './seeded_bytes.js'
import { watchSlabs } from './watched_slabs.js'

const MiB = 1024 * 1024
/** How often each client disconnects. */
const rounds = size({ quick: 1, full: 25 })

/** Serves a store with one content of many chunks over HTTP. */
async function serve(context: TestContext) {
  const { store, hashThread, tenant } = await openStore(context)
  const bytes = seededBytes('left', size({ quick: 12, full: 20 }) * MiB)
  const { id } = await inTenant(tenant, async () => {
    const stored = await store.write(pieces(bytes), { maxBytes: bytes.length })
    await transaction(() => store.record(stored))
    return stored
  })
  const read = () => inTenant(tenant, () => store.read(id))
  const server = createServer((_, response) => {
    read().then(
      (stream) => stream.pipe(response),
      (error: Error) => response.writeHead(500).end(error.message)
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  context.cleanup(() => void server.close().closeAllConnections())
  return { read, hashThread, bytes, port: (server.address() as AddressInfo).port }
}

/** Sends several requests on one connection and disconnects once 64 KiB have arrived. */
async function leave(port: number, times: number = 1): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  let received = 0
  socket
    .on('error', () => undefined)
    .on('data', ({ length }) => {
      received += length
      if (received >= 64 * 1024) socket.resetAndDestroy()
    })
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(times))
  await once(socket, 'close')
}

async function allGivenBack(thread: SideThread): Promise<void> {
  await until('all slabs to be given back', () => thread.slabBytes.used === 0)
}

/** A destination that takes nothing until `go` is called. */
class Waiting extends Writable {
  readonly taken: Buffer[] = []
  #release = () => {}
  readonly #go = new Promise<void>((resolve) => (this.#release = resolve))

  override _write(piece: Buffer, _: unknown, callback: () => void): void {
    void this.#go.then(() => {
      this.taken.push(Buffer.from(piece))
      callback()
    })
  }

  go(): void {
    this.#release()
  }
}

test.group('Abandoned downloads', (group) => {
  group.setup(async () => {
    const app = await bootApp()
    return () => app.stop()
  })

  // Red when pieces that a destination still uses are dropped, or released before its callback.
  test('hundreds stay within the memory limit, and other readers get the bytes', async (context) => {
    const { hashThread, bytes, port } = await serve(context)
    const watched = watchSlabs(hashThread)
    let isLeaving = true
    const leaver = async () => {
      for (let round = 0; round < rounds; round++) await leave(port)
    }
    const reader = async () => {
      while (isLeaving) {
        // Use a new connection, because a kept one may close on a busy machine just as it is reused.
        const answer = await fetch(`http://127.0.0.1:${port}/`, {
          headers: { connection: 'close' },
        })
        const received = Buffer.from(await answer.arrayBuffer())
        context.assert.equal(answer.status, 200, received.toString('utf8', 0, 200))
        context.assert.isTrue(received.equals(bytes))
      }
    }
    const reading = [reader(), reader()]
    await Promise.all(Array.from({ length: 12 }, leaver))
    isLeaving = false
    await Promise.all(reading)
    await allGivenBack(watched.thread)
    context.assert.isAtMost(watched.bytes, MOST_SLAB_BYTES)
  })

  // Red when pieces without a callback are not released.
  test('a pipelined answer is released with its connection', async (context) => {
    const { hashThread, port } = await serve(context)
    const { thread } = watchSlabs(hashThread)
    await leave(port, 3)
    await allGivenBack(thread)
  })

  // Red when a generator that never started is expected to release the pieces read ahead, or all slabs have the
  // largest size.
  test('one abandoned before it has begun releases its memory', async (context) => {
    const { read, hashThread, bytes } = await serve(context)
    const { thread } = watchSlabs(hashThread)
    const stream = await read()
    context.assert.isAbove(thread.slabBytes.used, 0)
    context.assert.isBelow(thread.slabBytes.used, bytes.length)
    stream.destroy()
    await once(stream, 'close')
    await allGivenBack(thread)
  })

  // Red when spareSlab() has no limit, or a reader gets no memory beyond the limit.
  test('beyond the limit each has separate memory', async (context) => {
    const { read, hashThread, bytes } = await serve(context)
    const watched = watchSlabs(hashThread)
    const streams = await Promise.all(Array.from({ length: size({ quick: 18, full: 40 }) }, read))
    const wanted = hash('sha256', bytes)
    const readers = streams.map((stream) => stream.pipe(new Waiting()))
    context.assert.isAbove(watched.thread.slabBytes.used, MOST_SLAB_BYTES / 2)
    for (const reader of readers) {
      const finished = once(reader, 'finish')
      reader.go()
      await finished
      context.assert.equal(hash('sha256', Buffer.concat(reader.taken.splice(0))), wanted)
    }
    await allGivenBack(watched.thread)
    context.assert.isAtMost(watched.bytes, MOST_SLAB_BYTES)
  })
})
