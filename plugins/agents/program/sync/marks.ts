import type { BigIntStats } from 'node:fs'
import type { ReportedEntry } from '@crossdock/sync-engine/protocol'
import { contentId } from '@crossdock/kernel/chunks'
import type { Entry } from './records.js'

/** A file that was changed so shortly before it was read may change once more with the same time. */
export const settledMs = 2_000

export const emptyContent = contentId(Buffer.alloc(0))

const temporary = '.crossdock-tmp-'

/** Under such a name lies what has not come completely. */
export const temporaryName = (what: string): string => `${temporary}${what}`

export const isTemporary = (name: string): boolean => name.toLowerCase().startsWith(temporary)

/** Names that sync never sees. */
export { isTemporary as isOwnName } from '@crossdock/sync-engine'

/** The inode alone is given to the next new file. */
export const identOf = ({ ino, birthtimeNs }: BigIntStats): string =>
  `${ino.toString(36)}-${birthtimeNs.toString(36)}`

/** Some file systems do not say when a file was made. */
export const hasBirth = (ident: string): boolean => !ident.endsWith('-0')

/** Size, time of the content, time of the file: programs can set back the second, but not the third. */
export const markOf = ({ size, mtimeNs, ctimeNs }: BigIntStats): string =>
  `${size.toString(36)}-${mtimeNs.toString(36)}-${ctimeNs.toString(36)}`

/** What of a mark stays the same when a file is renamed, or its rights change. */
export const contentMark = (mark: string): string => mark.slice(0, mark.lastIndexOf('-'))

export const mtimeOf = ({ mtimeMs }: BigIntStats): number => Math.max(0, Number(mtimeMs))

/** Changes when the content or its time does. */
export const versionOf = ({ kind, mark, hash }: Pick<Entry, 'kind' | 'mark' | 'hash'>): string =>
  kind === 'folder' ? '' : `${contentMark(mark)}-${(hash ?? '').slice(0, 12)}`

/** An entry as the server hears of it. */
export function reported(entry: Entry): ReportedEntry {
  const { id, parentId, name, kind, hash, size, mtime, trouble } = entry
  const isFile = kind === 'file'
  return {
    ...{ id, parentId: parentId === '' ? null : parentId, name, kind },
    hash: isFile ? hash : null,
    size: isFile ? size : 0,
    modifiedAt: isFile ? mtime : 0,
    version: versionOf(entry),
    ...(trouble && { trouble }),
  }
}
