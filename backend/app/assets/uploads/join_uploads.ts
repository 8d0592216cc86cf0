import { conflict, text } from '@crossdock/kernel/http'
import { contentStore, ContentTooLarge } from '@crossdock/kernel/storage'
import { findUpload } from '../queries/find_upload.js'
import { maxUploadBytes } from '../queries/max_upload_bytes.js'
import type { Upload } from '../models/upload.js'
import { becomeFile } from './append_to_upload.js'
import { beginUpload } from './begin_upload.js'
import { partsIn } from './headers.js'

/**
 * Makes one file of uploads that came side by side. The parts stay until they expire.
 * @param concat `final;` and the addresses of the parts, in their order
 * @throws Problem 404 for a part that is not there, 409 for one that is not complete, 413; as `beginUpload`
 */
export async function joinUploads(concat: string, metadata: string | undefined): Promise<Upload> {
  const parts: Upload[] = []
  for (const id of partsIn(concat)) parts.push(await completePart(id))
  const length = parts.reduce((sum, part) => sum + part.length!, 0)
  const most = await maxUploadBytes()
  if (length > most) throw new ContentTooLarge(most)
  const upload = await beginUpload({ length, metadata, concat })
  const draft = await contentStore.use().drafts.take(upload.id)
  const content = await draft.append(bytesOf(parts), { length, maxBytes: most })
  await becomeFile(upload, content!)
  return upload
}

async function completePart(id: string): Promise<Upload> {
  const part = await findUpload(id)
  if (!part.isPartial) {
    throw conflict('E_UPLOAD_PART', text('Upload {id} was not begun as a part of another.', { id }))
  }
  const size = await contentStore.use().drafts.size(id)
  if (part.length === size) return part
  throw conflict(
    'E_UPLOAD_PART',
    text('Upload {id} is not complete: it has come to {size} bytes.', { id, size })
  )
}

async function* bytesOf(parts: Upload[]): AsyncGenerator<Uint8Array> {
  for (const { id, length } of parts) if (length) yield* await contentStore.use().drafts.read(id)
}
