import { open, readdir, readlink, stat, symlink, chmod } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { makeFolder, readerOf, writeFrom } from './files.js'
import type { Manifest } from './manifest.js'
import { BackupRefused } from './refused.js'

type Files = Pick<Manifest, 'pluginFiles' | 'pluginLinks'>

/** Where the packages from outside lie in a backup. */
const place = 'plugins'
const executable = 0o100

/** Copies the folder of the packages from outside, as it is; there may be none. */
export async function copyPlugins(from: string, backup: string): Promise<Files> {
  const files: Files = { pluginFiles: [], pluginLinks: [] }
  const entries = await readdir(from, { withFileTypes: true, recursive: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw error
    }
  )
  for (const entry of entries.toSorted((a, b) => (pathOf(a) < pathOf(b) ? -1 : 1))) {
    const path = relative(from, pathOf(entry))
    if (entry.isSymbolicLink()) {
      files.pluginLinks.push({ path, target: await readlink(pathOf(entry)) })
    } else if (entry.isFile()) {
      const { size, sha256 } = await copyFile(pathOf(entry), join(backup, place, path))
      const { mode } = await stat(pathOf(entry))
      files.pluginFiles.push({ path, size, sha256, mode: mode & executable })
    }
  }
  return files
}

/** Puts them into a folder in which there are none. @throws BackupRefused for a file that is not what was written */
export async function restorePlugins(files: Files, backup: string, into: string): Promise<void> {
  for (const { path, size, sha256, mode } of files.pluginFiles) {
    const written = await copyFile(join(backup, place, path), join(into, path))
    if (written.size !== size || written.sha256 !== sha256) throw changedFile(pluginPath(path))
    if (mode & executable) await chmod(join(into, path), 0o700)
  }
  for (const { path, target } of files.pluginLinks) {
    await makeFolder(join(into, path, '..'))
    await symlink(target, join(into, path))
  }
}

export const pluginPath = (path: string): string => `${place}/${path}`

export const changedFile = (path: string): BackupRefused =>
  new BackupRefused(
    `${path} of the backup is not what was written: it was cut off or changed. Take another backup.`
  )

const pathOf = ({ parentPath, name }: { parentPath: string; name: string }) =>
  join(parentPath, name)

async function copyFile(from: string, to: string) {
  await makeFolder(join(to, '..'))
  const file = await open(from, 'r')
  try {
    return await writeFrom(to, readerOf(file), (await file.stat()).size)
  } finally {
    await file.close()
  }
}
