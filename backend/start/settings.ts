import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  makeDataDir,
  readSettings,
  type CompleteSettings,
  type Settings,
} from '@crossdock/kernel/settings'

/** The key of this installation: made on the first start, readable by its owner only. */
function keptKey(dataDir: string): string {
  const file = join(dataDir, 'app.key')
  try {
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFileSync(file, 'utf8').trim()
}

/** Everything may be kept elsewhere. */
function usesDataDir({ APP_KEY, DATABASE_URL, STORAGE_URL, SMTP_URL }: Settings): boolean {
  return !(APP_KEY && DATABASE_URL && STORAGE_URL && SMTP_URL)
}

/** Reads and completes the settings. @throws SettingsError naming what is wrong. */
export function completeSettings(source: Record<string, string | undefined>): CompleteSettings {
  const settings = readSettings(source)
  if (usesDataDir(settings)) makeDataDir(settings.DATA_DIR)
  return {
    ...settings,
    APP_URL: settings.APP_URL ?? `http://localhost:${settings.PORT}`,
    APP_KEY: settings.APP_KEY ?? keptKey(settings.DATA_DIR),
  }
}
