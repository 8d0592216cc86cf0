import { Problem, text } from '@crossdock/kernel/ground'
import { contentStore, ContentTooLarge, type StoredContent } from '@crossdock/kernel/storage'
import { discardOnFailure } from '../actions/discarding.js'
import { uploadFile } from '../actions/upload_file.js'
import { FileType } from '../mime_type.js'
import type { Upload } from '../models/upload.js'
import { maxUploadBytes } from '../queries/max_upload_bytes.js'
import { sniffedBytes } from '../shown_as.js'
import { verifyChecksum, type Checksum } from './checksum.js'
import { expiry } from './begin_upload.js'

export interface UploadChunk {
  /** Position of the first byte. */
  offset: number
  /** Final length in bytes, if known now; stored only when these bytes are accepted. */
  length: number | null
  bytes: AsyncIterable<Uint8Array>
  /** Number of bytes in this request, if the client declares it. */
  declared: number | undefined
  checksum: Checksum | undefined
}

/**
 * Continues an upload. With its last byte the upload becomes a file, or the next version of the file with
 * that name.
 * @returns the number of bytes received so far
 * @throws Problem 409 when the bytes do not follow the received ones, 413, 460; 404, 409 or 422 when the file
 *   cannot be stored
 */
export async function appendToUpload(upload: Upload, chunk: UploadChunk): Promise<number> {
  const { isPartial } = upload
  const { length } = chunk
  const most = length ?? (await maxUploadBytes())
  if (chunk.offset + (chunk.declared ?? 0) > most) throw new ContentTooLarge(most)
  if (upload.assetId !== null) return completeAt(upload, chunk)
  const draft = await contentStore.use().drafts.take(upload.id)
  if (draft.size !== chunk.offset) throw wrongOffset(chunk.offset, draft.size)
  const type = await typeOf(upload, draft.size)
  const all = type?.through(chunk.bytes) ?? chunk.bytes
  const bytes = chunk.checksum ? verifyChecksum(all, chunk.checksum) : all
  const content = await draft.append(bytes, {
    // A part ends without becoming a file.
    length: isPartial ? null : length,
    maxBytes: most,
    whole: chunk.checksum !== undefined,
  })
  if (content) {
    if (type) upload.mimeType = await type.found()
    await convertToFile(upload, content)
    return content.size
  }
  await upload.merge({ length, expiresAt: expiry() }).save()
  return await contentStore.use().drafts.size(upload.id)
}

/** The type of the resulting file. Reads the first stored bytes if they must decide it. */
async function typeOf(
  { id, path, mimeType }: Upload,
  received: number
): Promise<FileType | undefined> {
  const name = path.at(-1)
  const type = name === undefined ? undefined : new FileType(name, mimeType)
  if (!type?.isUndecided || received === 0) return type
  let read = 0
  for await (const piece of type.through(await contentStore.use().drafts.read(id))) {
    read += piece.length
    if (read >= sniffedBytes) break
  }
  return type
}

/** Turns a complete upload into its file. */
export async function convertToFile(upload: Upload, content: StoredContent): Promise<void> {
  const { parentId, path, mimeType, fileModifiedAt } = upload
  const [name = '', ...folders] = path.toReversed()
  await discardOnFailure(content, () =>
    uploadFile(
      { parentId, folders: folders.toReversed(), name, mimeType, content, fileModifiedAt },
      async ({ id: assetId, version }) => {
        await upload.merge({ assetId, version, length: content.size }).save()
      }
    )
  )
}

/** Handles the repeated last request of a client that missed the answer. */
function completeAt({ length }: Upload, { offset, declared = 0 }: UploadChunk): number {
  if (offset === length && declared === 0) return length
  throw wrongOffset(offset, length ?? 0)
}

function wrongOffset(offset: number, size: number): Problem {
  const message = text(
    'These bytes start at {offset}, but the upload has {size} bytes. Continue from there.',
    { offset, size }
  )
  const headers = { 'upload-offset': String(size) }
  return new Problem(409, 'E_UPLOAD_OFFSET', message, { headers })
}
