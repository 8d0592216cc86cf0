export { freshDatabase, testDatabase, type FreshDatabase } from './fresh_database.js'
export { call, sessionOf, type CallOptions, type Caller, type Reply } from './http_client.js'
export { sessionAt, urlWith } from './postgres_session.js'
export { until } from './until.js'
