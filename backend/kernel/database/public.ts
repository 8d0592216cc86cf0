// The API for external plugins. It follows semantic versioning.
export {
  afterCommit,
  attempt,
  dialect,
  isUniqueViolation,
  transaction,
  type Attempted,
} from './database.js'
export { isDatabaseError } from '../ground/database_error.js'
export { countUpTo } from './rows/count_up_to.js'
export { databaseFault, isPassing, OutcomeUnknown, type DatabaseFault } from './faults.js'
export { booleanColumn, instantColumn, jsonColumn } from './rows/columns.js'
export { Schema } from './schema/schema.js'
export { newId, randomId } from './rows/ids.js'
export { clock } from '../ground/clock.js'
export { now } from './rows/clock.js'
