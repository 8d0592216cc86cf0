import { text, type Text } from '@crossdock/kernel/http'
import vine from '@vinejs/vine'
import type { Infer } from '@vinejs/vine/types'
import { defineEvent } from '@crossdock/kernel/events'
import { assetsRead } from './contracts/permissions.js'

const names = () => vine.array(vine.string())

const payload = vine.object({
  assetId: vine.string(),
  type: vine.enum(['folder', 'file'] as const),
  name: vine.string(),
  path: names().meta({
    description: 'Names of the folders it lies in, from the top; empty at the top level.',
  }),
  parentId: vine.string().nullable(),
  mimeType: vine.string().nullable(),
  size: vine.number(),
  version: vine.number(),
  versionId: vine
    .string()
    .nullable()
    .meta({ description: 'Of the present version; null for folders.' }),
  hash: vine.string().nullable().meta({ description: 'Content id of the present version.' }),
  /** Only when the name changed. */
  previousName: vine.string().optional(),
  /** Only when it moved. */
  previousPath: names().optional(),
  /** Only for metadata_change: all metadata after the change. */
  metadata: vine.record(vine.any()).optional(),
})

/** Payload of every event of this domain. */
export type AssetEventPayload = Infer<typeof payload>

type Sentence = (payload: AssetEventPayload) => Text

const changed: Sentence = (event) => {
  const { name, version, previousName, previousPath } = event
  if (previousPath !== undefined) return moved(event)
  if (previousName !== undefined) {
    return text('Renamed {previousName} to {name}', { previousName, name })
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

const define = (name: string, description: string, activity: Sentence) =>
  defineEvent(name, { description, payload, permission: assetsRead, activity })

/** What happens to files, by what is done. */
export const fileEvents = {
  upload: define('file_upload', 'A new file was uploaded', ({ name }) =>
    text('Uploaded {name}', { name })
  ),
  update: define('file_update', 'A file got a new version, name or folder', changed),
  delete: define('file_delete', 'A file was moved to the trash', ({ name }) =>
    text('Deleted {name}', { name })
  ),
  restore: define('file_restore', 'A file came back from the trash', ({ name }) =>
    text('Restored {name}', { name })
  ),
}

/** What happens to folders, by what is done. */
export const folderEvents = {
  create: define('folder_create', 'A folder was created', ({ name }) =>
    text('Created folder {name}', { name })
  ),
  update: define('folder_update', 'A folder got a new name or place', changed),
  delete: define('folder_delete', 'A folder was moved to the trash', ({ name }) =>
    text('Deleted folder {name}', { name })
  ),
  restore: define('folder_restore', 'A folder came back from the trash', ({ name }) =>
    text('Restored folder {name}', { name })
  ),
}

export const eventsOf = ({ type }: { type: 'file' | 'folder' }) =>
  type === 'file' ? fileEvents : folderEvents

export const metadataChange = define(
  'metadata_change',
  'The metadata of a file or folder changed',
  ({ name }) => text('Changed the metadata of {name}', { name })
)

export const eventTypes = [
  ...Object.values(fileEvents),
  ...Object.values(folderEvents),
  metadataChange,
]
