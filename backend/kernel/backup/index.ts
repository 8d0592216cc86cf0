export { makeBackup, type Installation, type OnProgress } from './make_backup.js'
export { restoreBackup, type Restored } from './restore_backup.js'
export { BackupRefused } from './refused.js'
export type { Manifest } from './manifest.js'
