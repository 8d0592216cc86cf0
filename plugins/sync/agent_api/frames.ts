import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import { hashInThread, MAX_CHUNK, type ChunkRef } from '@crossdock/kernel/chunks'
import { invalid, Problem, text } from '@crossdock/kernel/ground'
import { parseObject } from '@crossdock/kernel/json'
import { maxContents, maxFrameHeaderBytes, maxFramesBytes } from '@crossdock/sync-engine/protocol'

const unpack = promisify(zstdDecompress)

/** A content whose chunks were all sent before, or are known to the server. */
export interface Manifest {
  hash: string
  chunks: ChunkRef[]
}

export interface Frames {
  /** The verified chunks by their hash. */
  chunks: Map<string, Buffer>
  manifests: Manifest[]
}

const hashPattern = /^[0-9a-f]{64}$/

/**
 * Decompresses the body of a request, up to its maximum size.
 * @throws Problem 400, 413, 415
 */
export async function decompressBody(body: Buffer, encoding: string | undefined): Promise<Buffer> {
  if (encoding === undefined || encoding === 'identity') return body
  if (encoding !== 'zstd') {
    const message = text('Frames may be compressed with zstd, not with "{encoding}".', {
      encoding: encoding.slice(0, 40),
    })
    throw new Problem(415, 'E_MEDIA_TYPE', message)
  }
  try {
    return await unpack(body, { maxOutputLength: maxFramesBytes })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') {
      const most = { most: maxFramesBytes }
      throw new Problem(
        413,
        'E_TOO_LARGE',
        text('The frames hold more than {most} bytes. Send them in several requests.', most)
      )
    }
    throw broken()
  }
}

/**
 * Reads frames and verifies the hash of each.
 * @throws Problem 400, 422
 */
export async function readFrames(bytes: Buffer): Promise<Frames> {
  const chunks = new Map<string, Buffer>()
  const manifests: Manifest[] = []
  for (let at = 0; at < bytes.length;) {
    if (bytes.length - at < 8) throw broken()
    const headerBytes = bytes.readUInt32BE(at)
    const length = bytes.readUInt32BE(at + 4)
    const begin = at + 8 + headerBytes
    at = begin + length
    if (headerBytes > maxFrameHeaderBytes || length > MAX_CHUNK || at > bytes.length) throw broken()
    const header = parseObject(bytes.toString('utf8', begin - headerBytes, begin))
    if (!header) throw broken()
    const { chunk, content } = header
    if (typeof chunk === 'string' && length > 0) {
      const piece = bytes.subarray(begin, at)
      if ((await hashInThread(piece)) !== chunk) throw wrongHash()
      chunks.set(chunk, piece)
    } else if (typeof content === 'string' && hashPattern.test(content) && length === 0) {
      if (manifests.length === maxContents) throw tooMany()
      manifests.push({ hash: content, chunks: refsIn(header.chunks) })
    } else throw broken()
  }
  return { chunks, manifests }
}

/** @throws Problem 400 */
function refsIn(given: unknown): ChunkRef[] {
  if (!Array.isArray(given)) throw broken()
  return given.map((one: { hash?: unknown; size?: unknown } | null) => {
    const { hash, size } = one ?? {}
    const isSound =
      typeof hash === 'string' &&
      hashPattern.test(hash) &&
      Number.isInteger(size) &&
      (size as number) > 0 &&
      (size as number) <= MAX_CHUNK
    if (!isSound) throw broken()
    return { hash, size: size as number }
  })
}

/** Returns the header before the bytes of a frame. */
export function frameHead(header: object, length = 0): Buffer {
  const text = Buffer.from(JSON.stringify(header))
  const lengths = Buffer.alloc(8)
  lengths.writeUInt32BE(text.length, 0)
  lengths.writeUInt32BE(length, 4)
  return Buffer.concat([lengths, text])
}

const broken = () =>
  new Problem(400, 'E_FRAMES', text('The frames of this request are broken or incomplete.'))

const tooMany = () =>
  new Problem(
    413,
    'E_TOO_LARGE',
    text('One request names at most {most} contents. Send them in several requests.', {
      most: maxContents,
    })
  )

const wrongHash = () =>
  invalid('chunk', text('A chunk has other bytes than its hash says. Read the file again.'))
