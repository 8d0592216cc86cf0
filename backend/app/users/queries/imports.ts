import { notFound } from '@crossdock/kernel/ground'
import {
  paginate,
  type ListDefinition,
  type ListRequest,
  type Page,
  type Row,
} from '@crossdock/kernel/lists'
import { outcomes, UserImportRow } from '../models/user_import_row.js'
import { UserImport } from '../models/user_import.js'

export const importRowList: ListDefinition = {
  resource: 'user-import-rows',
  filters: { outcome: outcomes },
  sorts: { line: 'line' },
  defaultSort: ['line', 'asc'],
}

/** @throws Problem 404 */
export async function findImport(id: string): Promise<UserImport> {
  const file = await UserImport.find(id)
  if (!file) throw notFound('There is no import with the id "{id}".', id)
  return file
}

/** The rows of an import with their results. @throws Problem 404 */
export async function listImportRows(
  id: string,
  list: ListRequest
): Promise<Page<Row<UserImportRow>>> {
  await findImport(id)
  return paginate(UserImportRow.query().where('import_id', id), importRowList, list)
}
