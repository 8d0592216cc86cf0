import { isUtf8 } from 'node:buffer'
import type { Stats } from 'node:fs'
import { lstat, readdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { CliError, ExitCode, UsageError } from '../errors.js'
import type { Factory } from '../factory.js'
import { isUnfinished } from './local_name.js'

/** A file or folder named on the command line. */
export interface LocalRoot {
  path: string
  name: string
  isFolder: boolean
}

/** A file on this computer, or an empty folder. */
export interface LocalEntry {
  path: string
  /** Path below the target folder on the server, with "/" between the names. */
  goesTo: string
  type: 'file' | 'folder'
  size: number
  /** Milliseconds. Together with the size it shows whether the file has changed. */
  modifiedMs: number
}

/** @throws CliError when the path does not exist, UsageError when it is neither a file nor a folder */
export async function localRoot(factory: Factory, typed: string): Promise<LocalRoot> {
  const path = factory.path(typed)
  const found = await stat(path).catch(async (cause: NodeJS.ErrnoException) => {
    const isMissing = cause.code === 'ENOENT'
    const garbled = isMissing ? await findUndecodedName(path) : undefined
    if (garbled !== undefined) {
      throw new CliError(ExitCode.refused, `The name "${garbled}" is not valid UTF-8.`, {
        hint: 'Nothing was uploaded. Rename the file: the server stores names in UTF-8.',
        cause,
      })
    }
    throw new CliError(
      isMissing ? ExitCode.notFound : ExitCode.failure,
      isMissing ? `There is no file "${typed}".` : `"${typed}" cannot be read: ${cause.message}.`,
      { hint: 'Nothing was uploaded.', cause }
    )
  })
  const name = basename(path)
  if (found.isDirectory() && name) return { path, name, isFolder: true }
  if (found.isFile()) return { path, name, isFolder: false }
  throw new UsageError(`"${typed}" is neither a file nor a named folder.`, 'Nothing was uploaded.')
}

/**
 * All files below the root and the empty folders, folder by folder and sorted by name. Links in folders are not
 * followed, because they may lead anywhere or in circles.
 * @param onSkipped called with each path that is not a file or cannot be read, and the reason
 */
export async function* localEntries(
  roots: readonly LocalRoot[],
  onSkipped: (path: string, why: string) => void
): AsyncGenerator<LocalEntry> {
  for (const { path, name, isFolder } of roots) {
    if (isFolder) yield* below(path, name, onSkipped)
    else yield fileOf(path, name, await stat(path))
  }
}

async function* below(
  folder: string,
  goesTo: string,
  onSkipped: (path: string, why: string) => void
): AsyncGenerator<LocalEntry> {
  let found: LocalName[]
  try {
    found = (await readdir(folder, { encoding: 'buffer' })).map(nameOf)
  } catch (error) {
    return onSkipped(folder, (error as Error).message)
  }
  for (const { shown, isGarbled } of found) {
    if (isGarbled) onSkipped(join(folder, shown), 'its name is not valid UTF-8')
  }
  const names = found.flatMap(({ shown, isGarbled }) => (isGarbled ? [] : shown)).sort()
  if (found.length === 0) yield { path: folder, goesTo, type: 'folder', size: 0, modifiedMs: 0 }
  for (const name of names) {
    const [path, to] = [join(folder, name), `${goesTo}/${name}`]
    let found: Stats
    try {
      found = await lstat(path)
    } catch (error) {
      onSkipped(path, (error as Error).message)
      continue
    }
    if (found.isDirectory()) yield* below(path, to, onSkipped)
    else if (isUnfinished(name)) onSkipped(path, 'it is an unfinished download')
    else if (found.isFile()) yield fileOf(path, to, found)
    else onSkipped(path, found.isSymbolicLink() ? 'it is a link' : 'it is not a file')
  }
}

/** A name as stored on disk. */
interface LocalName {
  /** Bytes that are not valid UTF-8 appear as `\xe9`. */
  shown: string
  isGarbled: boolean
}

function nameOf(bytes: Buffer): LocalName {
  if (isUtf8(bytes)) return { shown: bytes.toString(), isGarbled: false }
  const signs = [...bytes].map((byte) =>
    byte < 0x80 ? String.fromCharCode(byte) : `\\x${byte.toString(16)}`
  )
  return { shown: signs.join(''), isGarbled: true }
}

/**
 * The name on disk for a typed path that contains U+FFFD, which Node.js inserts for bytes it cannot decode.
 * Undefined for any other path.
 */
async function findUndecodedName(path: string): Promise<string | undefined> {
  const name = basename(path)
  if (!path.includes('\ufffd')) return undefined
  const there = await readdir(dirname(path), { encoding: 'buffer' }).catch(() => [])
  const bytes = there.find((one) => !isUtf8(one) && one.toString() === name)
  return bytes ? nameOf(bytes).shown : name
}

/** The error for a file whose size or time changed during the upload. */
export const changedSinceRead = ({ path }: LocalEntry): CliError =>
  new CliError(ExitCode.failure, `${path} was changed while it was being uploaded.`, {
    hint: 'Wait until no program writes to it, then upload it again.',
  })

const fileOf = (path: string, goesTo: string, { size, mtimeMs }: Stats): LocalEntry => ({
  path,
  goesTo,
  type: 'file',
  size,
  modifiedMs: mtimeMs,
})

/** The time of the file's last change, ISO 8601. Null before 1970 and after the year 9999. */
export function fileTimeOf({ modifiedMs }: LocalEntry): string | null {
  const time = Math.round(modifiedMs)
  return time > 0 && time < Date.UTC(10_000) ? new Date(time).toISOString() : null
}

/** Counts files and bytes without keeping the list in memory. */
export async function measure(
  roots: readonly LocalRoot[]
): Promise<{ files: number; bytes: number }> {
  let [files, bytes] = [0, 0]
  for await (const { type, size } of localEntries(roots, () => {})) {
    if (type === 'file') files++
    bytes += size
  }
  return { files, bytes }
}
