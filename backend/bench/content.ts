import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { connect } from 'node:net'

const MIB = 2 ** 20
const pieces = 16
/** Shorter than any chunk the store cuts, so that each holds a stamp. */
const stampEvery = 64 * 1024

const base = Array.from({ length: pieces }, () => randomBytes(MIB))
let stamps = 0

/** Bytes that were never sent before, whatever they are cut into: a store that keeps equal bytes once keeps all of them. */
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
  /** What stands around the bytes in the body: the parts of a form. */
  before?: string
  after?: string
}

/** Sends bytes as fast as they are taken; milliseconds until they are acknowledged, and what was answered. */
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

/** A form with one file in it, as `POST /api/assets` takes it. */
export function fileForm(name: string) {
  const boundary = 'crossdock-bench-boundary'
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    before: `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`,
    after: `\r\n--${boundary}--\r\n`,
  }
}

/** Reads an answer and throws its bytes away, with one buffer that is used again: milliseconds until the last. */
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
  // Nobody else reads it: without this its end would not be seen.
  socket.resume()
  await promise
  const milliseconds = performance.now() - begin
  if (!head.startsWith('HTTP/1.1 200 ') || received < bytes) {
    throw new Error(`A download of ${received} bytes was answered: ${head.slice(0, 200)}`)
  }
  return milliseconds
}
