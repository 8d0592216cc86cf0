import { test } from '@japa/runner'
import { CutPoints, HORIZON, MAX_CHUNK } from '../cut_points.js'
import { contentId, chunkHash, encodeChunks } from '../manifest.js'
import { cutInputs } from './cut_inputs.js'
import vectors from './cut_vectors.js'
import { cutsByDefinition } from './cuts_by_definition.js'
import { seededBytes, seededNumbers } from './seeded_bytes.js'

const MiB = 1024 * 1024

function cutsOf(bytes: Buffer, sizes: () => number = () => bytes.length): number[] {
  const points = new CutPoints()
  const cuts: number[] = []
  for (let at = 0; at < bytes.length;) {
    const size = sizes()
    cuts.push(...points.scan(bytes.subarray(at, at + size)))
    at += size
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

  test('{name}: the cuts are those of the definition, however the bytes come in')
    .with(vectors)
    .run(({ assert }, { name }) => {
      const bytes = cutInputs[name]!()
      const expected = cutsByDefinition(bytes)
      const random = seededNumbers(name)
      for (const largest of [70_000, MiB, 7 * MiB]) {
        const found = cutsOf(bytes, () => 1 + random(largest))
        assert.deepEqual(found, expected)
      }
    })

  test('single bytes are cut as the whole', ({ assert }) => {
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

  // Red when a cut knows more than its surroundings, as the cuts of FastCDC know the one before them.
  test('a cut depends on the bytes within the horizon alone', ({ assert }) => {
    const bytes = seededBytes('surroundings', 48 * MiB)
    const cuts = cutsOf(bytes)
    const random = seededNumbers('surroundings')
    for (let round = 0; round < 20; round++) {
      const from = random(40 * MiB)
      // The hash itself looks back 32 bytes.
      const settled = from + HORIZON + 32
      const found = cutsOf(bytes.subarray(from)).map((cut) => cut + from)
      assert.deepEqual(
        found.filter((cut) => cut > settled),
        cuts.filter((cut) => cut > settled)
      )
    }
  })

  test('what is appended changes the last chunk alone', ({ assert }) => {
    const bytes = seededBytes('appended', 48 * MiB)
    const cuts = cutsOf(bytes)
    const random = seededNumbers('appended')
    for (let round = 0; round < 20; round++) {
      const before = cutsOf(bytes.subarray(0, random(bytes.length))).slice(0, -1)
      assert.deepEqual(cuts.slice(0, before.length), before)
    }
  })
})
