import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { DatabaseRefused } from '../database/login.js'
import { keyIdOf } from '../secrets/index.js'
import type { CompleteSettings } from '../settings/index.js'

/** Every start notes the ids of its keys there (backend/app/system). */
export const notedKeys = 'encryption_keys'

/** The latest first. */
export const notedKeysQuestion = `select id from ${notedKeys} order by first_used_at desc, id`

type Keys = Pick<CompleteSettings, 'APP_KEY_PREVIOUS' | 'APP_KEY_LOST'> & {
  /** Null where none is kept yet: the next start would make one. */
  APP_KEY: string | null
}

/**
 * A key that was never worked with here, without any that was, opens nothing that is stored, and breaks the chain of the audit
 * with its first entry. Who rotates keys gives the former one, too.
 * @param noted ids of the keys that were worked with, the latest first
 * @returns what is wrong, and the way out
 */
export function strangeKey(
  noted: readonly string[],
  { APP_KEY, APP_KEY_PREVIOUS, APP_KEY_LOST }: Keys
): { says: string; todo: string } | undefined {
  const given = [...(APP_KEY === null ? [] : [APP_KEY]), ...APP_KEY_PREVIOUS].map(keyIdOf)
  const [latest] = noted
  if (latest === undefined || noted.some((id) => given.includes(id))) return undefined
  if (APP_KEY_LOST === latest) return undefined
  return {
    says:
      `the key of this installation is missing: its database was last worked on with the key ${latest}, and APP_KEY (or ` +
      `DATA_DIR/app.key) is ${APP_KEY === null ? 'not there' : 'another'}.`,
    todo:
      'Put it back as APP_KEY, or in APP_KEY_PREVIOUS when APP_KEY is to be a new one. If it is lost for good, set ' +
      `APP_KEY_LOST=${latest} for one start: stored credentials are to be entered again, and the audit tells of the break for ever.`,
  }
}

/** Before anything is migrated or written. @throws DatabaseRefused */
export async function assertKeyKnown(client: QueryClientContract, keys: Keys): Promise<void> {
  if (!(await client.getReadClient().schema.hasTable(notedKeys))) return
  const rows: { id: string }[] = await client
    .from(notedKeys)
    .select('id')
    .orderBy('first_used_at', 'desc')
    .orderBy('id')
  const found = strangeKey(
    rows.map(({ id }) => id),
    keys
  )
  if (found) throw new DatabaseRefused(`${found.says} ${found.todo}`)
}
