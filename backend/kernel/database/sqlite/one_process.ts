import { createRequire } from 'node:module'
import { join } from 'node:path'

const require = createRequire(import.meta.url)

interface Lock {
  exec(sql: string): void
  close(): void
}

/** Locks of this process. If they were not referenced, JavaScript's garbage collection would release them. */
const held = new Set<Lock>()

/**
 * Claims the data folder for this process. A second process on the same SQLite database would treat the running
 * jobs of the first as lost and repeat their calls. The operating system releases the lock when the process
 * ends.
 * @throws FolderInUse when another process uses the folder, or another application of this process
 */
export function claimDataDir(dataDir: string): void {
  const Database = require('better-sqlite3')
  const lock: Lock = new Database(join(dataDir, 'crossdock.lock'), { timeout: 0 })
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive')
  } catch {
    lock.close()
    throw new FolderInUse(dataDir)
  }
  held.add(lock)
}

/** Another process, or another application of this one, uses the folder. */
export class FolderInUse extends Error {
  constructor(dataDir: string) {
    super(
      `Another Crossdock uses ${dataDir}. Stop it, or set another DATA_DIR for this one ` +
        '(several processes need PostgreSQL: DATABASE_URL).'
    )
  }
}
