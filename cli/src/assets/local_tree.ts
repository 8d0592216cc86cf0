import type { Stats } from 'node:fs'
import { lstat, readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
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
  const found = await stat(path).catch((cause: NodeJS.ErrnoException) => {
    const isMissing = cause.code === 'ENOENT'
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
  let names: string[]
  try {
    names = (await readdir(folder)).sort()
  } catch (error) {
    return onSkipped(folder, (error as Error).message)
  }
  if (names.length === 0) yield { path: folder, goesTo, type: 'folder', size: 0, modifiedMs: 0 }
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

/** What was measured of a file is not what it holds now. */
export const changedMeanwhile = ({ path }: LocalEntry): CliError =>
  new CliError(ExitCode.failure, `${path} was changed while it was being uploaded.`, {
    hint: 'Wait until nobody writes to it, and put it again.',
  })

const fileOf = (path: string, goesTo: string, { size, mtimeMs }: Stats): LocalEntry => ({
  ...{ path, goesTo, type: 'file', size, modifiedMs: mtimeMs },
})

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
