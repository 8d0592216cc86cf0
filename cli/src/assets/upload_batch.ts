import { randomUUID } from 'node:crypto'
import { open, type FileHandle } from 'node:fs/promises'
import type { UploadedFiles } from '@crossdock/client'
import type { ApiClient } from '../api/client.js'
import { unreachable } from '../api/unreachable.js'
import { changedMeanwhile, fileTimeOf, type LocalEntry } from './local_tree.js'
import { part, partHead, quoted } from './multipart.js'
import { persistently } from './retry.js'

type Fate = UploadedFiles['files'][number]

/** A file whose bytes are in memory. */
interface ReadFile {
  file: LocalEntry
  bytes: Buffer
}

/**
 * Sends many small files with one request. Sent once more behind a broken connection, what had arrived is found
 * unchanged: no file gets a second version of the same bytes.
 * @param onFate told of each file; of one that cannot be read here or was changed meanwhile, why
 */
export async function uploadBatch(
  api: ApiClient,
  files: readonly LocalEntry[],
  parentId: string | null,
  onFate: (file: LocalEntry, fate: Fate | Error) => void
): Promise<void> {
  const read: ReadFile[] = []
  for (const file of files) {
    try {
      read.push({ file, bytes: await bytesOf(file) })
    } catch (error) {
      onFate(file, error as Error)
    }
  }
  if (read.length === 0) return
  const fates = await persistently(() => send(api, read, parentId))
  for (const [at, { file }] of read.entries()) onFate(file, fates[at]!)
}

/** All of a file as it was listed, looked at before and behind: half of two states of it is nobody's file. */
async function bytesOf(file: LocalEntry): Promise<Buffer> {
  const handle = await open(file.path)
  try {
    await assertSame(handle, file)
    const bytes = await handle.readFile()
    await assertSame(handle, file)
    if (bytes.length !== file.size) throw changedMeanwhile(file)
    return bytes
  } finally {
    await handle.close()
  }
}

async function assertSame(handle: FileHandle, file: LocalEntry): Promise<void> {
  const { size, mtimeMs } = await handle.stat()
  if (size !== file.size || mtimeMs !== file.modifiedMs) throw changedMeanwhile(file)
}

async function send(
  api: ApiClient,
  files: readonly ReadFile[],
  parentId: string | null
): Promise<Fate[]> {
  const boundary = `crossdock-${randomUUID()}`
  const pieces: Buffer[] = []
  if (parentId) pieces.push(Buffer.from(part(boundary, 'name="parentId"', parentId)))
  const times = files.map(({ file }) => fileTimeOf(file))
  pieces.push(Buffer.from(part(boundary, 'name="fileModifiedAt"', JSON.stringify(times))))
  for (const { file, bytes } of files) {
    const disposition = `name="file"; filename="${quoted(file.goesTo)}"`
    pieces.push(Buffer.from(partHead(boundary, disposition, 'application/octet-stream')))
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
    throw unreachable(api.server, error)
  })) as UploadedFiles
  return answer.files
}
