import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import type { Transaction } from '../ground/context.js'
import type { Answer, Connection, Value } from './driver.js'
import { askDriver } from './driver.js'
import { databaseFault, OutcomeUnknown } from './faults.js'
import type { Pool } from './pool.js'

/** The database had ended the transaction, as PostgreSQL does after a statement that failed. */
export class RolledBack extends Error {
  override name = 'RolledBack'

  constructor() {
    super('A failed statement had ended the transaction; nothing was stored.')
  }
}

/** How a transaction ends, alone or together with others (shared_commits.ts). */
export interface Ending {
  /**
   * Resolves when the database has confirmed it.
   * @throws when it did not: after a rollback if nothing was stored
   * @throws OutcomeUnknown when nobody answered
   */
  commit(): Promise<void>
  /** @param cause why */
  rollback(cause: unknown): Promise<void>
}

/**
 * A transaction on one connection of the pool. Knex's own is not used: it takes a COMMIT that failed for one that
 * worked, and costs more than the statements of a short one.
 */
export class OpenTransaction implements Transaction {
  #client: QueryClientContract | undefined
  #isOver = false

  constructor(
    private readonly pool: Pool,
    private readonly connection: Connection,
    private readonly ending: Ending = new Alone(pool, connection)
  ) {}

  /** @param begin the statements it begins with, which go to the database together */
  static async begin(pool: Pool, begin: string): Promise<OpenTransaction> {
    const transaction = new OpenTransaction(pool, await pool.take())
    try {
      await transaction.ask(begin)
    } catch (error) {
      // It may stand although what goes with BEGIN was refused.
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
    // Nothing may be sent behind it: it would stand outside the transaction.
    this.#isOver = true
    return this.ending.commit()
  }

  rollback(cause: unknown): Promise<void> {
    this.#isOver = true
    return this.ending.rollback(cause)
  }

  #assertOpen(): void {
    if (!this.#isOver) return
    throw new Error('The transaction is over: await what is asked inside of transaction().')
  }
}

class Alone implements Ending {
  constructor(
    private readonly pool: Pool,
    private readonly connection: Connection
  ) {}

  commit(): Promise<void> {
    return commitOn(this.pool, this.connection)
  }

  rollback(): Promise<void> {
    return undo(this.pool, this.connection)
  }
}

/** Commits and gives the connection back. @throws as `Ending.commit` */
export async function commitOn(pool: Pool, connection: Connection): Promise<void> {
  try {
    const { command } = await askDriver(connection, 'commit', [])
    if (command === 'ROLLBACK') throw new RolledBack()
  } catch (error) {
    // SQLite keeps it open when a commit finds no room.
    await undo(pool, connection)
    throw unanswered(error) ? new OutcomeUnknown(error) : error
  }
  pool.give(connection)
}

/** Gives the connection back; one that cannot say that it has left the transaction is not used again. */
export async function undo(pool: Pool, connection: Connection): Promise<void> {
  const broken = await askDriver(connection, 'rollback', []).then(
    () => undefined,
    (error: Error) => (isOver(error) ? undefined : error)
  )
  pool.give(connection, broken)
}

/** SQLite has ended it by itself (sqlite.org/lang_transaction.html, "Response To Errors Within A Transaction"). */
const isOver = ({ message }: Error) => message.endsWith('no transaction is active')

/** The connection broke after COMMIT was sent: the server may have carried it out. */
function unanswered(error: unknown): boolean {
  const neverSent = error instanceof Error && error.message.endsWith('is not queryable')
  return databaseFault(error) === 'away' && !neverSent
}
