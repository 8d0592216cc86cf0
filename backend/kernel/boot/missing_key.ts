import { DatabaseRefused } from '../database/login.js'
import { keptKey, type Settings } from '../settings/index.js'
import { notedKeys, notedKeysQuestion, strangeKey } from './known_key.js'
import { look } from './look.js'

/**
 * Before a key is made: where the database was worked on with one, a new one opens nothing, and would hide that the former
 * is missing. A database that does not answer is told of by who opens it.
 * @throws DatabaseRefused, SettingsError
 */
export async function assertNoKeyMissing(settings: Settings): Promise<void> {
  if (settings.APP_KEY || keptKey(settings.DATA_DIR) !== undefined) return
  const noted = await look(settings, async ({ ask, tables }) =>
    tables.has(notedKeys) ? await ask<{ id: string }>(notedKeysQuestion) : []
  ).catch(() => undefined)
  const ids = (noted ?? []).map(({ id }) => id)
  const found = strangeKey(ids, { ...settings, APP_KEY: null })
  if (found) throw new DatabaseRefused(`${found.says} ${found.todo}`)
}
