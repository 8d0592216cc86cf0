import { Problem, text } from '@crossdock/kernel/http'
import { contentStore, ContentTooLarge, type StoredContent } from '@crossdock/kernel/storage'
import { discarding } from '../actions/discarding.js'
import { uploadFile } from '../actions/upload_file.js'
import { FileType } from '../mime_type.js'
import type { Upload } from '../models/upload.js'
import { maxUploadBytes } from '../queries/max_upload_bytes.js'
import { tellingBytes } from '../shown_as.js'
import { checked, type Checksum } from './checksum.js'
import { expiry } from './begin_upload.js'

export interface Go {
  /** Where the bytes belong. */
  offset: number
  /** Bytes the upload has at its end, as far as is known by now: settled when these bytes are taken, and not before. */
  length: number | null
  bytes: AsyncIterable<Uint8Array>
  /** How many there are, if the client says so. */
  declared: number | undefined
  checksum: Checksum | undefined
}

/**
 * Goes on with an upload. With its last byte it becomes a file, or the next version of the file of that name.
 * @returns how many bytes there are now
 * @throws Problem 409 when they do not belong behind what there is, 413, 460; 404, 409 or 422 for what cannot be put there
 */
export async function appendToUpload(upload: Upload, go: Go): Promise<number> {
  const { isPartial } = upload
  const { length } = go
  const most = length ?? (await maxUploadBytes())
  if (go.offset + (go.declared ?? 0) > most) throw new ContentTooLarge(most)
  if (upload.assetId !== null) return completeAt(upload, go)
  const draft = await contentStore.use().drafts.take(upload.id)
  if (draft.size !== go.offset) throw elsewhere(go.offset, draft.size)
  const type = await typeOf(upload, draft.size)
  const all = type?.through(go.bytes) ?? go.bytes
  const bytes = go.checksum ? checked(all, go.checksum) : all
  const content = await draft.append(bytes, {
    // A part is complete, too, but nothing comes of it yet.
    length: isPartial ? null : length,
    maxBytes: most,
    whole: go.checksum !== undefined,
  })
  if (content) {
    if (type) upload.mimeType = await type.found()
    await becomeFile(upload, content)
    return content.size
  }
  await upload.merge({ length, expiresAt: expiry() }).save()
  return await contentStore.use().drafts.size(upload.id)
}

/** The type of the file that an upload becomes. Where the bytes decide, reads the first of those that are stored. */
async function typeOf({ id, path, mimeType }: Upload, come: number): Promise<FileType | undefined> {
  const name = path.at(-1)
  const type = name === undefined ? undefined : new FileType(name, mimeType)
  if (!type?.isOpen || come === 0) return type
  let read = 0
  for await (const piece of type.through(await contentStore.use().drafts.read(id))) {
    read += piece.length
    if (read >= tellingBytes) break
  }
  return type
}

/** Makes an upload the file it was to become. */
export async function becomeFile(upload: Upload, content: StoredContent): Promise<void> {
  const { parentId, path, mimeType, fileModifiedAt } = upload
  const [name = '', ...folders] = path.toReversed()
  await discarding(content, () =>
    uploadFile(
      { parentId, folders: folders.toReversed(), name, mimeType, content, fileModifiedAt },
      async ({ id: assetId, version }) => {
        await upload.merge({ assetId, version, length: content.size }).save()
      }
    )
  )
}

/** Said again by a client that did not hear of its end. */
function completeAt({ length }: Upload, { offset, declared = 0 }: Go): number {
  if (offset === length && declared === 0) return length
  throw elsewhere(offset, length ?? 0)
}

function elsewhere(offset: number, size: number): Problem {
  const message = text(
    'These bytes begin at {offset}, but the upload has come to {size}. Go on from there.',
    { offset, size }
  )
  const headers = { 'upload-offset': String(size) }
  return new Problem(409, 'E_UPLOAD_OFFSET', message, { headers })
}
