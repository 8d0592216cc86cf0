import { DatabaseRefused } from '../database/drivers/login.js'
import { storedKey, type Settings } from '../settings/index.js'
import { notedKeys, notedKeysQuestion, findUnknownKey } from './known_key.js'
import { readDatabase } from './read_database.js'

/**
 * Runs before a key is created. If the database was used with another key, a new one could decrypt nothing, and
 * would hide the loss. An unreachable database is reported when it is opened.
 * @throws DatabaseRefused, SettingsError
 */
export async function assertNoKeyMissing(settings: Settings): Promise<void> {
  if (settings.APP_KEY || storedKey(settings.DATA_DIR) !== undefined) return
  const noted = await readDatabase(settings, async ({ ask, tables }) =>
    tables.has(notedKeys) ? await ask<{ id: string }>(notedKeysQuestion) : []
  ).catch(() => undefined)
  const ids = (noted ?? []).map(({ id }) => id)
  const found = findUnknownKey(ids, { ...settings, APP_KEY: null })
  if (found) throw new DatabaseRefused(`${found.says} ${found.todo}`)
}
