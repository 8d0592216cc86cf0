export { DriverTrace, type Asked } from './driver_trace.js'
export {
  dropLeftDatabases,
  freshDatabase,
  testDatabase,
  type FreshDatabase,
} from './fresh_database.js'
export { call, sessionOf, type CallOptions, type Caller, type Reply } from './http_client.js'
export { sessionAt, urlWith } from './postgres_session.js'
export { moment, soonMs } from './moments.js'
export { isProving, isWholeMatrix, size } from './size.js'
export { until } from './until.js'
export { clocks, groupInEveryClock } from './clocks.js'
export { movedByTests as testClock } from '../ground/clock.js'
export { onSeen, notifySeen } from '../events/seen.js'
