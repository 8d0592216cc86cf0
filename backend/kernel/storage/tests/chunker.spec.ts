import { test } from '@japa/runner'
import { AVERAGE_CHUNK, Chunker, MAX_CHUNK, MIN_CHUNK } from '../chunker.js'
import { chunkHash, contentId, decodeChunks, encodeChunks } from '../manifest.js'
import { seededBytes, seededNumbers } from './seeded_bytes.js'

const MiB = 1024 * 1024

function cut(bytes: Buffer, sizes: () => number = () => 64 * 1024): Buffer[] {
  const chunker = new Chunker()
  const chunks: Buffer[] = []
  for (let at = 0; at < bytes.length;) {
    const size = sizes()
    chunks.push(...chunker.push(bytes.subarray(at, at + size)))
    at += size
  }
  const rest = chunker.finish()
  return rest === undefined ? chunks : [...chunks, rest]
}

const refs = (chunks: Buffer[]) =>
  chunks.map((bytes) => ({ hash: chunkHash(bytes), size: bytes.length }))

test.group('Chunker', () => {
  test('chunks join to the input and keep to the sizes', ({ assert }) => {
    const bytes = seededBytes('sizes', 96 * MiB)
    const chunks = cut(bytes)
    assert.isTrue(Buffer.concat(chunks).equals(bytes))
    for (const chunk of chunks.slice(0, -1)) {
      assert.isAbove(chunk.length, MIN_CHUNK)
      assert.isAtMost(chunk.length, MAX_CHUNK)
    }
    const average = bytes.length / chunks.length
    assert.isAbove(average, AVERAGE_CHUNK * 0.8)
    assert.isBelow(average, AVERAGE_CHUNK * 1.4)
  })

  test('the cuts do not depend on how the stream was pieced', ({ assert }) => {
    const bytes = seededBytes('pieces', 24 * MiB)
    const expected = refs(cut(bytes))
    const random = seededNumbers('pieces')
    assert.deepEqual(refs(cut(bytes, () => bytes.length)), expected)
    assert.deepEqual(refs(cut(bytes, () => 1 + random(300_000))), expected)
    assert.deepEqual(refs(cut(bytes, () => 1 + random(9 * MiB))), expected)
  })

  test('an insertion changes only the chunks around it', ({ assert }) => {
    const bytes = seededBytes('insertion', 64 * MiB)
    const before = new Set(refs(cut(bytes)).map(({ hash }) => hash))
    const random = seededNumbers('insertion')
    for (let round = 0; round < 5; round++) {
      const at = random(bytes.length)
      const inserted = seededBytes(`inserted ${round}`, 1 + random(2000))
      const after = cut(Buffer.concat([bytes.subarray(0, at), inserted, bytes.subarray(at)]))
      const fresh = refs(after).filter(({ hash }) => !before.has(hash))
      assert.isAtMost(
        fresh.reduce((sum, { size }) => sum + size, 0),
        2 * MAX_CHUNK
      )
    }
  })

  test('monotonous data is cut at the maximum and no input gives no chunk', ({ assert }) => {
    const sizes = cut(Buffer.alloc(9 * MiB)).map((chunk) => chunk.length)
    assert.deepEqual(sizes, [4 * MiB, 4 * MiB, MiB])
    assert.deepEqual(cut(Buffer.alloc(0)), [])
    assert.deepEqual(refs(cut(Buffer.from('a'))), [{ hash: chunkHash(Buffer.from('a')), size: 1 }])
  })

  test('cuts and content ids are part of the stored format and stay as they are', ({ assert }) => {
    const chunks = refs(cut(seededBytes('format', 5 * MiB)))
    const sizes = chunks.map(({ size }) => size)
    assert.deepEqual(sizes, [1231451, 1820649, 922699, 1051569, 216512])
    const id = '006e3e7b73b56dd5e3aab2575cf5b9cb94766654758c8c4136092f1fd70ba578'
    assert.equal(contentId(encodeChunks(chunks)), id)
    assert.deepEqual(decodeChunks(encodeChunks(chunks)), chunks)
  })
})
