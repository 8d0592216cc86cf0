import { newId, now } from '@crossdock/kernel/database'
import { countUse } from '@crossdock/kernel/ledger'
import { contentStore } from '@crossdock/kernel/storage'
import { currentContext, tenantRows } from '@crossdock/kernel/tenancy'
import { assetEvents } from '../event_types.js'
import { takenNames } from '../queries/taken_names.js'
import type { NewVersion } from './add_version.js'
import type { TargetFolder } from './ensure_folders.js'
import { enqueueThumbnail } from './make_thumbnail.js'
import { recordAssetEvents } from './record_asset_event.js'
import type { UploadedFile } from './upload_file.js'

/** A file whose content is stored, and its target folder. */
export interface FileToPlace<File extends NewFile = NewFile> {
  file: File
  place: TargetFolder
}

type NewFile = Pick<UploadedFile, 'name' | 'mimeType' | 'fileModifiedAt'> &
  Pick<NewVersion, 'content'>

/**
 * Puts those files whose names are free into their folders, with few statements, in the caller's transaction.
 * @returns their ids; the caller puts the other files one by one
 */
export async function putNewFiles<File extends NewFile>(
  placed: readonly FileToPlace<File>[]
): Promise<ReadonlyMap<File, string>> {
  const free = await freeOf(placed)
  const ids = new Map(free.map(({ file }) => [file, newId()]))
  if (free.length === 0) return ids
  const contents = free.map(({ file }) => file.content)
  const written = contents.filter((content) => 'lease' in content)
  if (written.length > 0) await contentStore.use().record(...written)
  const stored = contents.flatMap((content) => ('lease' in content ? [] : [content.id]))
  if (stored.length > 0) await contentStore.use().hold(...stored)
  const uploaded_by = currentContext().actor.userId
  const updated_at = now()
  await tenantRows('assets').insertAll(
    free.map(({ file, place }) => ({
      id: ids.get(file)!,
      parent_id: place.folderId,
      name: file.name,
      type: 'file',
      mime_type: file.mimeType,
      size: file.content.size,
      version: 1,
      metadata: '{}',
      uploaded_by,
      updated_at,
      file_modified_at: file.fileModifiedAt ?? updated_at,
    }))
  )
  await tenantRows('asset_versions').insertAll(
    free.map(({ file }) => ({
      asset_id: ids.get(file)!,
      version: 1,
      content_id: file.content.id,
      size: file.content.size,
      mime_type: file.mimeType,
      uploaded_by,
      file_modified_at: file.fileModifiedAt ?? null,
    }))
  )
  for (const { file } of free) {
    await enqueueThumbnail({ contentId: file.content.id, mimeType: file.mimeType })
  }
  await recordAssetEvents(
    free.map(({ file, place }) => ({
      type: assetEvents.fileUpload,
      asset: {
        id: ids.get(file)!,
        type: 'file',
        name: file.name,
        parentId: place.folderId,
        mimeType: file.mimeType,
        size: file.content.size,
        version: 1,
      },
      path: place.path,
    }))
  )
  countUse('filesUploaded', free.length)
  return ids
}

/** The files whose names are free, each name once. A second file with a name later becomes a version of the first. */
async function freeOf<File extends NewFile>(
  placed: readonly FileToPlace<File>[]
): Promise<FileToPlace<File>[]> {
  const byFolder = Map.groupBy(placed, ({ place }) => place.folderId)
  const free: FileToPlace<File>[] = []
  for (const [folderId, files] of byFolder) {
    const taken = await takenNames(
      folderId,
      files.map(({ file }) => file.name)
    )
    for (const one of files) {
      if (taken.has(one.file.name)) continue
      taken.add(one.file.name)
      free.push(one)
    }
  }
  // A fixed order prevents deadlocks between two requests that put the same names into the same folders.
  return free.sort((a, b) => {
    if (a.file.name !== b.file.name) return a.file.name < b.file.name ? -1 : 1
    return (a.place.folderId ?? '') < (b.place.folderId ?? '') ? -1 : 1
  })
}
