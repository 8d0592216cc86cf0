import { askDriver, type Connection } from '../drivers/driver.js'
import { isPassing } from '../faults.js'
import {
  commitOn,
  OpenTransaction,
  RolledBack,
  undo,
  type ConnectionSource,
  type Ending,
} from './open_transaction.js'

/** Maximum number of members. The first one waits for all others before its commit, and this limits the wait. */
const mostTogether = 16

/** A caller that waits to begin. */
type Waiting = PromiseWithResolvers<OpenTransaction>

/** The end of one transaction among several that are committed together. */
class Member implements Ending {
  /** Whether its work is part of the shared transaction. */
  isDone = false
  /** Resolves with undefined after successful work, else with the error. */
  readonly worked = Promise.withResolvers<{ cause: unknown } | undefined>()
  readonly ended = Promise.withResolvers<void>()

  commit(): Promise<void> {
    this.worked.resolve(undefined)
    return this.ended.promise
  }

  rollback(cause: unknown): Promise<void> {
    this.worked.resolve({ cause })
    return this.ended.promise
  }
}

/**
 * Commits waiting transactions together. On each commit, SQLite writes every changed page to its log, and
 * concurrent writers change the same last pages of tables and indexes. Each transaction has a savepoint of its
 * own, so a failed one is undone separately. Callers get their result only after the shared commit
 * (https://sqlite.org/lang_savepoint.html).
 */
export class SharedCommits {
  readonly #waiting: Waiting[] = []
  #runs = false

  constructor(private readonly pool: ConnectionSource) {}

  /** Resolves with a transaction when it is the caller's turn. */
  begin(): Promise<OpenTransaction> {
    const turn = Promise.withResolvers<OpenTransaction>()
    this.#waiting.push(turn)
    if (!this.#runs) void this.#run()
    return turn.promise
  }

  async #run(): Promise<void> {
    this.#runs = true
    while (this.#waiting.length > 0) {
      try {
        await this.#together(await this.#open())
      } catch (error) {
        // The database cannot be written, so no waiting caller can begin either.
        for (const { reject } of this.#waiting.splice(0)) reject(error)
      }
    }
    this.#runs = false
  }

  async #open(): Promise<Connection> {
    const connection = await this.pool.take()
    try {
      await askDriver(connection, 'begin immediate', [])
      return connection
    } catch (error) {
      await undo(this.pool, connection)
      throw error
    }
  }

  /** Runs waiting transactions one after the other and commits them together. */
  async #together(connection: Connection): Promise<void> {
    const most = canShare(connection) ? mostTogether : 1
    const members: Member[] = []
    const settle = (error?: unknown) => {
      for (const { ended } of members) {
        if (error) ended.reject(error)
        else ended.resolve()
      }
    }
    try {
      await this.#turn(connection, members, 'first')
      for (let turn = 1; turn < most && this.#waiting.length > 0; turn++) {
        await this.#turn(connection, members, 'later')
      }
    } catch (error) {
      await undo(this.pool, connection)
      return settle(error)
    }
    try {
      await commitOn(this.pool, connection)
    } catch (error) {
      const several = members.filter(({ isDone }) => isDone).length > 1
      return settle(several && !isPassing(error) ? new RefusedTogether(error) : error)
    }
    settle()
  }

  /**
   * Runs the next transaction.
   * @throws when the shared transaction cannot continue
   */
  async #turn(connection: Connection, members: Member[], place: 'first' | 'later'): Promise<void> {
    if (place === 'later') await askDriver(connection, 'savepoint member', [])
    const member = new Member()
    this.#waiting.shift()!.resolve(new OpenTransaction(this.pool, connection, member))
    const failure = await member.worked.promise
    if (failure && place === 'first') {
      member.ended.resolve()
      throw failure.cause
    }
    // Keep a failed member: it may have read another member's writes, and only the commit shows whether they
    // remain.
    members.push(member)
    if (failure) await takeBack(connection, failure.cause)
    else if (!isStillOpen(connection)) throw new RolledBack()
    member.isDone = !failure
    if (place === 'later') await askDriver(connection, 'release savepoint member', [])
  }
}

/**
 * Whether transactions on this connection can be shared. Only better-sqlite3 reports whether the transaction is
 * still open. SQLite ends it after some errors. A savepoint would then start another one, and earlier members
 * would get the result of the wrong commit.
 */
const canShare = (connection: Connection) => 'inTransaction' in connection
const isStillOpen = (connection: Connection) =>
  !('inTransaction' in connection) || connection.inTransaction

/**
 * Undoes the work of one member.
 * @throws when the transaction is gone, so nothing can be rolled back
 */
async function takeBack(connection: Connection, cause: unknown): Promise<void> {
  try {
    await askDriver(connection, 'rollback to savepoint member', [])
  } catch (error) {
    // SQLite has ended the transaction. The first error contains the reason.
    throw isPassing(cause) ? cause : error
  }
}

/**
 * A deferred check of one member, such as a plugin's foreign key, failed at the commit. It is unknown which
 * member caused this, so each retries. Alone, the one that fails gets its error.
 */
class RefusedTogether extends Error {
  override name = 'RefusedTogether'
  readonly code = 'SQLITE_BUSY_TOGETHER'

  constructor(cause: unknown) {
    super('Transactions that were committed together were refused; nothing was stored.', { cause })
  }
}
