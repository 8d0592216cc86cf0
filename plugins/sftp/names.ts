import { EndpointError, type FileEntry } from '@crossdock/sync/contracts'
import type { Stats } from 'ssh2'
import { shownPath } from './requests.js'

/** Names of files that are being written. Lists leave them out. */
export const temporary = '.crossdock-tmp-'

/** The parts of a path below the root. @throws EndpointError for one that leads elsewhere */
export function partsOf(path: string): string[] {
  if (path === '') return []
  const parts = path.split('/')
  if (parts.every((part) => part !== '' && part !== '.' && part !== '..' && !part.includes('\0')))
    return parts
  throw new EndpointError('name', `${shownPath(path)} is no path below the folder of the system.`)
}

/** The folder of a path, and the name in it. @throws EndpointError */
export function splitPath(path: string): { folder: string; name: string } {
  const parts = partsOf(path)
  const name = parts.pop()
  if (name !== undefined) return { folder: parts.join('/'), name }
  throw new EndpointError('name', 'The folder of the system itself stays as it is.')
}

/** Whether two paths are one where case and Unicode form do not count. */
export const isSame = (one: string, other: string): boolean => folded(one) === folded(other)

const folded = (path: string) => path.normalize('NFC').toLowerCase()

/**
 * What a server says of a name. A name that is no UTF-8 comes with the replacement character, and cannot be asked for
 * again; one with a slash would lead elsewhere.
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

/** SFTP knows no other sign of a change than size and time, in seconds. */
export const versionOf = ({ size, mtime }: Stats): string => `${size}-${mtime || 0}`

const isName = (name: string) =>
  name !== '' && !['/', '\0', '\ufffd'].some((one) => name.includes(one))

function kindOf(stats: Stats): FileEntry['kind'] {
  if (stats.isDirectory()) return 'folder'
  if (stats.isSymbolicLink()) return 'link'
  return stats.isFile() ? 'file' : 'device'
}
