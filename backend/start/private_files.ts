import { statSync } from 'node:fs'

const others = 0o077

/** What this process writes (database, content, keys, mail) is for its own account; before anything is written. */
export function keepFilesPrivate(): void {
  process.umask(others)
}

/** A folder made before, or by hand, may let others in: that is the operator's to decide, but not unknowingly. */
export function warnOfOpenFolder(folder: string): void {
  if (process.platform === 'win32') return
  const mode = statSync(folder, { throwIfNoEntry: false })?.mode
  if (mode === undefined || (mode & others) === 0) return
  console.warn(
    `Warning: other accounts of this machine can read ${folder}, where all tenants' files lie. ` +
      `Close it with: chmod -R go= ${folder}`
  )
}
