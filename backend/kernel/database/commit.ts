import { createRequire } from 'node:module'
import { databaseFault, OutcomeUnknown } from './faults.js'

const require = createRequire(import.meta.url)

/** What is used of a Knex transaction. */
interface KnexTransaction {
  trxClient: { query(connection: unknown, sql: string): Promise<{ response?: unknown }> }
  txid: string
  _completed: boolean
  _resolver(value: unknown): void
}

/** A statement in the transaction had failed, so PostgreSQL answered COMMIT by rolling back. */
class RolledBack extends Error {
  override name = 'RolledBack'
}

/**
 * For migrations, which Lucid runs in transactions of Knex; what the application does has its own (open_transaction.ts).
 * Knex takes a COMMIT that failed for one that worked: it keeps the error to itself. Here it is
 * thrown to whoever commits. The transaction then counts as open still, so that the rollback that
 * follows is sent: SQLite keeps it open when a commit finds no room.
 */
export function ownCommit(): void {
  const { prototype } = require('knex/lib/execution/transaction.js')
  prototype.commit = function (this: KnexTransaction, connection: unknown, value: unknown) {
    return end(this, connection, 'COMMIT;', value).catch((error: unknown) => {
      throw unanswered(error) ? new OutcomeUnknown(error) : error
    })
  }
  prototype.release = function (this: KnexTransaction, connection: unknown, value: unknown) {
    return end(this, connection, `RELEASE SAVEPOINT ${this.txid};`, value)
  }
}

async function end(
  transaction: KnexTransaction,
  connection: unknown,
  statement: string,
  value: unknown
): Promise<void> {
  const sent = transaction.trxClient.query(connection, statement)
  // Nothing may be sent behind it: it would stand outside the transaction.
  transaction._completed = true
  try {
    const { response } = await sent
    if (commandOf(response) === 'ROLLBACK') {
      throw new RolledBack('A failed statement had ended the transaction; nothing was stored.')
    }
  } catch (error) {
    transaction._completed = false
    throw error
  }
  transaction._resolver(value)
}

/** The connection broke after COMMIT was sent: the server may have carried it out. */
function unanswered(error: unknown): boolean {
  const neverSent = error instanceof Error && error.message.endsWith('is not queryable')
  return databaseFault(error) === 'away' && !neverSent
}

/** What PostgreSQL says it has done. */
function commandOf(response: unknown): string | undefined {
  return (response as { command?: string } | undefined)?.command
}
