import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { DatabaseRefused } from './login.js'

/** In PostgreSQL: it stands there from before the first byte is restored until the last was held against its hash. */
export const restoringTable = 'restore_under_way'

/** The same beside a SQLite database. */
export const restoringFile = (dataDir: string) => join(dataDir, 'restore-under-way')

/** Half of a backup is no installation. @throws DatabaseRefused */
export function assertFolderRestored(dataDir: string): void {
  if (existsSync(restoringFile(dataDir))) throw new DatabaseRefused(half)
}

/** @throws DatabaseRefused */
export async function assertDatabaseRestored(client: QueryClientContract): Promise<void> {
  if (await client.getReadClient().schema.hasTable(restoringTable)) throw new DatabaseRefused(half)
}

const half =
  'a restore is under way here, or was cut off. Wait for it, or run "node ace restore FOLDER" once more.'
