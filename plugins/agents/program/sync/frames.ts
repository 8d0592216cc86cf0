import { promisify } from 'node:util'
import { constants, zstdCompress } from 'node:zlib'
import { chunkHash, type ChunkRef } from '@crossdock/kernel/chunks'
import { maxFrameHeaderBytes, maxFramesBytes } from '@crossdock/sync-engine/protocol'
import { AgentError } from '../errors.js'

const probeBytes = 64 * 1024
/** Compression that saves less than 5% is not worth its time. */
const worthIt = 0.95

const compress = promisify(zstdCompress)
const level = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

function frame(header: object, bytes: Buffer): Buffer[] {
  const text = Buffer.from(JSON.stringify(header))
  const lengths = Buffer.alloc(8)
  lengths.writeUInt32BE(text.length)
  lengths.writeUInt32BE(bytes.length, 4)
  return [lengths, text, bytes]
}

export const chunkFrame = (hash: string, bytes: Buffer): Buffer[] => frame({ chunk: hash }, bytes)

export const manifestFrame = (content: string, chunks: readonly ChunkRef[]): Buffer[] =>
  frame({ content, chunks }, Buffer.alloc(0))

export interface Body {
  bytes: Buffer
  encoding: 'zstd' | undefined
}

/** Returns the body of a request. It is compressed if its beginning compresses well. */
export async function bodyOf(pieces: readonly Buffer[]): Promise<Body> {
  const bytes = Buffer.concat(pieces)
  const probe = bytes.subarray(0, probeBytes)
  if ((await compress(probe, level)).length > worthIt * probe.length) {
    return { bytes, encoding: undefined }
  }
  return { bytes: await compress(bytes, level), encoding: 'zstd' }
}

export interface Chunk {
  hash: string
  bytes: Buffer
}

/**
 * Yields the chunks in an answer, each verified by its hash.
 * @throws AgentError for an invalid answer
 */
export async function* chunksIn(source: AsyncIterable<Buffer>): AsyncGenerator<Chunk> {
  let pieces: Buffer[] = []
  let length = 0
  let wanted = 8
  for await (const piece of source) {
    pieces.push(piece)
    length += piece.length
    if (length < wanted) continue
    let rest = Buffer.concat(pieces)
    for (;;) {
      wanted = 8
      if (rest.length < wanted) break
      const header = rest.readUInt32BE()
      const body = rest.readUInt32BE(4)
      if (header > maxFrameHeaderBytes || body > maxFramesBytes) {
        throw bad('a frame that is too large')
      }
      wanted = 8 + header + body
      if (rest.length < wanted) break
      const hash = chunkNamed(rest.toString('utf8', 8, 8 + header))
      const bytes = rest.subarray(8 + header, wanted)
      if (chunkHash(bytes) !== hash) throw bad('other bytes than it named')
      yield { hash, bytes }
      rest = rest.subarray(wanted)
    }
    pieces = [rest]
    length = rest.length
  }
  if (length > 0) throw bad('an answer that ends within a frame')
}

const bad = (what: string) => new AgentError('E_FRAMES', `The server sent ${what}.`)

function chunkNamed(text: string): string {
  try {
    const { chunk } = JSON.parse(text) as { chunk?: unknown }
    if (typeof chunk === 'string') return chunk
  } catch {
    // Invalid JSON gets the same error as any other invalid header.
  }
  throw bad('a frame without the name of a chunk')
}
