import { askDriver, type Connection } from './driver.js'
import { isPassing } from './faults.js'
import { commitOn, OpenTransaction, RolledBack, undo, type Ending } from './open_transaction.js'
import type { Pool } from './pool.js'

/** Whoever is done waits for those behind it: no longer than these take. */
const mostTogether = 16

/** Somebody who wants to begin. */
type Waiting = PromiseWithResolvers<OpenTransaction>

/** The end of one transaction among several that are committed together. */
class Member implements Ending {
  /** Its work is in the transaction of all. */
  isDone = false
  /** Undefined once its work is done, else why it failed. */
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
 * SQLite writes each page a commit has changed to its log, and those of tables and indexes at whose end everybody writes
 * are the same for all. So transactions that wait for one another are committed together, each in a savepoint of its own:
 * one that fails is undone alone. Nobody is told before the commit that holds all of them.
 * https://sqlite.org/lang_savepoint.html
 */
export class SharedCommits {
  readonly #waiting: Waiting[] = []
  #runs = false

  constructor(private readonly pool: Pool) {}

  /** A transaction, as soon as it is its turn. */
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
        // The database cannot be written to: nobody who waits can begin.
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

  /** Works those who wait, one after the other, and commits them. */
  async #together(connection: Connection): Promise<void> {
    const most = canShare(connection) ? mostTogether : 1
    const members: Member[] = []
    const tell = (error?: unknown) => {
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
      return tell(error)
    }
    try {
      await commitOn(this.pool, connection)
    } catch (error) {
      const several = members.filter(({ isDone }) => isDone).length > 1
      return tell(several && !isPassing(error) ? new RefusedTogether(error) : error)
    }
    tell()
  }

  /** Lets the next one work. @throws when the transaction of all cannot go on */
  async #turn(connection: Connection, members: Member[], place: 'first' | 'later'): Promise<void> {
    if (place === 'later') await askDriver(connection, 'savepoint member', [])
    const member = new Member()
    this.#waiting.shift()!.resolve(new OpenTransaction(this.pool, connection, member))
    const failure = await member.worked.promise
    if (failure && place === 'first') {
      member.ended.resolve()
      throw failure.cause
    }
    // One that failed may have met what another has written: whether that stands is known after the commit.
    members.push(member)
    if (failure) await takeBack(connection, failure.cause)
    else if (!stands(connection)) throw new RolledBack()
    member.isDone = !failure
    if (place === 'later') await askDriver(connection, 'release savepoint member', [])
  }
}

/**
 * Only better-sqlite3 says whether the transaction still stands. SQLite ends one by itself after some errors; a savepoint
 * would then begin another, and those before would be told of a commit that is not theirs.
 */
const canShare = (connection: Connection) => 'inTransaction' in connection
const stands = (connection: Connection) =>
  !('inTransaction' in connection) || connection.inTransaction

/** @throws when there is nothing any more that could be taken back */
async function takeBack(connection: Connection, cause: unknown): Promise<void> {
  try {
    await askDriver(connection, 'rollback to savepoint member', [])
  } catch (error) {
    // SQLite has ended the transaction itself: the first error says why.
    throw isPassing(cause) ? cause : error
  }
}

/**
 * What one of them had left to be checked at the commit (a deferred foreign key of a plugin) does not hold. Nobody knows
 * whose it was; each tries again, and alone it is told.
 */
class RefusedTogether extends Error {
  override name = 'RefusedTogether'
  readonly code = 'SQLITE_BUSY_TOGETHER'

  constructor(cause: unknown) {
    super('Transactions that were committed together were refused; nothing was stored.', { cause })
  }
}
