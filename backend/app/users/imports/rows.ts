import { tenantTable } from '@crossdock/kernel/tenancy'
import type { Candidate, RowResult } from './check_rows.js'

/**
 * A row of a file with its result, as a plain object: for a hundred thousand rows, models would cost as much as the
 * database. Lists of rows use models (`UserImportRow`).
 */
export interface ImportRow extends Omit<Candidate, 'email'>, RowResult {
  line: number
  email: string | null
}

/** The part of a row that is needed to run it. */
export interface RowToRun extends Omit<ImportRow, 'field' | 'problem'> {
  id: string
}

/** The columns of a row, always all of them, because the rows of one statement must have the same columns. */
export const keptRow = (import_id: string, row: ImportRow) => ({
  import_id,
  line: row.line,
  email: row.email,
  role: row.role,
  is_active: row.isActive,
  first_name: row.firstName,
  last_name: row.lastName,
  outcome: row.outcome,
  field: row.field,
  changes: JSON.stringify(row.changes),
  problem: row.problem && JSON.stringify(row.problem),
})

interface Stored {
  id: string
  line: number
  outcome: RowResult['outcome']
  email: string | null
  first_name: string | null
  last_name: string | null
  role: string | null
  is_active: boolean | number | null
  changes: string | string[]
}

/** The rows after a line, in the order of the file. */
export async function rowsAfter(importId: string, line: number, most: number) {
  const rows = await tenantTable<Stored>('user_import_rows')
    .select('id', 'line', 'outcome', 'email', 'first_name', 'last_name', 'role', 'is_active')
    .select('changes')
    .where('import_id', importId)
    .where('line', '>', line)
    .orderBy('line')
    .orderBy('id')
    .limit(most)
  return rows.map(toRun)
}

const toRun = ({ first_name, last_name, is_active, changes, ...row }: Stored): RowToRun => ({
  ...row,
  firstName: first_name,
  lastName: last_name,
  isActive: is_active === null ? null : Boolean(is_active),
  // PostgreSQL's driver has parsed the JSON, SQLite's has not.
  changes: typeof changes === 'string' ? (JSON.parse(changes) as string[]) : changes,
})
