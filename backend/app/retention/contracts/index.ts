export { deleteOldest } from './delete_oldest.js'
export { keptRecords, type KeptRecords } from './kept_records.js'
export {
  keptEnvironments,
  type KeptEnvironment,
  type KeptEnvironments,
} from './kept_environments.js'
export { retentionPeriods, type RetentionPeriods } from './retention_periods.js'
export { retentionRead, retentionWrite } from './permissions.js'
