import { text, type Text } from '@crossdock/kernel/http'
import vine from '@vinejs/vine'
import type { Infer } from '@vinejs/vine/types'
import { defineEvent } from '@crossdock/kernel/events'
import { assetsRead } from './contracts/permissions.js'

const names = () => vine.array(vine.string())

/** What only some of the events tell. */
const extra = vine.object({
  previousName: vine.string().optional().meta({ description: 'only when it was renamed' }),
  previousPath: names().optional().meta({ description: 'only when it was moved' }),
  restoredVersion: vine
    .number()
    .optional()
    .meta({ description: 'only when an older version became the newest again: which one' }),
  copiedFrom: vine
    .string()
    .optional()
    .meta({ description: 'only of a copy: the id of what it was copied from' }),
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
    .meta({ description: 'only in `folder_permissions`: who is let in after the change' }),
  metadata: vine
    .record(vine.any())
    .optional()
    .meta({ description: 'only in `metadata_change`: all of it after the change' }),
  tags: names()
    .optional()
    .meta({ description: 'only in `tags_change`: all of them after the change' }),
  previousTags: names().optional().meta({ description: 'only in `tags_change`' }),
})

export type AssetEventExtra = Infer<typeof extra>

const payload = vine.object({
  assetId: vine.string(),
  type: vine.enum(['folder', 'file'] as const),
  name: vine.string(),
  path: names().meta({
    description: 'names of the folders it lies in, from the top; empty at the top level',
  }),
  parentId: vine.string().nullable().meta({ description: "the folder's id, `null` at the top" }),
  mimeType: vine.string().nullable().meta({ description: '`null` for folders' }),
  size: vine.number().meta({ description: 'in bytes; 0 for folders' }),
  version: vine.number().meta({ description: 'number of the present version; 0 for folders' }),
  versionId: vine
    .string()
    .nullable()
    .meta({ description: 'of the present version; `null` for folders' }),
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

const define = (name: string, description: string, activity: Sentence) =>
  defineEvent(name, { description, payload, permission: assetsRead, activity })

/** Whatever happens to files and folders. */
export const assetEvents = {
  fileUpload: define('file_upload', 'A new file was uploaded or copied', ({ name, copiedFrom }) =>
    copiedFrom === undefined
      ? text('Uploaded {name}', { name })
      : text('Added {name} as a copy', { name })
  ),
  fileUpdate: define('file_update', 'A file got a new version, name or folder', changed),
  fileDelete: define('file_delete', 'A file was moved to the trash', ({ name }) =>
    text('Deleted {name}', { name })
  ),
  fileRestore: define('file_restore', 'A file came back from the trash', ({ name }) =>
    text('Restored {name}', { name })
  ),
  filePurge: define('file_purge', 'A file was deleted from the trash for good', ({ name }) =>
    text('Deleted {name} for good', { name })
  ),
  folderCreate: define('folder_create', 'A folder was created or copied', ({ name, copiedFrom }) =>
    copiedFrom === undefined
      ? text('Created folder {name}', { name })
      : text('Added folder {name} as a copy', { name })
  ),
  folderUpdate: define('folder_update', 'A folder got a new name or place', changed),
  folderDelete: define('folder_delete', 'A folder was moved to the trash', ({ name }) =>
    text('Deleted folder {name}', { name })
  ),
  folderRestore: define('folder_restore', 'A folder came back from the trash', ({ name }) =>
    text('Restored folder {name}', { name })
  ),
  folderPurge: define(
    'folder_purge',
    'A folder was deleted from the trash for good, with all that lay in it',
    ({ name }) => text('Deleted folder {name} for good', { name })
  ),
  folderPermissions: define(
    'folder_permissions',
    'It was said who is let into a folder',
    ({ name }) => text('Changed who is let into {name}', { name })
  ),
  metadataChange: define(
    'metadata_change',
    'The metadata of a file or folder changed',
    ({ name }) => text('Changed the metadata of {name}', { name })
  ),
  tagsChange: define('tags_change', 'The tags of a file or folder changed', tagged),
}

/**
 * People lost access to a folder. The target is not an asset, because the event is for people who may not see the folder any
 * more. The event has no permission, so no list and no stream shows it.
 */
export const folderAccessTaken = defineEvent('folder_access_taken', {
  description: 'A change of the permissions of a folder took access from people',
  payload: vine.object({
    folderId: vine.string(),
    name: vine.string(),
    people: vine.array(vine.string()).meta({
      description: 'ids of the person who made the folder, and of at most 100 who lost access',
    }),
  }),
})

/** Nothing happened to a file: there is more to be seen of it. */
export const thumbnailMade = defineEvent('thumbnail_made', {
  description: 'A small picture of a content was drawn, for all files that have it',
  payload: vine.object({ hash: vine.string().meta({ description: 'content id' }) }),
  permission: assetsRead,
})

const { fileUpdate, fileDelete, fileRestore, filePurge } = assetEvents
const { folderUpdate, folderDelete, folderRestore, folderPurge } = assetEvents

/** What is told of files and of folders alike, by what is done. */
const alike = {
  file: { update: fileUpdate, delete: fileDelete, restore: fileRestore, purge: filePurge },
  folder: {
    ...{ update: folderUpdate, delete: folderDelete },
    ...{ restore: folderRestore, purge: folderPurge },
  },
}

export const eventsOf = ({ type }: { type: 'file' | 'folder' }) => alike[type]
