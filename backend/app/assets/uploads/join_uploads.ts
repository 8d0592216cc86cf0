import { conflict, text } from '@crossdock/kernel/ground'
import { contentStore, ContentTooLarge } from '@crossdock/kernel/storage'
import { FileType } from '../mime_type.js'
import { findUpload } from '../queries/find_upload.js'
import { maxUploadBytes } from '../queries/max_upload_bytes.js'
import type { Upload } from '../models/upload.js'
import { convertToFile } from './append_to_upload.js'
import { beginUpload } from './begin_upload.js'
import { endUpload } from './end_upload.js'
import { parseParts } from './headers.js'

export interface Joining {
  /** `final;` and the addresses of the parts, in order. */
  concat: string
  /** Upload-Metadata as sent. */
  metadata: string | undefined
  /** Aborted when the client disconnects: then the join stops, because no one gets the answer. */
  left: AbortSignal
}

/**
 * Joins uploads into one file. The parts stay until they expire. After a failure nothing is stored.
 * @throws Problem 400 for a part that is named twice, 404 for an unknown one, 409 for an incomplete one, 413;
 *   as `beginUpload`
 */
export async function joinUploads({ concat, metadata, left }: Joining): Promise<Upload> {
  const parts: Upload[] = []
  for (const id of parseParts(concat)) {
    left.throwIfAborted()
    parts.push(await completePart(id))
  }
  const length = parts.reduce((sum, part) => sum + part.length!, 0)
  const most = await maxUploadBytes()
  if (length > most) throw new ContentTooLarge(most)
  const upload = await beginUpload({ length, metadata, concat })
  try {
    const draft = await contentStore.use().drafts.take(upload.id)
    const whole = { length, maxBytes: most, whole: true }
    const type = new FileType(upload.path.at(-1)!, upload.mimeType)
    const content = (await draft.append(type.through(bytesOf(parts, left)), whole))!
    upload.mimeType = await type.found()
    await convertToFile(upload, content)
    return upload
  } catch (error) {
    // No client knows this upload. If it cannot be deleted now, it expires.
    await endUpload(upload).catch(() => undefined)
    throw error
  }
}

async function completePart(id: string): Promise<Upload> {
  const part = await findUpload(id)
  if (!part.isPartial) {
    throw conflict(
      'E_UPLOAD_PART',
      text('Upload {id} is not a part. Begin parts with "Upload-Concat: partial".', { id })
    )
  }
  const size = await contentStore.use().drafts.size(id)
  if (part.length === size) return part
  throw conflict(
    'E_UPLOAD_PART',
    text('Upload {id} is not complete: it has {size} bytes.', { id, size })
  )
}

/** @throws the reason of the abort */
async function* bytesOf(parts: Upload[], left: AbortSignal): AsyncGenerator<Uint8Array> {
  for (const { id, length } of parts) {
    if (!length) continue
    for await (const piece of await contentStore.use().drafts.read(id)) {
      left.throwIfAborted()
      yield piece
    }
  }
}
