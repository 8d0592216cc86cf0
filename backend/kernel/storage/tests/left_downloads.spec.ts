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
import { MOST_SLAB_BYTES, type SideThread } from '../aside/side_thread.js'
import { openStore } from './opened_store.js'
import { pieces, seededBytes } from './seeded_bytes.js'
import { watchSlabs } from './watched_slabs.js'

const MiB = 1024 * 1024
/** How often each of those leaves. */
const rounds = size({ quick: 1, full: 25 })

/** A store that is served by HTTP, with one content of many chunks. */
async function serve(context: TestContext) {
  const { store, aside, tenant } = await openStore(context)
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
  return { read, aside, bytes, port: (server.address() as AddressInfo).port }
}

/** Asks so often on one connection and leaves it as soon as 64 KiB have come. */
async function leave(port: number, times: number = 1): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  let come = 0
  socket
    .on('error', () => undefined)
    .on('data', ({ length }) => {
      come += length
      if (come >= 64 * 1024) socket.resetAndDestroy()
    })
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(times))
  await once(socket, 'close')
}

async function allGivenBack(thread: SideThread): Promise<void> {
  await until('all slabs to be given back', () => thread.slabBytes.used === 0)
}

/** Takes nothing before it is let to. */
class Waiting extends Writable {
  readonly taken: Buffer[] = []
  #letGo = () => {}
  readonly #go = new Promise<void>((resolve) => (this.#letGo = resolve))

  override _write(piece: Buffer, _: unknown, callback: () => void): void {
    void this.#go.then(() => {
      this.taken.push(Buffer.from(piece))
      callback()
    })
  }

  go(): void {
    this.#letGo()
  }
}

test.group('Downloads that are left', (group) => {
  group.setup(async () => {
    const app = await bootApp()
    return () => app.stop()
  })

  // Red when what a destination has is dropped, or given back before it calls back for it.
  test('hundreds leave no more memory than the bound, and whoever reads on gets the bytes', async (context) => {
    const { aside, bytes, port } = await serve(context)
    const watched = watchSlabs(aside)
    let isLeaving = true
    const leaver = async () => {
      for (let round = 0; round < rounds; round++) await leave(port)
    }
    const reader = async () => {
      while (isLeaving) {
        // A connection of its own: one kept on a busy machine may end as it is used again.
        const answer = await fetch(`http://127.0.0.1:${port}/`, {
          headers: { connection: 'close' },
        })
        const come = Buffer.from(await answer.arrayBuffer())
        context.assert.equal(answer.status, 200, come.toString('utf8', 0, 200))
        context.assert.isTrue(come.equals(bytes))
      }
    }
    const reading = [reader(), reader()]
    await Promise.all(Array.from({ length: 12 }, leaver))
    isLeaving = false
    await Promise.all(reading)
    await allGivenBack(watched.thread)
    context.assert.isAtMost(watched.bytes, MOST_SLAB_BYTES)
  })

  // Red when pieces that are never called back for are not given back: nobody sends them, and nobody says so.
  test('an answer that waits behind another on its connection leaves with it', async (context) => {
    const { aside, port } = await serve(context)
    const { thread } = watchSlabs(aside)
    await leave(port, 3)
    await allGivenBack(thread)
  })

  // Red when the pieces read ahead are given back by a generator, which was never begun, or all slabs are of the largest size.
  test('one that is left before it has begun leaves nothing', async (context) => {
    const { read, aside, bytes } = await serve(context)
    const { thread } = watchSlabs(aside)
    const stream = await read()
    context.assert.isAbove(thread.slabBytes.used, 0)
    context.assert.isBelow(thread.slabBytes.used, bytes.length)
    stream.destroy()
    await once(stream, 'close')
    await allGivenBack(thread)
  })

  // Red when spareSlab() gives without a bound, or no memory is found beyond it.
  test('beyond the bound each has memory of its own', async (context) => {
    const { read, aside, bytes } = await serve(context)
    const watched = watchSlabs(aside)
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
