import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSettings, type CompleteSettings } from '@crossdock/kernel/settings'

/** The key of this installation: made on the first start, readable by its owner only. */
function keptKey(dataDir: string): string {
  const file = join(dataDir, 'app.key')
  mkdirSync(dataDir, { recursive: true })
  try {
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFileSync(file, 'utf8').trim()
}

/** Reads and completes the settings. @throws SettingsError naming what is wrong. */
export function completeSettings(source: Record<string, string | undefined>): CompleteSettings {
  const settings = readSettings(source)
  return {
    ...settings,
    APP_URL: settings.APP_URL ?? `http://localhost:${settings.PORT}`,
    APP_KEY: settings.APP_KEY ?? keptKey(settings.DATA_DIR),
  }
}
