import { EndpointError, type FileEntry } from '@crossdock/sync/contracts'
import type { Stats } from 'ssh2'
import { shownPath } from './requests.js'

/** Name prefix of files that are being written. Listings omit them. */
export const temporary = '.crossdock-tmp-'

/**
 * Splits a path into its parts below the root.
 * @throws EndpointError for a path that leads outside
 */
export function partsOf(path: string): string[] {
  if (path === '') return []
  const parts = path.split('/')
  if (parts.every((part) => part !== '' && part !== '.' && part !== '..' && !part.includes('\0')))
    return parts
  throw new EndpointError(
    'name',
    `${shownPath(path)} is not a path below the folder of the system.`
  )
}

/**
 * Splits a path into its folder and its name.
 * @throws EndpointError
 */
export function splitPath(path: string): { folder: string; name: string } {
  const parts = partsOf(path)
  const name = parts.pop()
  if (name !== undefined) return { folder: parts.join('/'), name }
  throw new EndpointError('name', 'The folder of the system itself cannot be changed.')
}

/** Returns whether two paths are equal, ignoring case and Unicode normalization. */
export const isSame = (one: string, other: string): boolean => folded(one) === folded(other)

const folded = (path: string) => path.normalize('NFC').toLowerCase()

/**
 * Converts an entry of a listing. Names that cannot be used get `trouble`. A name that is not UTF-8 contains the
 * replacement character and cannot be requested. A name with a slash would lead elsewhere.
 */
export function entryOf(name: string, stats: Stats): FileEntry {
  const kind = kindOf(stats)
  const isFile = kind === 'file'
  const isSized = !isFile || Number.isSafeInteger(stats.size)
  const trouble = isName(name) ? (isSized ? undefined : 'unreadable') : 'name'
  return {
    name: name.replaceAll('/', '\ufffd').replaceAll('\0', '\ufffd'),
    kind,
    size: isFile && isSized ? stats.size : 0,
    modifiedAt: isFile ? (stats.mtime || 0) * 1000 : 0,
    version: isFile ? versionOf(stats) : '',
    ...(trouble ? { trouble } : {}),
  }
}

/** SFTP reports no version other than size and modification time in seconds. */
export const versionOf = ({ size, mtime }: Stats): string => `${size}-${mtime || 0}`

const isName = (name: string) =>
  name !== '' && !['/', '\0', '\ufffd'].some((one) => name.includes(one))

function kindOf(stats: Stats): FileEntry['kind'] {
  if (stats.isDirectory()) return 'folder'
  if (stats.isSymbolicLink()) return 'link'
  return stats.isFile() ? 'file' : 'device'
}
