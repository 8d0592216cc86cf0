import type { EventType } from '@crossdock/kernel/events'
import type { AssetEventPayload } from './contracts/index.js'

type Sentence = (payload: AssetEventPayload) => string

const folderOf = ({ path }: AssetEventPayload) =>
  path.length === 0 ? 'the top level' : path.join(' / ')

const changed: Sentence = (payload) => {
  const { name, version, previousName, previousPath } = payload
  const moved = previousPath !== undefined
  const renamed = previousName !== undefined
  if (moved && renamed) return `Moved ${previousName} to ${folderOf(payload)} as ${name}`
  if (moved) return `Moved ${name} to ${folderOf(payload)}`
  if (renamed) return `Renamed ${previousName} to ${name}`
  return `Uploaded version ${version} of ${name}`
}

function define(name: string, description: string, sentence: Sentence): EventType {
  const activity = (payload: Record<string, unknown>) =>
    sentence(payload as unknown as AssetEventPayload)
  return { name, description, permission: 'assets.read', activity }
}

/** What happens to files and folders, each with its sentence in the activity feed. */
export const eventTypes: EventType[] = [
  define('file_upload', 'A new file was uploaded', ({ name }) => `Uploaded ${name}`),
  define('file_update', 'A file got a new version, name or folder', changed),
  define('file_delete', 'A file was moved to the trash', ({ name }) => `Deleted ${name}`),
  define('file_restore', 'A file came back from the trash', ({ name }) => `Restored ${name}`),
  define('folder_create', 'A folder was created', ({ name }) => `Created folder ${name}`),
  define('folder_update', 'A folder got a new name or place', changed),
  define(
    'folder_delete',
    'A folder was moved to the trash',
    ({ name }) => `Deleted folder ${name}`
  ),
  define(
    'folder_restore',
    'A folder came back from the trash',
    ({ name }) => `Restored folder ${name}`
  ),
  define(
    'metadata_change',
    'The metadata of a file or folder changed',
    ({ name }) => `Changed the metadata of ${name}`
  ),
]
