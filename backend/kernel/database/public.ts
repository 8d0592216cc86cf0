// What plugins from outside may use, too: it keeps its promise from version to version.
export {
  afterCommit,
  attempt,
  dialect,
  isDatabaseError,
  isUniqueViolation,
  transaction,
  type Attempted,
} from './database.js'
export { countUpTo } from './count_up_to.js'
export { databaseFault, isPassing, OutcomeUnknown, type DatabaseFault } from './faults.js'
export { booleanColumn, instantColumn, jsonColumn } from './columns.js'
export { Schema } from './schema.js'
export { newId, randomId } from './ids.js'
export { clock } from '../ground/clock.js'
export { now } from './clock.js'
