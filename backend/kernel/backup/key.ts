import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { keyIdOf } from '../secrets/index.js'
import type { CompleteSettings } from '../settings/index.js'
import type { Manifest } from './manifest.js'
import { BackupRefused } from './refused.js'

/** File name of the key, in a backup with the key and in DATA_DIR. */
export const keyName = 'app.key'

/**
 * Makes sure that the backup's encrypted values can be decrypted after the restore.
 * @param given whether APP_KEY was set, rather than generated for a new installation
 * @returns the backup's key, if it must replace the generated one
 * @throws BackupRefused
 */
export async function keyFor(
  { keys, hasKey }: Manifest,
  folder: string,
  { APP_KEY, APP_KEY_PREVIOUS }: CompleteSettings,
  given: boolean
): Promise<string | undefined> {
  const known = new Set([APP_KEY, ...APP_KEY_PREVIOUS].map(keyIdOf))
  const [current, ...former] = keys
  let fromBackup: string | undefined
  if (!known.has(current!) && hasKey && !given) {
    fromBackup = (await readFile(join(folder, keyName), 'utf8')).trim()
    if (fromBackup.length < 32 || keyIdOf(fromBackup) !== current) {
      throw new BackupRefused(
        `${keyName} of the backup was changed. Set APP_KEY to the key of the backup.`
      )
    }
    known.add(current!)
  }
  if (!known.has(current!)) {
    throw new BackupRefused(
      `The backup was made with another APP_KEY (its id is ${current}), so its credentials could not be opened here. ` +
        `Set APP_KEY to that key, or put it into ${keyName} of DATA_DIR.`
    )
  }
  const missing = former.filter((id) => !known.has(id))
  if (missing.length === 0) return fromBackup
  throw new BackupRefused(
    `The backup uses former keys that are missing here (their ids are ${missing.join(', ')}). Set APP_KEY_PREVIOUS as it was.`
  )
}
