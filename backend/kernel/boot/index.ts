export { databaseConfig } from '../database/config.js'
export { kernel } from './kernel_plugin.js'
export { claimDataDir, FolderInUse } from '../database/one_process.js'
export { assertDatabaseAnswers } from '../database/reachable.js'
