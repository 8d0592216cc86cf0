import { randomUUID } from 'node:crypto'
import { open, type FileHandle } from 'node:fs/promises'
import type { UploadedFiles } from '@crossdock/client'
import type { ApiClient } from '../api/client.js'
import { unreachableError } from '../api/unreachable.js'
import { changedSinceRead, fileTimeOf, type LocalEntry } from './local_tree.js'
import { formField, formFileHead, quoteMime } from './multipart.js'
import { retryUntilDone } from './retry.js'

type Fate = UploadedFiles['files'][number]

/** A file whose bytes are in memory. */
interface ReadFile {
  file: LocalEntry
  bytes: Buffer
}

/**
 * Sends many small files with one request. After a broken connection it sends them again, and the server finds
 * those that had arrived unchanged: the same bytes never become a second version.
 * @param onOutcome called with the outcome of each file, including the reason when it cannot be read or has
 *   changed
 */
export async function uploadBatch(
  api: ApiClient,
  files: readonly LocalEntry[],
  parentId: string | null,
  onOutcome: (file: LocalEntry, fate: Fate | Error) => void
): Promise<void> {
  const read: ReadFile[] = []
  for (const file of files) {
    try {
      read.push({ file, bytes: await bytesOf(file) })
    } catch (error) {
      onOutcome(file, error as Error)
    }
  }
  if (read.length === 0) return
  const fates = await retryUntilDone(() => send(api, read, parentId))
  for (const [at, { file }] of read.entries()) onOutcome(file, fates[at]!)
}

/**
 * Reads a whole file as it was listed, and checks it before and after: a mix of two versions must not be
 * uploaded.
 */
async function bytesOf(file: LocalEntry): Promise<Buffer> {
  const handle = await open(file.path)
  try {
    await assertSame(handle, file)
    const bytes = await handle.readFile()
    await assertSame(handle, file)
    if (bytes.length !== file.size) throw changedSinceRead(file)
    return bytes
  } finally {
    await handle.close()
  }
}

async function assertSame(handle: FileHandle, file: LocalEntry): Promise<void> {
  const { size, mtimeMs } = await handle.stat()
  if (size !== file.size || mtimeMs !== file.modifiedMs) throw changedSinceRead(file)
}

async function send(
  api: ApiClient,
  files: readonly ReadFile[],
  parentId: string | null
): Promise<Fate[]> {
  const boundary = `crossdock-${randomUUID()}`
  const pieces: Buffer[] = []
  if (parentId) pieces.push(Buffer.from(formField(boundary, 'name="parentId"', parentId)))
  const times = files.map(({ file }) => fileTimeOf(file))
  pieces.push(Buffer.from(formField(boundary, 'name="fileModifiedAt"', JSON.stringify(times))))
  for (const { file, bytes } of files) {
    const disposition = `name="file"; filename="${quoteMime(file.goesTo)}"`
    pieces.push(Buffer.from(formFileHead(boundary, disposition, 'application/octet-stream')))
    pieces.push(bytes, Buffer.from('\r\n'))
  }
  pieces.push(Buffer.from(`--${boundary}--\r\n`))
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  const response = await api.send('POST', '/api/assets/batch', {
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(length),
    },
    stream: ReadableStream.from(pieces),
  })
  const answer = (await response.json().catch((error: unknown) => {
    throw unreachableError(api.server, error)
  })) as UploadedFiles
  return answer.files
}
