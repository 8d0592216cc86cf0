import { service } from '../ground/service.js'
import type { Settings } from './settings.js'

export { folderFaults, makeDataDir, makingFault } from './data_dir.js'
export { storedKey, keyFault, keyFile, minKeyLength } from './key_file.js'
export { readStorageUrl, type StorageLocation } from './storage_url.js'
export { readSettings, variables, SettingsError, type Settings } from './settings.js'

/** The settings of the running application, complete (APP_URL and APP_KEY filled in). */
export interface CompleteSettings extends Settings {
  APP_URL: string
  APP_KEY: string
}

export const settings = service<CompleteSettings>('kernel.settings')
