import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { Asset } from '@crossdock/client'
import type { ApiClient } from '../api/client.js'
import { unreachable } from '../api/unreachable.js'
import { CliError, ExitCode } from '../errors.js'
import type { LocalFile } from '../local_file.js'

/** Sends a file as multipart/form-data, read as it is sent: memory does not grow with its size. */
export async function uploadFile(
  api: ApiClient,
  file: LocalFile,
  folder: Asset | null,
  onBytes: (count: number) => void
): Promise<{ asset: Asset; isNew: boolean }> {
  const fields: Record<string, string> = folder ? { parentId: folder.id } : {}
  const response = await sendFile(api, '/api/assets', file, fields, onBytes)
  const asset = (await response.json().catch((error: unknown) => {
    throw unreachable(api.server, error)
  })) as Asset
  return { asset, isNew: response.status === 201 }
}

/** Sends a form of some fields and a file to a path of the API. */
export async function sendFile(
  api: ApiClient,
  path: string,
  file: LocalFile,
  fields: Record<string, string>,
  onBytes: (count: number) => void = () => {}
): Promise<Response> {
  const boundary = `crossdock-${randomUUID()}`
  const parts = Object.entries(fields).map(([name, value]) =>
    part(boundary, `name="${name}"`, value)
  )
  const disposition = `name="file"; filename="${quoted(file.name)}"`
  const head = Buffer.from(
    [...parts, partHead(boundary, disposition, 'application/octet-stream')].join('')
  )
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`)

  async function* body() {
    yield head
    yield* contentOf(file, onBytes)
    yield tail
  }

  return api.send('POST', path, {
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(head.length + file.size + tail.length),
    },
    // Pulled chunk by chunk: Readable.toWeb would read tens of thousands of chunks ahead.
    stream: ReadableStream.from(body()),
  })
}

/** The bytes announced, no more; fewer means that somebody is cutting the file meanwhile. */
async function* contentOf(file: LocalFile, onBytes: (count: number) => void) {
  if (file.size === 0) return
  let sent = 0
  const chunks = createReadStream(file.path, { end: file.size - 1, highWaterMark: 256 * 1024 })
  for await (const chunk of chunks as AsyncIterable<Buffer>) {
    sent += chunk.length
    onBytes(chunk.length)
    yield chunk
  }
  if (sent < file.size) {
    throw new CliError(
      ExitCode.failure,
      `${file.path} became shorter while it was being uploaded.`,
      {
        hint: 'Wait until nobody writes to it, and put it again.',
      }
    )
  }
}

function part(boundary: string, disposition: string, value: string): string {
  return `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${value}\r\n`
}

function partHead(boundary: string, disposition: string, type: string): string {
  return `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\nContent-Type: ${type}\r\n\r\n`
}

/** A quoted string of MIME; line breaks, which it cannot hold, as browsers write them. */
function quoted(name: string): string {
  return name.replace(/["\\]/g, '\\$&').replace(/\r/g, '%0D').replace(/\n/g, '%0A')
}
