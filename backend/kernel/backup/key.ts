import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { keyIdOf } from '../secrets/index.js'
import type { CompleteSettings } from '../settings/index.js'
import type { Manifest } from './manifest.js'
import { BackupRefused } from './refused.js'

/** Where a key lies in a backup that was made with it, and in DATA_DIR. */
export const keyName = 'app.key'

/**
 * Sees to it that what is sealed in a backup can be opened where it is restored.
 * @param given whether APP_KEY was set, and not made up for a new installation
 * @returns the key of the backup, when it is to take the place of the one that was made up
 * @throws BackupRefused
 */
export async function keyFor(
  { keys, hasKey }: Manifest,
  folder: string,
  { APP_KEY, APP_KEY_PREVIOUS }: CompleteSettings,
  given: boolean
): Promise<string | undefined> {
  const there = new Set([APP_KEY, ...APP_KEY_PREVIOUS].map(keyIdOf))
  const [current, ...former] = keys
  let brought: string | undefined
  if (!there.has(current!) && hasKey && !given) {
    brought = (await readFile(join(folder, keyName), 'utf8')).trim()
    if (brought.length < 32 || keyIdOf(brought) !== current) {
      throw new BackupRefused(
        `${keyName} of the backup is not what was written. Give its key as APP_KEY.`
      )
    }
    there.add(current!)
  }
  if (!there.has(current!)) {
    throw new BackupRefused(
      `The backup was made with another APP_KEY than there is here (its id is ${current}): what it holds of credentials could not be opened. ` +
        `Set APP_KEY to that key, or put it into ${keyName} of DATA_DIR.`
    )
  }
  const missing = former.filter((id) => !there.has(id))
  if (missing.length === 0) return brought
  throw new BackupRefused(
    `The backup was made with former keys that are not here (their ids are ${missing.join(', ')}). Set APP_KEY_PREVIOUS as it was.`
  )
}
