import { clock } from '../ground/clock.js'
import { perApplication } from '../ground/application.js'
import { Problem } from '../ground/problem.js'
import { text, type Text } from '../ground/text.js'
import { isOutdated } from './drivers/named_statements.js'

/**
 * A fault of the database itself, not of a statement. It is full or read-only, unreachable, or busy with the
 * same rows. Nothing was stored, and a retry may succeed.
 */
export type DatabaseFault = 'full' | 'away' | 'busy'

/** Seconds until a caller may retry. */
const retryAfter = { away: '2', busy: '1' }

interface CodedError extends Error {
  code?: string
  /** PostgreSQL only. FATAL and PANIC end the connection. */
  severity?: string
  /** The failed system call of a network error. */
  syscall?: string
}

const noRoomLeft = /^(53100|SQLITE_FULL|ENOSPC|EDQUOT)$/
/** The disk is full or read-only; SQLite does not report which. The server opens no file without write permission. */
const notWritten = /^(SQLITE_IOERR(_(WRITE|TRUNCATE|SHM\w+))?|SQLITE_READONLY(_\w+)?|EROFS)$/
const busy = /^(40001|40P01|55P03|57014|53\w{3}|SQLITE_(BUSY|LOCKED|PROTOCOL)(_\w+)?)$/
/** Codes of a lost connection. 25006: after a failover, the connection leads to a database that is now read-only. */
const lostCode = /^(08\w{3}|57P\d\d|25006|SQLITE_CANTOPEN(_\w+)?)$/
const network = new Set(['connect', 'getaddrinfo', 'read', 'write'])
/**
 * Messages of driver errors without a code. The statement before the message is ignored. Only `transaction()`
 * completes a transaction, after its work, so an earlier end means that the connection was lost.
 */
const lostMessage =
  /(Transaction query already complete, run with DEBUG=knex:tx for more info|Connection terminated( unexpectedly| due to connection timeout)?|timeout expired|Query read timeout| is not queryable)$/

/** Classifies a database fault; undefined for an error in a statement. */
export function databaseFault(error: unknown): DatabaseFault | undefined {
  if (!(error instanceof Error)) return undefined
  const { code = '', severity, syscall, message } = error as CodedError
  if (noRoomLeft.test(code) || notWritten.test(code)) return 'full'
  if (severity === 'FATAL' || severity === 'PANIC' || lostCode.test(code)) return 'away'
  if (syscall && network.has(syscall) && /^E[A-Z_]+$/.test(code)) return 'away'
  if (!code && lostMessage.test(message)) return 'away'
  // All connections are in use, or a migration changed a table during this transaction.
  if (error.name === 'KnexTimeoutError' || isOutdated(error)) return 'busy'
  return busy.test(code) ? 'busy' : undefined
}

/** Whether the database failed, not the work: a retry may succeed. */
export function isPassing(error: unknown): boolean {
  return error instanceof OutcomeUnknown || databaseFault(error) !== undefined
}

/** When a write last failed because the disk was full. The small row of the health check may still fit then. */
export const fullness = perApplication(() => ({ at: -Infinity, noRoom: true }))

function noteFull(error: unknown): void {
  Object.assign(fullness(), { at: clock.ticks(), noRoom: isNoRoom(error) })
}

/** Whether a `full` fault can only mean a lack of space. */
export const isNoRoom = (error: unknown): boolean =>
  noRoomLeft.test((error as CodedError).code ?? '')

/**
 * Runs an optional write during a read, such as counting a visit. If nothing can be written, the read continues
 * without it.
 * @returns undefined in that case
 */
export async function ifWritable<T>(write: () => Promise<T>): Promise<T | undefined> {
  try {
    return await write()
  } catch (error) {
    const cause = error instanceof OutcomeUnknown ? error.cause : error
    if (databaseFault(cause) !== 'full') throw error
    noteFull(cause)
    return undefined
  }
}

/** Returns the Problem for a database fault; undefined for other errors. */
export function faultProblem(error: unknown): Problem | undefined {
  switch (databaseFault(error)) {
    case 'full':
      noteFull(error)
      return new Problem(507, 'E_NO_ROOM', isNoRoom(error) ? noRoom : unwritable, { cause: error })
    case 'away':
      return unavailable('E_DATABASE_AWAY', away, retryAfter.away, error)
    case 'busy':
      return unavailable('E_DATABASE_BUSY', contended, retryAfter.busy, error)
    default:
      return undefined
  }
}

const noRoom = text(
  'There is no room left in the database of this server. Nothing was stored. Ask its operator to make room.'
)
const unwritable = text(
  'The database of this server cannot be written: its disk is full, or can only be read. Nothing was stored. Ask its operator to look at it.'
)
const away = text(
  'The database of this server cannot be reached at the moment. Nothing was stored. Try again in a few seconds.'
)
const contended = text(
  'The database was too busy with other work, or with the same data. Nothing was stored. Try again.'
)

function unavailable(code: string, message: Text, seconds: string, cause: unknown): Problem {
  return new Problem(503, code, message, { headers: { 'retry-after': seconds }, cause })
}

/**
 * The result of a write is unknown: the connection broke during the commit, or the disk did not confirm it. Has
 * no Retry-After, because an automatic retry might do the work twice.
 */
export class OutcomeUnknown extends Problem {
  constructor(cause: unknown) {
    const full = databaseFault(cause) === 'full'
    const message = full
      ? text(
          'The database of this server cannot be written (its disk is full, or can only be read), so it is not known whether it was stored. Check before you repeat it.'
        )
      : text(
          'The database did not confirm the change, so it is not known whether it was stored. Check before you repeat it.'
        )
    super(full ? 507 : 503, 'E_OUTCOME_UNKNOWN', message, { cause })
  }
}
