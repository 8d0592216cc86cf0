import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { assertNoKeyMissing } from '@crossdock/kernel/boot'
import {
  keptKey,
  keyFile,
  makeDataDir,
  readSettings,
  type CompleteSettings,
  type Settings,
} from '@crossdock/kernel/settings'

/** The key of this installation: made on the first start, readable by its owner only. */
function ownKey(dataDir: string): string {
  try {
    const made = randomBytes(32).toString('base64url')
    writeFileSync(keyFile(dataDir), made, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EEXIST' && code !== 'EISDIR') throw error
  }
  return keptKey(dataDir)!
}

/** Everything may be kept elsewhere. */
export function usesDataDir({ APP_KEY, DATABASE_URL, STORAGE_URL, SMTP_URL }: Settings): boolean {
  return !(APP_KEY && DATABASE_URL && STORAGE_URL && SMTP_URL)
}

/** Reads and completes the settings; makes what is missing, unless it was there before. @throws DatabaseRefused, SettingsError */
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
    APP_KEY: settings.APP_KEY ?? ownKey(settings.DATA_DIR),
  }
}

/**
 * The same for who works on copies of an installation: neither folder nor key is made where there is none.
 * @returns the settings, with a key for nothing where none is kept
 */
export function settingsAsTheyAre(source: Record<string, string | undefined>): CompleteSettings {
  const settings = readSettings(source)
  return {
    ...settings,
    APP_URL: settings.APP_URL ?? `http://localhost:${settings.PORT}`,
    APP_KEY:
      settings.APP_KEY ?? keptKey(settings.DATA_DIR) ?? randomBytes(32).toString('base64url'),
  }
}

/** Whether the settings lead to a key that somebody gave or a start has made. */
export function hasKey(source: Record<string, string | undefined>): boolean {
  const { APP_KEY, DATA_DIR } = readSettings(source)
  return APP_KEY !== undefined || keptKey(DATA_DIR) !== undefined
}
