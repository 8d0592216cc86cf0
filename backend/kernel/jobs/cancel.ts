import { afterCommit } from '../database/database.js'
import { announce } from './announce.js'
import { sql } from './sql.js'

/**
 * Takes a job away in the current transaction, whatever its state; a try in flight is aborted after
 * the commit and can write nothing more. False when there is no such job (any more).
 */
export async function cancelJob(id: string): Promise<boolean> {
  const gone = await sql('delete from jobs where id = ? returning id', [id])
  if (gone.length === 0) return false
  afterCommit(() => announce({ kind: 'cancelled', id }))
  return true
}
