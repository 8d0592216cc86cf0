import vine from '@vinejs/vine'
import type { Infer } from '@vinejs/vine/types'
import { defineEvent } from '@crossdock/kernel/events'

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

type Sentence = (payload: AssetEventPayload) => string

const folderOf = ({ path }: AssetEventPayload) =>
  path.length === 0 ? 'the top level' : path.join(' / ')

const changed: Sentence = (event) => {
  const { name, version, previousName, previousPath } = event
  const moved = previousPath !== undefined
  const renamed = previousName !== undefined
  if (moved && renamed) return `Moved ${previousName} to ${folderOf(event)} as ${name}`
  if (moved) return `Moved ${name} to ${folderOf(event)}`
  if (renamed) return `Renamed ${previousName} to ${name}`
  return `Uploaded version ${version} of ${name}`
}

const define = (name: string, description: string, activity: Sentence) =>
  defineEvent(name, { description, payload, permission: 'assets.read', activity })

/** What happens to files, by what is done. */
export const fileEvents = {
  upload: define('file_upload', 'A new file was uploaded', ({ name }) => `Uploaded ${name}`),
  update: define('file_update', 'A file got a new version, name or folder', changed),
  delete: define('file_delete', 'A file was moved to the trash', ({ name }) => `Deleted ${name}`),
  restore: define(
    'file_restore',
    'A file came back from the trash',
    ({ name }) => `Restored ${name}`
  ),
}

/** What happens to folders, by what is done. */
export const folderEvents = {
  create: define('folder_create', 'A folder was created', ({ name }) => `Created folder ${name}`),
  update: define('folder_update', 'A folder got a new name or place', changed),
  delete: define(
    'folder_delete',
    'A folder was moved to the trash',
    ({ name }) => `Deleted folder ${name}`
  ),
  restore: define(
    'folder_restore',
    'A folder came back from the trash',
    ({ name }) => `Restored folder ${name}`
  ),
}

export const eventsOf = ({ type }: { type: 'file' | 'folder' }) =>
  type === 'file' ? fileEvents : folderEvents

export const metadataChange = define(
  'metadata_change',
  'The metadata of a file or folder changed',
  ({ name }) => `Changed the metadata of ${name}`
)

export const eventTypes = [
  ...Object.values(fileEvents),
  ...Object.values(folderEvents),
  metadataChange,
]
