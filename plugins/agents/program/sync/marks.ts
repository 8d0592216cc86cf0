import type { BigIntStats } from 'node:fs'
import type { ReportedEntry } from '@crossdock/sync-engine/protocol'
import { contentId } from '@crossdock/kernel/chunks'
import type { Entry } from './records.js'

/** A file that changed within this time before it was read may change again without a new modification time. */
export const settledMs = 2_000

export const emptyContent = contentId(Buffer.alloc(0))

const temporary = '.crossdock-tmp-'

/** Returns the name of an incomplete file. */
export const temporaryName = (what: string): string => `${temporary}${what}`

export const isTemporary = (name: string): boolean => name.toLowerCase().startsWith(temporary)

/** Returns whether a name is that of a temporary file of Crossdock. */
export { isTemporary as isOwnName } from '@crossdock/sync-engine'

/** Identifies a file by inode and creation time. The inode alone is not enough: the next new file may reuse it. */
export const identOf = ({ ino, birthtimeNs }: BigIntStats): string =>
  `${ino.toString(36)}-${birthtimeNs.toString(36)}`

/** Returns whether an identity contains a creation time, which some file systems do not report. */
export const hasBirth = (ident: string): boolean => !ident.endsWith('-0')

/**
 * Identifies a state of a file by size, modification time and metadata time. Programs can reset the modification
 * time, but not the metadata time.
 */
export const markOf = ({ size, mtimeNs, ctimeNs }: BigIntStats): string =>
  `${size.toString(36)}-${mtimeNs.toString(36)}-${ctimeNs.toString(36)}`

/** Returns the part of a mark that renames and permission changes do not affect. */
export const contentMark = (mark: string): string => mark.slice(0, mark.lastIndexOf('-'))

export const mtimeOf = ({ mtimeMs }: BigIntStats): number => Math.max(0, Number(mtimeMs))

/** Returns the version of an entry, which changes with its content or modification time. */
export const versionOf = ({ kind, mark, hash }: Pick<Entry, 'kind' | 'mark' | 'hash'>): string =>
  kind === 'folder' ? '' : `${contentMark(mark)}-${(hash ?? '').slice(0, 12)}`

/** Converts an entry into the form of a report. */
export function reported(entry: Entry): ReportedEntry {
  const { id, parentId, name, kind, hash, size, mtime, trouble } = entry
  const isFile = kind === 'file'
  return {
    id,
    parentId: parentId === '' ? null : parentId,
    name,
    kind,
    hash: isFile ? hash : null,
    size: isFile ? size : 0,
    modifiedAt: isFile ? mtime : 0,
    version: versionOf(entry),
    ...(trouble && { trouble }),
  }
}
