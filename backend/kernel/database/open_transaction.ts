import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import type { Transaction } from '../ground/context.js'
import type { Answer, Connection, Value } from './driver.js'
import { askDriver } from './driver.js'
import { databaseFault, OutcomeUnknown } from './faults.js'
import type { Pool } from './pool.js'

/** A statement in the transaction had failed, so PostgreSQL answered COMMIT by rolling back. */
class RolledBack extends Error {
  override name = 'RolledBack'
}

/**
 * A transaction on one connection of the pool. Knex's own is not used: it takes a COMMIT that failed for one that
 * worked, and costs more than the statements of a short one.
 */
export class OpenTransaction implements Transaction {
  #client: QueryClientContract | undefined
  #isOver = false

  private constructor(
    private readonly pool: Pool,
    private readonly connection: Connection
  ) {}

  /** @param begin the statements it begins with, which go to the database together */
  static async begin(pool: Pool, begin: string): Promise<OpenTransaction> {
    const transaction = new OpenTransaction(pool, await pool.take())
    try {
      await transaction.ask(begin)
    } catch (error) {
      // It may stand although what goes with BEGIN was refused.
      await transaction.rollback()
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

  /**
   * Resolves when the database has confirmed it.
   * @throws when it did not: after a rollback if nothing was stored
   * @throws OutcomeUnknown when nobody answered
   */
  async commit(): Promise<void> {
    // Nothing may be sent behind it: it would stand outside the transaction.
    this.#isOver = true
    try {
      const { command } = await askDriver(this.connection, 'commit', [])
      if (command === 'ROLLBACK') {
        throw new RolledBack('A failed statement had ended the transaction; nothing was stored.')
      }
    } catch (error) {
      // SQLite keeps it open when a commit finds no room.
      await this.#undo()
      throw unanswered(error) ? new OutcomeUnknown(error) : error
    }
    this.pool.give(this.connection)
  }

  async rollback(): Promise<void> {
    this.#isOver = true
    await this.#undo()
  }

  /** A connection that cannot say that it has left the transaction is not used again. */
  async #undo(): Promise<void> {
    const broken = await askDriver(this.connection, 'rollback', []).then(
      () => undefined,
      (error: Error) => (isOver(error) ? undefined : error)
    )
    this.pool.give(this.connection, broken)
  }

  #assertOpen(): void {
    if (!this.#isOver) return
    throw new Error('The transaction is over: await what is asked inside of transaction().')
  }
}

/** SQLite has ended it by itself (sqlite.org/lang_transaction.html, "Response To Errors Within A Transaction"). */
const isOver = ({ message }: Error) => message.endsWith('no transaction is active')

/** The connection broke after COMMIT was sent: the server may have carried it out. */
function unanswered(error: unknown): boolean {
  const neverSent = error instanceof Error && error.message.endsWith('is not queryable')
  return databaseFault(error) === 'away' && !neverSent
}
