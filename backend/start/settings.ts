import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { assertNoKeyMissing } from '@crossdock/kernel/boot'
import {
  storedKey,
  keyFile,
  makeDataDir,
  readSettings,
  type CompleteSettings,
  type Settings,
} from '@crossdock/kernel/settings'

/** Returns the key of this installation. The first start creates it, readable by its owner only. */
function readOrCreateKey(dataDir: string): string {
  try {
    const made = randomBytes(32).toString('base64url')
    writeFileSync(keyFile(dataDir), made, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EEXIST' && code !== 'EISDIR') throw error
  }
  return storedKey(dataDir)!
}

/** Whether anything is stored in DATA_DIR: the key, the database, content or mails. */
export function usesDataDir({ APP_KEY, DATABASE_URL, STORAGE_URL, SMTP_URL }: Settings): boolean {
  return !(APP_KEY && DATABASE_URL && STORAGE_URL && SMTP_URL)
}

/**
 * Reads and completes the settings for a server start. Creates the data folder and the key if they are
 * missing.
 * @throws DatabaseRefused if the key is missing although the database was used with one
 * @throws SettingsError
 */
export async function settingsForStart(
  source: Record<string, string | undefined>
): Promise<CompleteSettings> {
  await assertNoKeyMissing(readSettings(source))
  return completeSettings(source)
}

/** Reads and completes the settings. @throws SettingsError naming what is wrong. */
export function completeSettings(source: Record<string, string | undefined>): CompleteSettings {
  const settings = readSettings(source)
  if (usesDataDir(settings)) makeDataDir(settings.DATA_DIR)
  return {
    ...settings,
    APP_URL: settings.APP_URL ?? `http://localhost:${settings.PORT}`,
    APP_KEY: settings.APP_KEY ?? readOrCreateKey(settings.DATA_DIR),
  }
}

/**
 * Like `completeSettings`, for tools that work on copies of an installation: creates neither folder nor key.
 * @returns the settings, with a random key if none exists
 */
export function settingsAsTheyAre(source: Record<string, string | undefined>): CompleteSettings {
  const settings = readSettings(source)
  return {
    ...settings,
    APP_URL: settings.APP_URL ?? `http://localhost:${settings.PORT}`,
    APP_KEY:
      settings.APP_KEY ?? storedKey(settings.DATA_DIR) ?? randomBytes(32).toString('base64url'),
  }
}

/** Whether a key was configured or created by a start. */
export function hasKey(source: Record<string, string | undefined>): boolean {
  const { APP_KEY, DATA_DIR } = readSettings(source)
  return APP_KEY !== undefined || storedKey(DATA_DIR) !== undefined
}
