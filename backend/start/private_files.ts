import { statSync } from 'node:fs'

const permissionsOfOthers = 0o077

/**
 * Files of this process (database, content, keys, mail) are readable only by its account; call before any
 * write.
 */
export function keepFilesPrivate(): void {
  process.umask(permissionsOfOthers)
}

/** An existing folder may be open to other accounts. The operator may want that, so only warn. */
export function warnOfOpenFolder(folder: string): void {
  if (process.platform === 'win32') return
  const mode = statSync(folder, { throwIfNoEntry: false })?.mode
  if (mode === undefined || (mode & permissionsOfOthers) === 0) return
  console.warn(
    `Warning: other accounts of this machine can read ${folder}, which holds the files of all tenants. ` +
      `Close it with: chmod -R go= ${folder}`
  )
}
