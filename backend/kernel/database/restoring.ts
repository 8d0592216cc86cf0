import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { DatabaseRefused } from './drivers/login.js'

/** PostgreSQL: this table exists from before the first restored byte until the last hash is checked. */
export const restoringTable = 'restore_under_way'

/** On SQLite, this file next to the database has the same meaning. */
export const restoringFile = (dataDir: string) => join(dataDir, 'restore-under-way')

/**
 * Refuses a database on which a restore is incomplete.
 * @throws DatabaseRefused
 */
export function assertFolderRestored(dataDir: string): void {
  if (existsSync(restoringFile(dataDir))) throw new DatabaseRefused(half)
}

/** @throws DatabaseRefused */
export async function assertDatabaseRestored(client: QueryClientContract): Promise<void> {
  if (await client.getReadClient().schema.hasTable(restoringTable)) throw new DatabaseRefused(half)
}

const half =
  'a restore is running here, or was interrupted. Wait for it, or run "node ace restore FOLDER" again.'
