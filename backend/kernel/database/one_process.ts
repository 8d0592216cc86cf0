import { createRequire } from 'node:module'
import { join } from 'node:path'

const require = createRequire(import.meta.url)

interface Lock {
  exec(sql: string): void
  close(): void
}

/** Kept for the life of the process: a lock nobody refers to would be collected, and so released. */
const held = new Set<Lock>()

/**
 * SQLite serves one process: a second one would take the running jobs of the first for lost and
 * repeat their calls. The operating system drops the lock with the process, however it ends.
 * @throws FolderInUse when another process works in it, or another application of this one.
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

/** Told to whoever starts the second process. */
export class FolderInUse extends Error {
  constructor(dataDir: string) {
    super(
      `Another Crossdock works in ${dataDir}. Stop it, or give this one a DATA_DIR of its own ` +
        '(several processes need PostgreSQL: DATABASE_URL).'
    )
  }
}
