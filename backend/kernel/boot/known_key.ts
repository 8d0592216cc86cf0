import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { DatabaseRefused } from '../database/drivers/login.js'
import { keyIdOf } from '../secrets/index.js'
import type { CompleteSettings } from '../settings/index.js'

/** Every start records the ids of its keys in this table (backend/app/system). */
export const notedKeys = 'encryption_keys'

/** Latest first. */
export const notedKeysQuestion = `select id from ${notedKeys} order by first_used_at desc, id`

type Keys = Pick<CompleteSettings, 'APP_KEY_PREVIOUS' | 'APP_KEY_LOST'> & {
  /** Null if there is none yet: the next start would create one. */
  APP_KEY: string | null
}

/**
 * Detects a start with only unknown keys. They could not decrypt stored secrets, and the next entry would break
 * the audit log's chain. A key rotation also passes the former key, so it is not affected.
 * @param noted ids of the keys used before, the latest first
 * @returns the problem and what to do
 */
export function findUnknownKey(
  noted: readonly string[],
  { APP_KEY, APP_KEY_PREVIOUS, APP_KEY_LOST }: Keys
): { says: string; todo: string } | undefined {
  const given = [...(APP_KEY === null ? [] : [APP_KEY]), ...APP_KEY_PREVIOUS].map(keyIdOf)
  const [latest] = noted
  if (latest === undefined || noted.some((id) => given.includes(id))) return undefined
  if (APP_KEY_LOST === latest) return undefined
  return {
    says:
      `the key of this installation is missing: its database was last used with the key ${latest}, and APP_KEY (or ` +
      `DATA_DIR/app.key) is ${APP_KEY === null ? 'missing' : 'another one'}.`,
    todo:
      'Put it back as APP_KEY, or in APP_KEY_PREVIOUS when APP_KEY is a new key. If it is lost permanently, set ' +
      `APP_KEY_LOST=${latest} for one start: stored credentials must be entered again, and the audit log shows the break forever.`,
  }
}

/** Runs before any migration or write. @throws DatabaseRefused */
export async function assertKeyKnown(client: QueryClientContract, keys: Keys): Promise<void> {
  if (!(await client.getReadClient().schema.hasTable(notedKeys))) return
  const rows: { id: string }[] = await client
    .from(notedKeys)
    .select('id')
    .orderBy('first_used_at', 'desc')
    .orderBy('id')
  const found = findUnknownKey(
    rows.map(({ id }) => id),
    keys
  )
  if (found) throw new DatabaseRefused(`${found.says} ${found.todo}`)
}
