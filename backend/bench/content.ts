import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { connect } from 'node:net'

const MIB = 2 ** 20
const pieces = 16
/** Shorter than any chunk of the store, so that each chunk contains a stamp. */
const stampEvery = 64 * 1024

const base = Array.from({ length: pieces }, () => randomBytes(MIB))
let stamps = 0

/** Bytes that were never sent before: a store with deduplication stores all of them. */
export function* freshBytes(mebibytes: number): Generator<Buffer> {
  for (let at = 0; at < mebibytes; at++) {
    const piece = Buffer.from(base[at % pieces]!)
    for (let offset = 0; offset < MIB; offset += stampEvery) {
      piece.writeDoubleLE((stamps += 1), offset)
    }
    yield piece
  }
}

interface Upload {
  url: string
  headers?: Record<string, string>
  mebibytes: number
  /** The parts of a form before and after the bytes of the file. */
  before?: string
  after?: string
}

/** Sends bytes as fast as they are accepted. Returns the milliseconds until the acknowledgement, and the answer. */
export async function upload({ url, headers, mebibytes, before = '', after = '' }: Upload) {
  const begin = performance.now()
  const length = Buffer.byteLength(before) + mebibytes * MIB + Buffer.byteLength(after)
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const sent = request(url, { method: 'POST', headers: { ...headers, 'content-length': length } })
  sent.on('error', reject).on('response', (response) => {
    let text = ''
    response.setEncoding('utf8').on('data', (chunk) => (text += chunk))
    response.on('end', () => {
      if (response.statusCode! < 300) resolve(text)
      else reject(new Error(`An upload was answered ${response.statusCode}: ${text}`))
    })
  })
  if (before) sent.write(before)
  for (const bytes of freshBytes(mebibytes)) {
    if (!sent.write(bytes)) await new Promise((drained) => sent.once('drain', drained))
  }
  sent.end(after)
  const answer = await promise
  return { milliseconds: performance.now() - begin, answer }
}

/** A form with one file for `POST /api/assets`. */
export function formParts(name: string) {
  const boundary = 'crossdock-bench-boundary'
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    before: `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`,
    after: `\r\n--${boundary}--\r\n`,
  }
}

/** Reads an answer into one reused buffer and discards it. Returns the milliseconds until the last byte. */
export async function download(
  url: string,
  headers: Record<string, string>,
  bytes: number
): Promise<number> {
  const { hostname, port, pathname } = new URL(url)
  const lines = Object.entries({ host: `${hostname}:${port}`, connection: 'close', ...headers })
  const begin = performance.now()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let head = ''
  let received = 0
  const socket = connect({
    host: hostname,
    port: Number(port),
    onread: {
      buffer: Buffer.allocUnsafe(MIB),
      callback(length, buffer) {
        if (received === 0) head = Buffer.from(buffer.buffer, 0, Math.min(length, 1024)).toString()
        received += length
        return true
      },
    },
  })
  socket.on('error', reject).on('close', () => resolve())
  socket.write(
    `GET ${pathname} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
  )
  // Read it here, because without a reader the end is never detected.
  socket.resume()
  await promise
  const milliseconds = performance.now() - begin
  if (!head.startsWith('HTTP/1.1 200 ') || received < bytes) {
    throw new Error(`A download of ${received} bytes was answered: ${head.slice(0, 200)}`)
  }
  return milliseconds
}
