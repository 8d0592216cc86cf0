import { createRequire } from 'node:module'
import { databaseFault, OutcomeUnknown } from '../faults.js'

const require = createRequire(import.meta.url)

/** The part of a Knex transaction that is used here. */
interface KnexTransaction {
  trxClient: { query(connection: unknown, sql: string): Promise<{ response?: unknown }> }
  txid: string
  _completed: boolean
  _resolver(value: unknown): void
}

/** PostgreSQL answered COMMIT with ROLLBACK because an earlier statement had failed. */
class RolledBack extends Error {
  override name = 'RolledBack'
}

/**
 * Patch for migrations, which Lucid runs in Knex transactions; the application has its own
 * (open_transaction.ts). Knex treats a failed COMMIT as a success and hides the error. This patch throws the
 * error to the caller. The transaction then counts as still open, so that the following rollback is sent.
 * SQLite keeps a transaction open when its commit finds no space.
 */
export function patchKnexCommit(): void {
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
  // Send nothing after COMMIT, because it would run outside the transaction.
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

/** The connection broke after COMMIT was sent: the server may have committed. */
function unanswered(error: unknown): boolean {
  const neverSent = error instanceof Error && error.message.endsWith('is not queryable')
  return databaseFault(error) === 'away' && !neverSent
}

/** The command that PostgreSQL reports as done. */
function commandOf(response: unknown): string | undefined {
  return (response as { command?: string } | undefined)?.command
}
