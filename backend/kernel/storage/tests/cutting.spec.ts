// onOneDatabase: no database takes part
import { size } from '@crossdock/kernel/testing'
import { test } from '@japa/runner'
import type { TestContext } from '@japa/runner/core'
import { HashThread } from '../hashing/hash_thread.js'
import { HEAD_BYTES, STREAM_SLAB } from '../hashing/thread_requests.js'
import { CutPoints } from '../../chunks/cut_points.js'
import { Cutting, ONE_CHUNK } from '../hashing/cutting.js'
import { chunkHash, contentId, encodeChunks, type ChunkRef } from '../../chunks/manifest.js'
import { cutInputs } from '../../chunks/tests/cut_inputs.js'
import vectors from '../../chunks/tests/cut_vectors.js'
import { seededBytes, seededNumbers } from './seeded_bytes.js'

const MiB = 1024 * 1024
const BODY = STREAM_SLAB - HEAD_BYTES

function newHashThread({ cleanup }: TestContext): HashThread {
  const hashThread = new HashThread()
  cleanup(() => hashThread.close())
  return hashThread
}

/** Cuts like an upload. Compares the bytes of chunks while they are valid. */
async function cut(
  hashThread: HashThread,
  bytes: Buffer,
  sizes: () => number = () => 64 * 1024
): Promise<ChunkRef[]> {
  const cutting = new Cutting(hashThread)
  const chunks: ChunkRef[] = []
  let end = 0
  const take = async (found: Awaited<ReturnType<Cutting['push']>>) => {
    for (const { hash, size, bytes: chunk, giveBack } of found) {
      if (!chunk.equals(bytes.subarray(end, end + size)))
        throw new Error(`Different bytes at ${end}`)
      chunks.push({ hash, size })
      end += size
      giveBack()
    }
  }
  try {
    for (let at = 0; at < bytes.length;) {
      const size = sizes()
      await take(await cutting.push(bytes.subarray(at, at + size)))
      at += size
    }
    await take(await cutting.finish())
  } finally {
    await cutting.close()
  }
  if (end !== bytes.length) throw new Error(`${end} of ${bytes.length} bytes are in chunks`)
  return chunks
}

/** Cuts the same bytes without slabs and threads. */
function cutHere(bytes: Buffer): ChunkRef[] {
  const points = new CutPoints()
  const cuts = [...points.scan(bytes), ...points.end()]
  return cuts.map((end, index) => {
    const chunk = bytes.subarray(cuts[index - 1] ?? 0, end)
    return { hash: chunkHash(chunk), size: chunk.length }
  })
}

test.group('Cutting', () => {
  test('{name}: an upload is cut as the format defines')
    .with(vectors)
    .run(async (context, { name, sizes, contentId: id }) => {
      const chunks = await cut(newHashThread(context), cutInputs[name]!())
      context.assert.deepEqual(
        chunks.map(({ size }) => size),
        sizes
      )
      context.assert.equal(contentId(encodeChunks(chunks)), id)
    })

  // Red when the bytes after the last cut are not moved to the next slab, or are moved to a wrong place.
  test('the second thread cuts the same chunks for any size and any pieces', async (context) => {
    const hashThread = newHashThread(context)
    const random = seededNumbers('slabs')
    const edges = size({
      quick: [ONE_CHUNK, BODY, STREAM_SLAB],
      full: [ONE_CHUNK, 2 * ONE_CHUNK, BODY, 2 * BODY, STREAM_SLAB, 3 * BODY],
    })
    const lengths = edges.flatMap((edge) => [edge - 1, edge, edge + 1, edge + random(BODY)])
    for (const [index, length] of lengths.entries()) {
      const bytes = index % 4 === 0 ? Buffer.alloc(length, 'z') : seededBytes(`${index}`, length)
      const largest = [4096, 70_000, 9 * MiB][index % 3]!
      const found = await cut(hashThread, bytes, () => 1 + random(largest))
      context.assert.deepEqual(found, cutHere(bytes), `${length} bytes in up to ${largest}`)
    }
  })

  test('concurrent streams are each cut as if alone', async (context) => {
    const hashThread = newHashThread(context)
    const streams = Array.from({ length: size({ quick: 3, full: 6 }) }, (_, index) =>
      seededBytes(`s${index}`, 9 * MiB)
    )
    const found = await Promise.all(streams.map((bytes) => cut(hashThread, bytes)))
    context.assert.deepEqual(found, streams.map(cutHere))
  })
})

test.group('The second thread', () => {
  test('is not started for a single chunk', async (context) => {
    class Counted extends HashThread {
      borrowed = 0
      override borrow() {
        this.borrowed++
        return super.borrow()
      }
    }
    const hashThread = new Counted()
    context.cleanup(() => hashThread.close())
    await cut(hashThread, seededBytes('one', ONE_CHUNK))
    context.assert.equal(hashThread.borrowed, 0)
    await cut(hashThread, seededBytes('two', ONE_CHUNK + 1))
    context.assert.equal(hashThread.borrowed, 1)
  })

  // Red when `exit` is not handled: the cut would wait forever.
  test('fails its work when it ends early, and the next stream gets another one', async (context) => {
    const hashThread = newHashThread(context)
    const cutting = new Cutting(hashThread)
    await cutting.push(seededBytes('lost', 3 * MiB))
    const thread = hashThread.borrow()
    await thread.end()
    context.assert.isTrue(thread.isLost)
    await context.assert.rejects(async () => {
      await cutting.push(seededBytes('lost, too', 9 * MiB))
      await cutting.finish()
    }, /lost the thread/)
    await cutting.close()
    const bytes = seededBytes('again', 5 * MiB)
    context.assert.deepEqual(await cut(hashThread, bytes), cutHere(bytes))
  })

  // Red when the thread is never ended, or is ended while in use.
  test('is ended after it has been idle', async (context) => {
    const hashThread = new HashThread(0)
    context.cleanup(() => hashThread.close())
    const [one, other] = [hashThread.borrow(), hashThread.borrow()]
    context.assert.strictEqual(one, other)
    hashThread.giveBack(one)
    const slab = other.slab(4)
    for (let round = 0; round < 100; round++) await other.hash(slab, 4)
    hashThread.giveBack(other)
    await other.ended
    context.assert.isTrue(one.isLost)
    context.assert.notStrictEqual(hashThread.borrow(), one)
  })
})
