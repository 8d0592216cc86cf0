import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { DatabaseRefused } from './drivers/login.js'

/**
 * PostgreSQL: name of a table that exists during a restore, from before the first write until the last hash is
 * checked.
 */
export const restoringTable = 'restore_under_way'

/** SQLite: path of a file with the same meaning. */
export const restoringFile = (dataDir: string) => join(dataDir, 'restore-under-way')

/**
 * Refuses a data folder whose restore is incomplete.
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
