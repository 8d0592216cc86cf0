import { open, readdir, readlink, stat, symlink, chmod } from 'node:fs/promises'
import { join, posix, relative } from 'node:path'
import { makeFolder, readerOf, writeFrom } from './files.js'
import type { Manifest } from './manifest.js'
import { BackupRefused } from './refused.js'

type Files = Pick<Manifest, 'pluginFiles' | 'pluginLinks' | 'leftLinks'>

/** Folder of the external packages inside a backup. */
const pluginsFolder = 'plugins'
const executable = 0o100

/** Copies the folder of external packages, if there is one. */
export async function copyPlugins(from: string, backup: string): Promise<Files> {
  const files = { pluginFiles: [], pluginLinks: [], leftLinks: [] } as Required<Files>
  const entries = await readdir(from, { withFileTypes: true, recursive: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw error
    }
  )
  for (const entry of entries.toSorted((a, b) => (pathOf(a) < pathOf(b) ? -1 : 1))) {
    const path = relative(from, pathOf(entry))
    if (entry.isSymbolicLink()) {
      const link = { path, target: await readlink(pathOf(entry)) }
      if (leadsWithin(link)) files.pluginLinks.push(link)
      else files.leftLinks.push(link)
    } else if (entry.isFile()) {
      const { size, sha256 } = await copyFile(pathOf(entry), join(backup, pluginsFolder, path))
      const { mode } = await stat(pathOf(entry))
      files.pluginFiles.push({ path, size, sha256, mode: mode & executable })
    }
  }
  return files
}

/**
 * Whether a link's target stays within the copied folder. A target may only go up first and then down: a `..`
 * after a name is refused, because the name may itself be a link.
 */
function leadsWithin({ path, target }: { path: string; target: string }): boolean {
  if (target === '' || target.startsWith('/')) return false
  if (['\\', ':', '\0'].some((odd) => target.includes(odd))) return false
  const parts = target.split('/').filter((part) => part !== '' && part !== '.')
  const names = parts.slice(parts.findLastIndex((part) => part === '..') + 1)
  const up = parts.slice(0, parts.length - names.length)
  const depth = path.split('/').length - 1
  return up.every((part) => part === '..') && up.length <= depth
}

/**
 * Checks that restored files stay in their folder: no link leads out, and no file's path goes through a link.
 * @throws BackupRefused
 */
export function assertWithin({ pluginFiles, pluginLinks }: Files): void {
  const links = new Set(pluginLinks.map(({ path }) => path))
  for (const link of pluginLinks) {
    if (!leadsWithin(link)) {
      throw new BackupRefused(
        `manifest.json names a link that leads out of the added packages (${pluginPath(link.path)} → ${link.target}). Take another backup.`
      )
    }
  }
  for (const { path } of [...pluginFiles, ...pluginLinks]) {
    for (let folder = posix.dirname(path); folder !== '.'; folder = posix.dirname(folder)) {
      if (!links.has(folder)) continue
      throw new BackupRefused(
        `manifest.json names a file behind a link (${pluginPath(path)}). Take another backup.`
      )
    }
  }
}

/**
 * Restores the packages into a folder without packages.
 * @throws BackupRefused when a file was cut off or changed
 */
export async function restorePlugins(files: Files, backup: string, into: string): Promise<void> {
  for (const { path, size, sha256, mode } of files.pluginFiles) {
    const written = await copyFile(join(backup, pluginsFolder, path), join(into, path))
    if (written.size !== size || written.sha256 !== sha256) throw changedFile(pluginPath(path))
    if (mode & executable) await chmod(join(into, path), 0o700)
  }
  for (const { path, target } of files.pluginLinks) {
    await makeFolder(join(into, path, '..'))
    await symlink(target, join(into, path))
  }
}

export const pluginPath = (path: string): string => `${pluginsFolder}/${path}`

export const changedFile = (path: string): BackupRefused =>
  new BackupRefused(`${path} of the backup was cut off or changed. Take another backup.`)

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
