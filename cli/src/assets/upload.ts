import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { ApiClient } from '../api/client.js'
import { CliError, ExitCode } from '../errors.js'
import type { LocalFile } from '../local_file.js'
import { formField, formFileHead, quoteMime } from './multipart.js'

/** Sends a form with some fields and a file to a path of the API. */
export async function sendFile(
  api: ApiClient,
  path: string,
  file: LocalFile,
  fields: Record<string, string>
): Promise<Response> {
  const boundary = `crossdock-${randomUUID()}`
  const parts = Object.entries(fields).map(([name, value]) =>
    formField(boundary, `name="${name}"`, value)
  )
  const disposition = `name="file"; filename="${quoteMime(file.name)}"`
  const head = Buffer.from(
    [...parts, formFileHead(boundary, disposition, 'application/octet-stream')].join('')
  )
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`)

  async function* body() {
    yield head
    yield* contentOf(file)
    yield tail
  }

  return api.send('POST', path, {
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(head.length + file.size + tail.length),
    },
    // Pull chunk by chunk: Readable.toWeb would read tens of thousands of chunks ahead.
    stream: ReadableStream.from(body()),
  })
}

/**
 * Yields exactly the announced number of bytes.
 * @throws CliError when another program has truncated the file
 */
async function* contentOf(file: LocalFile) {
  if (file.size === 0) return
  let sent = 0
  const chunks = createReadStream(file.path, { end: file.size - 1, highWaterMark: 256 * 1024 })
  for await (const chunk of chunks as AsyncIterable<Buffer>) {
    sent += chunk.length
    yield chunk
  }
  if (sent < file.size) {
    throw new CliError(
      ExitCode.failure,
      `${file.path} became shorter while it was being uploaded.`,
      {
        hint: 'Wait until no program writes to it, then upload it again.',
      }
    )
  }
}
