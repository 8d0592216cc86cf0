import { parentPort } from 'node:worker_threads'
import { chunkHash } from '../../chunks/manifest.js'
import type { ThreadRequest, Reply } from './thread_requests.js'
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

function execute(request: ThreadRequest): Reply | undefined {
  switch (request.what) {
    case 'know':
      return void slabs.set(request.slab, Buffer.from(request.memory))
    case 'forget':
      return void slabs.delete(request.slab)
    case 'resume':
      return void streams.set(request.stream, new StreamCuts(request.lead))
    case 'hash':
      return { id: request.id, hash: chunkHash(slab(request.slab).subarray(0, request.size)) }
    case 'cut':
      return { id: request.id, cuts: streamOf(request.stream).cut(slab(request.slab), request) }
    case 'leave':
      return void streams.delete(request.stream)
  }
}

parentPort!.on('message', (request: ThreadRequest) => {
  const reply = execute(request)
  if (reply) parentPort!.postMessage(reply)
})
