import { text, type Text } from '@crossdock/kernel/ground'
import vine from '@vinejs/vine'
import type { Infer } from '@vinejs/vine/types'
import { defineEvent } from '@crossdock/kernel/events'
import { assetsRead } from './contracts/permissions.js'

const names = () => vine.array(vine.string())

/** Fields that only some of the events have. */
const extra = vine.object({
  previousName: vine.string().optional().meta({ description: 'only when it was renamed' }),
  previousPath: names().optional().meta({ description: 'only when it was moved' }),
  restoredVersion: vine
    .number()
    .optional()
    .meta({ description: 'only when an older version was restored: its number' }),
  copiedFrom: vine
    .string()
    .optional()
    .meta({ description: 'only for a copy: the id of the original' }),
  permissions: vine
    .object({
      everyone: vine.enum(['none', 'read', 'write'] as const),
      grants: vine.array(
        vine.object({
          kind: vine.enum(['user', 'role'] as const),
          id: vine.string(),
          level: vine.enum(['read', 'write'] as const),
        })
      ),
    })
    .optional()
    .meta({ description: 'only in `folder_permissions`: the permissions after the change' }),
  metadata: vine
    .record(vine.any())
    .optional()
    .meta({ description: 'only in `metadata_change`: all metadata after the change' }),
  tags: names()
    .optional()
    .meta({ description: 'only in `tags_change`: all tags after the change' }),
  previousTags: names().optional().meta({ description: 'only in `tags_change`' }),
})

export type AssetEventExtra = Infer<typeof extra>

const payload = vine.object({
  assetId: vine.string(),
  type: vine.enum(['folder', 'file'] as const).meta({ examples: ['file'] }),
  name: vine.string(),
  path: names().meta({
    description: 'names of the folders above it, from the top; empty at the top level',
  }),
  parentId: vine
    .string()
    .nullable()
    .meta({ description: 'id of the folder it is in; `null` at the top level' }),
  mimeType: vine.string().nullable().meta({ description: '`null` for folders' }),
  size: vine.number().meta({ description: 'in bytes; 0 for folders' }),
  version: vine.number().meta({ description: 'number of the present version; 0 for folders' }),
  versionId: vine
    .string()
    .nullable()
    .meta({ description: 'id of the present version; `null` for folders' }),
  hash: vine.string().nullable().meta({ description: 'content id of the present version' }),
  ...extra.getProperties(),
})

/** Payload of every event of this domain. */
export type AssetEventPayload = Infer<typeof payload>

type Sentence = (payload: AssetEventPayload) => Text

const changed: Sentence = (event) => {
  const { name, version, previousName, previousPath, restoredVersion } = event
  if (previousPath !== undefined) return moved(event)
  if (previousName !== undefined) {
    return text('Renamed {previousName} to {name}', { previousName, name })
  }
  if (restoredVersion !== undefined) {
    const versions = { restoredVersion, name, version }
    return text('Restored version {restoredVersion} of {name} as version {version}', versions)
  }
  return text('Uploaded version {version} of {name}', { version, name })
}

function moved({ name, path, previousName }: AssetEventPayload): Text {
  const folder = path.join(' / ')
  if (previousName === undefined) {
    return path.length === 0
      ? text('Moved {name} to the top level', { name })
      : text('Moved {name} to {folder}', { name, folder })
  }
  return path.length === 0
    ? text('Moved {previousName} to the top level as {name}', { previousName, name })
    : text('Moved {previousName} to {folder} as {name}', { previousName, folder, name })
}

const tagged: Sentence = ({ name, tags = [] }) =>
  tags.length === 0
    ? text('Took all tags off {name}', { name })
    : text('Tagged {name} with {tags}', { name, tags: tags.join(', ') })

interface Many {
  alike?(payload: AssetEventPayload): string
  sentence(first: AssetEventPayload, count: number, shared: Partial<AssetEventPayload>): Text
}

const define = (name: string, description: string, activity: Sentence, several?: Many) =>
  defineEvent(name, {
    description,
    payload,
    permission: assetsRead,
    activity,
    ...(several && { several }),
  })

type Counted = (count: number) => Text

const many = (sentence: Counted): Many => ({ sentence: (_, count) => sentence(count) })

/** The sentence for several assets; names the folder if all are in one. */
const manyIn = (sentence: Counted, inFolder: (count: number, folder: string) => Text): Many => ({
  sentence: (_, count, { path = [] }) =>
    path.length === 0 ? sentence(count) : inFolder(count, path.join(' / ')),
})

/** Like `manyIn`, with separate sentences for copies. */
const manyNew = (added: Many, copied: Counted): Many => ({
  alike: ({ copiedFrom }) => (copiedFrom === undefined ? 'new' : 'copy'),
  sentence: (first, count, shared) =>
    first.copiedFrom === undefined ? added.sentence(first, count, shared) : copied(count),
})

/** The sentences for moves to one folder, for renames, and for other changes. */
const manyChanged = (
  [toFolder, toTop]: [toFolder: (count: number, folder: string) => Text, toTop: Counted],
  renamed: Counted,
  changedAlike: Counted
): Many => ({
  alike({ previousPath, previousName, restoredVersion, parentId }) {
    if (previousPath !== undefined) return `to ${parentId}`
    if (previousName !== undefined) return 'name'
    return restoredVersion === undefined ? 'version' : 'restored'
  },
  sentence({ previousPath, previousName, path }, count) {
    if (previousPath === undefined) {
      return previousName === undefined ? changedAlike(count) : renamed(count)
    }
    return path.length === 0 ? toTop(count) : toFolder(count, path.join(' / '))
  },
})

/** All events of files and folders. */
export const assetEvents = {
  fileUpload: define(
    'file_upload',
    'A new file was uploaded or copied',
    ({ name, copiedFrom }) =>
      copiedFrom === undefined
        ? text('Uploaded {name}', { name })
        : text('Added {name} as a copy', { name }),
    manyNew(
      manyIn(
        (count) => text('Uploaded {count} files', { count }),
        (count, folder) => text('Uploaded {count} files to {folder}', { count, folder })
      ),
      (count) => text('Added copies of {count} files', { count })
    )
  ),
  fileUpdate: define(
    'file_update',
    'A file got a new version, name or folder',
    changed,
    manyChanged(
      [
        (count, folder) => text('Moved {count} files to {folder}', { count, folder }),
        (count) => text('Moved {count} files to the top level', { count }),
      ],
      (count) => text('Renamed {count} files', { count }),
      (count) => text('Uploaded {count} new versions of files', { count })
    )
  ),
  fileDelete: define(
    'file_delete',
    'A file was moved to the trash',
    ({ name }) => text('Deleted {name}', { name }),
    manyIn(
      (count) => text('Deleted {count} files', { count }),
      (count, folder) => text('Deleted {count} files from {folder}', { count, folder })
    )
  ),
  fileRestore: define(
    'file_restore',
    'A file came back from the trash',
    ({ name }) => text('Restored {name}', { name }),
    many((count) => text('Restored {count} files', { count }))
  ),
  filePurge: define(
    'file_purge',
    'A file was deleted from the trash permanently',
    ({ name }) => text('Deleted {name} permanently', { name }),
    many((count) => text('Deleted {count} files permanently', { count }))
  ),
  folderCreate: define(
    'folder_create',
    'A folder was created or copied',
    ({ name, copiedFrom }) =>
      copiedFrom === undefined
        ? text('Created folder {name}', { name })
        : text('Added folder {name} as a copy', { name }),
    manyNew(
      manyIn(
        (count) => text('Created {count} folders', { count }),
        (count, folder) => text('Created {count} folders in {folder}', { count, folder })
      ),
      (count) => text('Added copies of {count} folders', { count })
    )
  ),
  folderUpdate: define(
    'folder_update',
    'A folder got a new name or place',
    changed,
    manyChanged(
      [
        (count, folder) => text('Moved {count} folders to {folder}', { count, folder }),
        (count) => text('Moved {count} folders to the top level', { count }),
      ],
      (count) => text('Renamed {count} folders', { count }),
      (count) => text('Changed {count} folders', { count })
    )
  ),
  folderDelete: define(
    'folder_delete',
    'A folder was moved to the trash',
    ({ name }) => text('Deleted folder {name}', { name }),
    manyIn(
      (count) => text('Deleted {count} folders', { count }),
      (count, folder) => text('Deleted {count} folders from {folder}', { count, folder })
    )
  ),
  folderRestore: define(
    'folder_restore',
    'A folder came back from the trash',
    ({ name }) => text('Restored folder {name}', { name }),
    many((count) => text('Restored {count} folders', { count }))
  ),
  folderPurge: define(
    'folder_purge',
    'A folder was deleted from the trash permanently, with its contents',
    ({ name }) => text('Deleted folder {name} permanently', { name }),
    many((count) => text('Deleted {count} folders permanently', { count }))
  ),
  folderPermissions: define(
    'folder_permissions',
    'The permissions of a folder changed',
    ({ name }) => text('Changed the permissions of {name}', { name })
  ),
  metadataChange: define(
    'metadata_change',
    'The metadata of a file or folder changed',
    ({ name }) => text('Changed the metadata of {name}', { name }),
    many((count) => text('Changed the metadata of {count} items', { count }))
  ),
  tagsChange: define(
    'tags_change',
    'The tags of a file or folder changed',
    tagged,
    many((count) => text('Changed the tags of {count} items', { count }))
  ),
}

/**
 * People lost access to a folder. The target is not an asset, because the event is for people who may not see
 * the folder any more. The event has no permission, so only notifications show it.
 */
export const folderAccessTaken = defineEvent('folder_access_taken', {
  description: 'A change of folder permissions removed the access of people',
  payload: vine.object({
    folderId: vine.string(),
    name: vine.string(),
    people: vine.array(vine.string()).meta({
      description: 'ids of the person who made the folder, and of at most 100 who lost access',
    }),
  }),
})

/** A file got its thumbnail; the file itself did not change. */
export const thumbnailMade = defineEvent('thumbnail_made', {
  description: 'The server drew a thumbnail, for all files with the same content',
  payload: vine.object({ hash: vine.string().meta({ description: 'content id' }) }),
  permission: assetsRead,
})

const { fileUpdate, fileDelete, fileRestore, filePurge } = assetEvents
const { folderUpdate, folderDelete, folderRestore, folderPurge } = assetEvents

/** Pairs of events that exist for both files and folders. */
const alike = {
  file: { update: fileUpdate, delete: fileDelete, restore: fileRestore, purge: filePurge },
  folder: {
    update: folderUpdate,
    delete: folderDelete,
    restore: folderRestore,
    purge: folderPurge,
  },
}

export const eventsOf = ({ type }: { type: 'file' | 'folder' }) => alike[type]
