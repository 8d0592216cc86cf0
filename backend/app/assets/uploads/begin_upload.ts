import { clock, transaction } from '@crossdock/kernel/database'
import { invalid, text } from '@crossdock/kernel/ground'
import { contentStore, ContentTooLarge } from '@crossdock/kernel/storage'
import { currentContext } from '@crossdock/kernel/tenancy'
import { checkUpload } from '../actions/upload_file.js'
import { fileTimeOf } from '../file_time.js'
import { FileType } from '../mime_type.js'
import { Upload } from '../models/upload.js'
import { findFolder } from '../queries/find_folder.js'
import { maxUploadBytes } from '../queries/max_upload_bytes.js'
import { pathOf } from '../path_of.js'
import { assertFitsQuota } from '../storage_quota.js'
import { parseMetadata } from './headers.js'

/** Uploads expire after this time without a request. */
export const keptMs = 7 * 24 * 60 * 60_000

export interface NewUpload {
  /** Chosen by the client, or undefined. An id that is already in use is refused with 409. */
  id?: string | undefined
  /** Null when the client does not know it yet. */
  length: number | null
  /** Upload-Metadata as sent. */
  metadata: string | undefined
  /** Upload-Concat as sent. */
  concat: string | undefined
}

export const expiry = () => new Date(clock.now() + keptMs).toISOString()

/** Begins an upload. @throws Problem 404, 409 or 422 when the file could not be stored, 413 when it is too large */
export async function beginUpload({ id, length, metadata, concat }: NewUpload): Promise<Upload> {
  const isPartial = concat === 'partial'
  const target = isPartial ? nothing : await parseTarget(metadata)
  const most = await maxUploadBytes()
  if (length !== null && length > most) throw new ContentTooLarge(most)
  if (length !== null) await assertFitsQuota(length)
  return await transaction(async () => {
    const upload = await Upload.create({
      ...(id ? { id } : {}),
      ...target,
      length,
      isPartial,
      concat: concat ?? null,
      metadata: metadata ?? null,
      userId: currentContext().actor.userId,
      expiresAt: expiry(),
      assetId: null,
      version: null,
    })
    await contentStore.use().drafts.begin(upload.id)
    return upload
  })
}

type Target = Pick<Upload, 'parentId' | 'path' | 'mimeType' | 'fileModifiedAt'>

const nothing: Target = { parentId: null, path: [], mimeType: '', fileModifiedAt: null }

/**
 * Reads the target from the keys that tus clients send (`filename` or `name`, `filetype` or `type`,
 * `relativePath`) and from `parentId`.
 */
async function parseTarget(header: string | undefined): Promise<Target> {
  const given = parseMetadata(header)
  const named = given.get('relativePath') ?? given.get('filename') ?? given.get('name')
  if (named === undefined) throw nameless()
  const path = pathOf(named, 'filename')
  const parentId = given.get('parentId') ?? null
  if (path.length === 1) await checkUpload({ parentId, name: path[0]! })
  else await findFolder(parentId)
  const type = given.get('filetype') ?? given.get('type') ?? ''
  const { soFar: mimeType } = new FileType(path.at(-1)!, type)
  return { parentId, path, mimeType, fileModifiedAt: fileTimeOf(given) }
}

const nameless = () =>
  invalid(
    'filename',
    text(
      'Upload-Metadata names no file: send "filename". Empty values, "null" and "undefined" count as not given.'
    )
  )
