// onOneDatabase: needs no database
import { test } from '@japa/runner'
import { chunkHash, decodeChunks, encodeChunks } from '../manifest.js'
import { seededBytes } from '../../storage/tests/seeded_bytes.js'

test.group('Chunk list', () => {
  test('a list of chunks is stored and read', ({ assert }) => {
    const chunks = [1, 70_000, 4_194_304].map((size) => ({
      hash: chunkHash(seededBytes('format', size)),
      size,
    }))
    assert.deepEqual(decodeChunks(encodeChunks(chunks)), chunks)
  })
})
