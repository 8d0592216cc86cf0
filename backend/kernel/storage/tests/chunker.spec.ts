import { test } from '@japa/runner'
import { Chunker } from '../chunker.js'
import { chunkHash, decodeChunks, encodeChunks } from '../manifest.js'
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
  return [...chunks, ...chunker.finish()]
}

const refs = (chunks: Buffer[]) =>
  chunks.map((bytes) => ({ hash: chunkHash(bytes), size: bytes.length }))

test.group('Chunker', () => {
  test('chunks join to the input and stay what they are while more comes in', ({ assert }) => {
    const bytes = seededBytes('join', 48 * MiB)
    const chunks = cut(bytes)
    assert.isAbove(chunks.length, 30)
    assert.isTrue(Buffer.concat(chunks).equals(bytes))
  })

  test('the cuts do not depend on how the stream was pieced', ({ assert }) => {
    const bytes = seededBytes('pieces', 24 * MiB)
    const expected = refs(cut(bytes))
    const random = seededNumbers('pieces')
    assert.deepEqual(refs(cut(bytes, () => bytes.length)), expected)
    assert.deepEqual(refs(cut(bytes, () => 1 + random(300_000))), expected)
    assert.deepEqual(refs(cut(bytes, () => 1 + random(9 * MiB))), expected)
  })

  test('monotonous data is cut at the maximum and no input gives no chunk', ({ assert }) => {
    const sizes = cut(Buffer.alloc(9 * MiB)).map((chunk) => chunk.length)
    assert.deepEqual(sizes, [4 * MiB, 4 * MiB, MiB])
    assert.deepEqual(cut(Buffer.alloc(0)), [])
    assert.deepEqual(refs(cut(Buffer.from('a'))), [{ hash: chunkHash(Buffer.from('a')), size: 1 }])
  })

  test('a list of chunks is stored and read', ({ assert }) => {
    const chunks = refs(cut(seededBytes('format', 5 * MiB)))
    assert.deepEqual(decodeChunks(encodeChunks(chunks)), chunks)
  })
})
