import { testDatabase } from './fresh_database.js'

/** Whether this is a run of `npm run prove`, which tests everything at full size. */
export const isProving = process.env.PROVE === '1'

/**
 * Whether a matrix of requests runs at full size: on SQLite only. PostgreSQL takes ten times as long for the same
 * routes, and runs the smaller matrix of `npm test`.
 */
export const isWholeMatrix = isProving && testDatabase === 'sqlite'

/** The size of a test: `quick` in `npm test`, `full` in `npm run prove`. */
export const size = <T>({ quick, full }: { quick: T; full: T }): T => (isProving ? full : quick)
