import { isUtf8 } from 'node:buffer'
import type { Stats } from 'node:fs'
import { lstat, readdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { CliError, ExitCode, UsageError } from '../errors.js'
import type { Factory } from '../factory.js'
import { isUnfinished } from './local_name.js'

/** What was named on the command line. */
export interface LocalRoot {
  path: string
  name: string
  isFolder: boolean
}

/** A file of this computer, or a folder with nothing in it. */
export interface LocalEntry {
  path: string
  /** Where it goes below the target: names joined by "/". */
  goesTo: string
  type: 'file' | 'folder'
  size: number
  /** Milliseconds; with the size it tells whether the file is still the same. */
  modifiedMs: number
}

/** @throws CliError when there is no such file or folder, UsageError when it is neither */
export async function localRoot(factory: Factory, typed: string): Promise<LocalRoot> {
  const path = factory.path(typed)
  const found = await stat(path).catch(async (cause: NodeJS.ErrnoException) => {
    const isMissing = cause.code === 'ENOENT'
    const garbled = isMissing ? await garbledName(path) : undefined
    if (garbled !== undefined) {
      throw new CliError(ExitCode.refused, `The name "${garbled}" is not valid UTF-8.`, {
        hint: 'Nothing was uploaded. Rename it: the server stores names in UTF-8.',
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
  throw new UsageError(
    `"${typed}" is neither a file nor a folder with a name.`,
    'Nothing was uploaded.'
  )
}

/**
 * All files below what was named, and the empty folders, folder by folder and by name. Links in folders are not followed:
 * they lead anywhere, and in circles.
 * @param onSkipped told of what is no file or cannot be read, and why
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
    else onSkipped(path, found.isSymbolicLink() ? 'it is a link' : 'it is no file')
  }
}

/** A name as the disk has it. */
interface LocalName {
  /** Bytes that are not valid UTF-8 read as `\xe9`. */
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
 * The name on disk of a typed path with U+FFFD, which Node.js puts in place of bytes it cannot decode.
 * Undefined for any other path.
 */
async function garbledName(path: string): Promise<string | undefined> {
  const name = basename(path)
  if (!path.includes('\ufffd')) return undefined
  const there = await readdir(dirname(path), { encoding: 'buffer' }).catch(() => [])
  const bytes = there.find((one) => !isUtf8(one) && one.toString() === name)
  return bytes ? nameOf(bytes).shown : name
}

/** What was measured of a file is not what it holds now. */
export const changedMeanwhile = ({ path }: LocalEntry): CliError =>
  new CliError(ExitCode.failure, `${path} was changed while it was being uploaded.`, {
    hint: 'Wait until nobody writes to it, and put it again.',
  })

const fileOf = (path: string, goesTo: string, { size, mtimeMs }: Stats): LocalEntry => ({
  ...{ path, goesTo, type: 'file', size, modifiedMs: mtimeMs },
})

/** When the file last changed, ISO 8601; null for a time before 1970 or after the year 9999. */
export function fileTimeOf({ modifiedMs }: LocalEntry): string | null {
  const time = Math.round(modifiedMs)
  return time > 0 && time < Date.UTC(10_000) ? new Date(time).toISOString() : null
}

/** How much there is, without keeping any of it. */
export async function measured(
  roots: readonly LocalRoot[]
): Promise<{ files: number; bytes: number }> {
  let [files, bytes] = [0, 0]
  for await (const { type, size } of localEntries(roots, () => {})) {
    if (type === 'file') files++
    bytes += size
  }
  return { files, bytes }
}
