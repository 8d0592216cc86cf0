import { existsSync } from 'node:fs'
import { open, rename, rm, writeFile } from 'node:fs/promises'
import { sqliteFile } from '../database/connections/config.js'
import { restoringFile } from '../database/restoring.js'
import type { CompleteSettings } from '../settings/index.js'
import { changedFile } from './copy_plugins.js'
import { readerOf, syncPath, writeFrom } from './files.js'
import { openSqlite } from './sqlite_origin.js'
import type { Target } from './target.js'

/** The caller has claimed DATA_DIR, so no server uses it. */
export function sqliteTarget({ DATA_DIR, ...settings }: CompleteSettings): Target {
  const file = sqliteFile({ ...settings, DATA_DIR })
  const marker = restoringFile(DATA_DIR)
  const incoming = `${file}.restoring`
  const databaseFiles = [file, `${file}-wal`, `${file}-shm`, incoming, `${incoming}-journal`]
  return {
    kind: 'sqlite',
    async inUse() {
      return existsSync(file) && hasTables(file) ? `${DATA_DIR} has a database` : null
    },
    wasInterrupted: async () => existsSync(marker),
    async clear() {
      for (const path of databaseFiles) await rm(path, { force: true })
    },
    async begin() {
      await writeFile(marker, '', { flush: true })
      await syncPath(DATA_DIR)
    },
    async restore(path, { path: name, size, sha256 }) {
      const from = await open(path, 'r')
      try {
        const written = await writeFrom(incoming, readerOf(from), size)
        if (written.size !== size || written.sha256 !== sha256) throw changedFile(name)
      } finally {
        await from.close()
      }
      clearTransient(incoming)
      await syncPath(incoming)
      await rm(file, { force: true })
      await rename(incoming, file)
      await syncPath(DATA_DIR)
    },
    async finish() {
      await rm(marker)
      await syncPath(DATA_DIR)
    },
    close: async () => undefined,
  }
}

/** Rows that must not survive a restore: holds of running backups, and leases of former writers. */
export const transientDeletes = ['delete from content_holds', 'delete from content_leases']

function clearTransient(file: string): void {
  const database = openSqlite(file)
  try {
    const tables = database
      .prepare(`select name from sqlite_schema where type = 'table'`)
      .all() as { name: string }[]
    const known = new Set(tables.map(({ name }) => name))
    for (const sql of transientDeletes) if (known.has(sql.split(' ').at(-1)!)) database.exec(sql)
  } finally {
    database.close()
  }
}

function hasTables(file: string): boolean {
  const database = openSqlite(file, { readonly: true })
  try {
    return database.prepare('select 1 from sqlite_schema limit 1').all().length > 0
  } finally {
    database.close()
  }
}
