import { parentPort } from 'node:worker_threads'
import { chunkHash } from '../../chunks/manifest.js'
import type { Order, Reply } from './orders.js'
import { StreamCuts } from './stream_cuts.js'

/* The second thread: finds cuts and hashes bytes in shared memory. It opens no files and keeps no content. */
const slabs = new Map<number, Buffer>()
const streams = new Map<number, StreamCuts>()

function slab(id: number): Buffer {
  const bytes = slabs.get(id)
  if (!bytes) throw new Error(`Slab ${id} is unknown.`)
  return bytes
}

function streamOf(id: number): StreamCuts {
  const known = streams.get(id)
  if (known) return known
  const begun = new StreamCuts()
  streams.set(id, begun)
  return begun
}

function execute(order: Order): Reply | undefined {
  switch (order.what) {
    case 'know':
      return void slabs.set(order.slab, Buffer.from(order.memory))
    case 'forget':
      return void slabs.delete(order.slab)
    case 'resume':
      return void streams.set(order.stream, new StreamCuts(order.lead))
    case 'hash':
      return { id: order.id, hash: chunkHash(slab(order.slab).subarray(0, order.size)) }
    case 'cut':
      return { id: order.id, cuts: streamOf(order.stream).cut(slab(order.slab), order) }
    case 'leave':
      return void streams.delete(order.stream)
  }
}

parentPort!.on('message', (order: Order) => {
  const reply = execute(order)
  if (reply) parentPort!.postMessage(reply)
})
