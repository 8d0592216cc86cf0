import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import type { Transaction } from '../../ground/context.js'
import type { Answer, Connection, Value } from '../drivers/driver.js'
import { askDriver } from '../drivers/driver.js'
import { databaseFault, OutcomeUnknown } from '../faults.js'

/** The part of a pool that a transaction uses. */
export interface ConnectionSource {
  /** Takes a connection. The caller sets its scope and returns it with `give`. */
  take(): Promise<Connection>
  give(connection: Connection, broken?: Error): void
  clientOn(connection: Connection, assertOpen: () => void): QueryClientContract
}

/** The database had ended the transaction, as PostgreSQL does after a failed statement. */
export class RolledBack extends Error {
  override name = 'RolledBack'

  constructor() {
    super('A failed statement had ended the transaction; nothing was stored.')
  }
}

/** Ends a transaction, alone or together with others (shared_commits.ts). */
export interface Ending {
  /**
   * Resolves when the database has confirmed the commit.
   * @throws after a rollback if nothing was stored
   * @throws OutcomeUnknown when there was no answer
   */
  commit(): Promise<void>
  /** @param cause the error that is the reason for the rollback */
  rollback(cause: unknown): Promise<void>
}

/**
 * A transaction on one connection of the pool. Knex's own transaction is not used: it takes a failed COMMIT for
 * a success, and costs more than the statements of a short transaction.
 */
export class OpenTransaction implements Transaction {
  #client: QueryClientContract | undefined
  #isOver = false

  constructor(
    private readonly pool: ConnectionSource,
    private readonly connection: Connection,
    private readonly ending: Ending = new Alone(pool, connection)
  ) {}

  /** @param begin the opening statements, sent in one message */
  static async begin(pool: ConnectionSource, begin: string): Promise<OpenTransaction> {
    const transaction = new OpenTransaction(pool, await pool.take())
    try {
      await transaction.ask(begin)
    } catch (error) {
      // BEGIN may have succeeded although the next statement in the message was refused.
      await transaction.rollback(error)
      throw error
    }
    return transaction
  }

  get client(): QueryClientContract {
    return (this.#client ??= this.pool.clientOn(this.connection, () => this.#assertOpen()))
  }

  async ask(text: string, values: readonly Value[] = []): Promise<Answer> {
    this.#assertOpen()
    return askDriver(this.connection, text, values)
  }

  commit(): Promise<void> {
    // Send nothing after this, because it would run outside the transaction.
    this.#isOver = true
    return this.ending.commit()
  }

  rollback(cause: unknown): Promise<void> {
    this.#isOver = true
    return this.ending.rollback(cause)
  }

  #assertOpen(): void {
    if (!this.#isOver) return
    throw new Error('The transaction has ended: await every query inside transaction().')
  }
}

class Alone implements Ending {
  constructor(
    private readonly pool: ConnectionSource,
    private readonly connection: Connection
  ) {}

  commit(): Promise<void> {
    return commitOn(this.pool, this.connection)
  }

  rollback(): Promise<void> {
    return undo(this.pool, this.connection)
  }
}

/**
 * Commits and returns the connection.
 * @throws like `Ending.commit`
 */
export async function commitOn(pool: ConnectionSource, connection: Connection): Promise<void> {
  try {
    const { command } = await askDriver(connection, 'commit', [])
    if (command === 'ROLLBACK') throw new RolledBack()
  } catch (error) {
    // SQLite keeps the transaction open when a commit finds no space.
    await undo(pool, connection)
    throw unanswered(error) ? new OutcomeUnknown(error) : error
  }
  pool.give(connection)
}

/** Rolls back and returns the connection. A connection that cannot confirm the rollback is discarded. */
export async function undo(pool: ConnectionSource, connection: Connection): Promise<void> {
  const broken = await askDriver(connection, 'rollback', []).then(
    () => undefined,
    (error: Error) => (isOver(error) ? undefined : error)
  )
  pool.give(connection, broken)
}

/**
 * Whether SQLite had already ended the transaction (sqlite.org/lang_transaction.html, "Response To Errors
 * Within A Transaction").
 */
const isOver = ({ message }: Error) => message.endsWith('no transaction is active')

/** The connection broke after COMMIT was sent: the server may have committed. */
function unanswered(error: unknown): boolean {
  const neverSent = error instanceof Error && error.message.endsWith('is not queryable')
  return databaseFault(error) === 'away' && !neverSent
}
