// onOneDatabase: no database takes part
import { size } from '@crossdock/kernel/testing'
import { test } from '@japa/runner'
import type { TestContext } from '@japa/runner/core'
import { Aside } from '../aside/aside.js'
import { HEAD_BYTES, STREAM_SLAB } from '../aside/orders.js'
import { CutPoints } from '../../chunks/cut_points.js'
import { Cutting, ONE_CHUNK } from '../cutting.js'
import { chunkHash, contentId, encodeChunks, type ChunkRef } from '../../chunks/manifest.js'
import { cutInputs } from '../../chunks/tests/cut_inputs.js'
import vectors from '../../chunks/tests/cut_vectors.js'
import { seededBytes, seededNumbers } from './seeded_bytes.js'

const MiB = 1024 * 1024
const BODY = STREAM_SLAB - HEAD_BYTES

function newAside({ cleanup }: TestContext): Aside {
  const aside = new Aside()
  cleanup(() => aside.close())
  return aside
}

/** The chunks as an upload gets them; what is in them is held against the bytes as long as they are valid. */
async function cut(
  aside: Aside,
  bytes: Buffer,
  sizes: () => number = () => 64 * 1024
): Promise<ChunkRef[]> {
  const cutting = new Cutting(aside)
  const chunks: ChunkRef[] = []
  let end = 0
  const take = async (found: Awaited<ReturnType<Cutting['push']>>) => {
    for (const { hash, size, bytes: chunk, giveBack } of found) {
      if (!chunk.equals(bytes.subarray(end, end + size))) throw new Error(`Others at ${end}`)
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

/** The same without slabs and threads. */
function cutHere(bytes: Buffer): ChunkRef[] {
  const points = new CutPoints()
  const cuts = [...points.scan(bytes), ...points.end()]
  return cuts.map((end, index) => {
    const chunk = bytes.subarray(cuts[index - 1] ?? 0, end)
    return { hash: chunkHash(chunk), size: chunk.length }
  })
}

test.group('Cutting', () => {
  test('{name}: an upload is cut as the format says')
    .with(vectors)
    .run(async (context, { name, sizes, contentId: id }) => {
      const chunks = await cut(newAside(context), cutInputs[name]!())
      context.assert.deepEqual(
        chunks.map(({ size }) => size),
        sizes
      )
      context.assert.equal(contentId(encodeChunks(chunks)), id)
    })

  // Red when the rest of a slab is not moved to the next, or is moved to another place.
  test('the other thread cuts the same chunks, whatever the size and however it comes', async (context) => {
    const aside = newAside(context)
    const random = seededNumbers('slabs')
    const edges = size({
      quick: [ONE_CHUNK, BODY, STREAM_SLAB],
      full: [ONE_CHUNK, 2 * ONE_CHUNK, BODY, 2 * BODY, STREAM_SLAB, 3 * BODY],
    })
    const lengths = edges.flatMap((edge) => [edge - 1, edge, edge + 1, edge + random(BODY)])
    for (const [index, length] of lengths.entries()) {
      const bytes = index % 4 === 0 ? Buffer.alloc(length, 'z') : seededBytes(`${index}`, length)
      const largest = [4096, 70_000, 9 * MiB][index % 3]!
      const found = await cut(aside, bytes, () => 1 + random(largest))
      context.assert.deepEqual(found, cutHere(bytes), `${length} bytes in up to ${largest}`)
    }
  })

  test('many streams at the same time are each cut as if alone', async (context) => {
    const aside = newAside(context)
    const streams = Array.from({ length: size({ quick: 3, full: 6 }) }, (_, index) =>
      seededBytes(`s${index}`, 9 * MiB)
    )
    const found = await Promise.all(streams.map((bytes) => cut(aside, bytes)))
    context.assert.deepEqual(found, streams.map(cutHere))
  })
})

test.group('The thread beside', () => {
  test('is not begun for what is one chunk', async (context) => {
    class Counted extends Aside {
      borrowed = 0
      override borrow() {
        this.borrowed++
        return super.borrow()
      }
    }
    const aside = new Counted()
    context.cleanup(() => aside.close())
    await cut(aside, seededBytes('one', ONE_CHUNK))
    context.assert.equal(aside.borrowed, 0)
    await cut(aside, seededBytes('two', ONE_CHUNK + 1))
    context.assert.equal(aside.borrowed, 1)
  })

  // Red when `exit` is not listened to: the cutting would wait for ever.
  test('that ends in the middle fails what it worked at, and the next gets another', async (context) => {
    const aside = newAside(context)
    const cutting = new Cutting(aside)
    await cutting.push(seededBytes('lost', 3 * MiB))
    const thread = aside.borrow()
    await thread.end()
    context.assert.isTrue(thread.isLost)
    await context.assert.rejects(async () => {
      await cutting.push(seededBytes('lost, too', 9 * MiB))
      await cutting.finish()
    }, /lost the thread/)
    await cutting.close()
    const bytes = seededBytes('again', 5 * MiB)
    context.assert.deepEqual(await cut(aside, bytes), cutHere(bytes))
  })

  // Red when it is never ended, or while somebody uses it.
  test('is ended when nobody has needed it for a while', async (context) => {
    const aside = new Aside(0)
    context.cleanup(() => aside.close())
    const [one, other] = [aside.borrow(), aside.borrow()]
    context.assert.strictEqual(one, other)
    aside.giveBack(one)
    const slab = other.slab(4)
    for (let round = 0; round < 100; round++) await other.hash(slab, 4)
    aside.giveBack(other)
    await other.ended
    context.assert.isTrue(one.isLost)
    context.assert.notStrictEqual(aside.borrow(), one)
  })
})
