export {
  afterCommit,
  attempt,
  dialect,
  isDatabaseError,
  isUniqueViolation,
  transaction,
  unscoped,
  type Attempted,
} from './database.js'
export { databaseFault, isPassing, OutcomeUnknown, type DatabaseFault } from './faults.js'
export { booleanColumn, instantColumn, jsonColumn } from './columns.js'
export { Schema } from './schema.js'
export { newId, randomId } from './ids.js'
export { now } from './clock.js'
