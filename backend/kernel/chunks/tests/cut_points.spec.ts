// onOneDatabase: needs no database
import { hash } from 'node:crypto'
import { size } from '@crossdock/kernel/testing'
import { test } from '@japa/runner'
import { CutPoints, HORIZON, LEAD_BYTES, MAX_CHUNK } from '../cut_points.js'
import { contentId, chunkHash, encodeChunks } from '../manifest.js'
import { cutInputs } from './cut_inputs.js'
import vectors from './cut_vectors.js'
import { cutsByDefinition } from './cuts_by_definition.js'
import { seededBytes, seededNumbers } from '../../storage/tests/seeded_bytes.js'

const MiB = 1024 * 1024
const rounds = size({ quick: 6, full: 20 })

function cutsOf(bytes: Buffer, sizes: () => number = () => bytes.length): number[] {
  const points = new CutPoints()
  const cuts: number[] = []
  for (let at = 0; at < bytes.length;) {
    const length = sizes()
    cuts.push(...points.scan(bytes.subarray(at, at + length)))
    at += length
  }
  return [...cuts, ...points.end()]
}

const sizesOf = (cuts: number[]) => cuts.map((cut, index) => cut - (cuts[index - 1] ?? 0))

test.group('Cut points', () => {
  test('{name}: the cuts are part of the stored format and stay as they are')
    .with(vectors)
    .run(({ assert }, { name, sizes, contentId: id }) => {
      const bytes = cutInputs[name]!()
      const cuts = cutsOf(bytes)
      assert.deepEqual(sizesOf(cuts), sizes)
      for (const size of sizes.slice(0, -1)) assert.isAbove(size, HORIZON)
      for (const size of sizes) assert.isAtMost(size, MAX_CHUNK)
      const chunks = cuts.map((cut, index) => {
        const chunk = bytes.subarray(cuts[index - 1] ?? 0, cut)
        return { hash: chunkHash(chunk), size: chunk.length }
      })
      assert.equal(contentId(encodeChunks(chunks)), id)
    })

  test('{name}: the cuts match the definition, however the bytes arrive')
    .with(vectors)
    .run(({ assert }, { name }) => {
      const bytes = cutInputs[name]!().subarray(0, size({ quick: 5 * MiB, full: Infinity }))
      const expected = cutsByDefinition(bytes)
      const random = seededNumbers(name)
      for (const largest of [70_000, MiB, 7 * MiB]) {
        const found = cutsOf(bytes, () => 1 + random(largest))
        assert.deepEqual(found, expected)
      }
    })

  test('a stream of single bytes is cut like the whole', ({ assert }) => {
    const bytes = seededBytes('single', 2 * MiB)
    const random = seededNumbers('single')
    const found = cutsOf(bytes, () => 1 + random(7))
    assert.deepEqual(found, cutsOf(bytes))
    assert.isAbove(found.length, 1)
  })

  test('the average of random data is twice the horizon', ({ assert }) => {
    const sizes = sizesOf(cutsOf(seededBytes('sizes', 96 * MiB)))
    assert.approximately(96 / sizes.length, 1, 0.1)
    assert.isBelow(Math.max(...sizes), 3.5 * MiB)
  })

  // Red when a cut depends on bytes further away, as in FastCDC on the previous cut.
  test('a cut depends only on the bytes within the horizon', ({ assert }) => {
    const bytes = seededBytes('surroundings', 48 * MiB)
    const cuts = cutsOf(bytes)
    const random = seededNumbers('surroundings')
    for (let round = 0; round < rounds; round++) {
      const from = random(40 * MiB)
      // The gear hash depends on the last 32 bytes.
      const settled = from + HORIZON + 32
      const found = cutsOf(bytes.subarray(from)).map((cut) => cut + from)
      assert.deepEqual(
        found.filter((cut) => cut > settled),
        cuts.filter((cut) => cut > settled)
      )
    }
  })

  test('appended bytes change only the last chunk', ({ assert }) => {
    const bytes = seededBytes('appended', 48 * MiB)
    const cuts = cutsOf(bytes)
    const random = seededNumbers('appended')
    for (let round = 0; round < rounds; round++) {
      const before = cutsOf(bytes.subarray(0, random(bytes.length))).slice(0, -1)
      assert.deepEqual(cuts.slice(0, before.length), before)
    }
  })

  /**
   * After a cut at the maximum size, a candidate just before the cut can suppress one just after it. Red when
   * the continuation does not know the bytes before the cut (`lead`).
   */
  test('a continuation after a cut finds the cuts of the whole stream', ({ assert }) => {
    const large = found(
      12,
      [LEAD_BYTES, 0],
      ([behind, alone]) => behind! >= 0x7ffe0000 && alone! < 0x7ffc0000
    )
    const smaller = found(LEAD_BYTES, [0], ([value]) => value! >= 0x7ffc0000 && value! < 0x7ffe0000)
    const between = Buffer.alloc(HORIZON + 8 - large.length - smaller.length)
    const rest = Buffer.concat([large, between, smaller, Buffer.alloc(HORIZON + 64)])
    const whole = Buffer.concat([Buffer.alloc(MAX_CHUNK), rest])
    assert.deepEqual(cutsOf(whole), [MAX_CHUNK, whole.length])
    const points = new CutPoints(Buffer.alloc(LEAD_BYTES))
    assert.deepEqual([...points.scan(rest), ...points.end()], [rest.length])
    // Without the lead, the cuts differ from those of the whole stream.
    assert.deepEqual(cutsOf(rest), [HORIZON + 8, rest.length])
  })
})

const gears = Array.from({ length: 256 }, (_, byte) =>
  hash('sha256', `crossdock gear ${byte}`, 'buffer').readInt32LE(0)
)

/**
 * Returns bytes whose gear hashes after the runs of zeros pass `wanted`. No position within the bytes is a
 * candidate.
 */
function found(length: number, zeros: number[], wanted: (values: number[]) => boolean): Buffer {
  for (let at = 0; ; at++) {
    const bytes = seededBytes(`gear ${length} ${at}`, length)
    const values = zeros.map((count) => gearOf(Buffer.concat([Buffer.alloc(count), bytes])))
    if (wanted(values) && cutsOf(bytes).length === 1) return bytes
  }
}

const gearOf = (bytes: Buffer) => bytes.reduce((gear, byte) => ((gear << 1) + gears[byte]!) | 0, 0)
