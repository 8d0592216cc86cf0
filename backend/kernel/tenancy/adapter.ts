import { Adapter } from '@adonisjs/lucid/orm'
import type {
  LucidModel,
  LucidRow,
  ModelAdapterOptions,
  ModelObject,
} from '@adonisjs/lucid/types/model'
import { now } from '../database/rows/clock.js'
import { databaseManager, unscoped } from '../database/database.js'
import { newId } from '../database/rows/ids.js'
import { insertRows } from '../database/rows/insert_rows.js'
import { insertRow, updateRows, type RowValues } from '../database/rows/kept_rows.js'
import { currentContext, currentTenantId } from '../ground/context.js'
import { environmentOfNew, isEnvironmentOwned, refuseOther } from './environment_tables.js'
import { assertOperator, scopeOfRead, scopeToTenant } from './model_scope.js'

export function isTenantOwned(model: LucidModel): boolean {
  return 'tenantOwned' in model && model.tenantOwned === true
}

function refuseForeignRow(table: string): never {
  throw new Error(`${table}: a row of another tenant cannot be written in this context.`)
}

/** Completes a new row with the required columns. @throws for a row of another tenant or environment */
async function completeRow(row: LucidRow, attributes: ModelObject): Promise<void> {
  const model = row.constructor as LucidModel
  assertOperator(model)
  const fill = (attribute: string, column: string, value: () => unknown) => {
    if (!model.$hasColumn(attribute) || (attributes[column] ?? null) !== null) return
    attributes[column] = value()
    row.$attributes[attribute] = attributes[column]
  }
  fill('id', 'id', newId)
  fill('createdAt', 'created_at', now)
  fill('updatedAt', 'updated_at', now)
  if (isTenantOwned(model) && !currentContext().operator) {
    fill('tenantId', 'tenant_id', currentTenantId)
    if (attributes.tenant_id !== currentTenantId()) refuseForeignRow(model.table)
  }
  if (!isEnvironmentOwned(model.table)) return
  const { environment_id: given, tenant_id: tenantId } = attributes
  const environmentId = await environmentOfNew(model.table, given, String(tenantId))
  attributes.environment_id = row.$attributes.environmentId = environmentId
}

/** Columns without a value: the table fills them with null or their default. */
function columnsWithoutValue(row: LucidRow, attributes: ModelObject): string[] {
  const model = row.constructor as LucidModel
  const columns = [...model.$columnsDefinitions.values()].map(({ columnName }) => columnName)
  return columns.filter((column) => attributes[column] === undefined)
}

/**
 * Saves many new rows of one model in few statements, with the completion and the checks of `save()`. Hooks do
 * not run. Either all rows are stored or none. Columns that only some rows set are null in the others.
 */
export async function insertAll(rows: readonly LucidRow[]): Promise<void> {
  const [first] = rows
  if (!first) return
  const prepared: ModelObject[] = []
  for (const row of rows) {
    const attributes = (row as unknown as Preparing).prepareForAdapter(row.$attributes)
    await completeRow(row, attributes)
    prepared.push(attributes)
  }
  const columns = [...new Set(prepared.flatMap((attributes) => Object.keys(attributes)))]
  const values = prepared.map((attributes) =>
    Object.fromEntries(columns.map((column) => [column, attributes[column] ?? null]))
  )
  await insertRows((first.constructor as LucidModel).table, values)
  for (const row of rows) {
    row.$hydrateOriginals()
    row.$isPersisted = true
  }
}

/** An internal method of Lucid: attributes as the columns store them. */
interface Preparing {
  prepareForAdapter(attributes: ModelObject): ModelObject
}

/**
 * Connects Lucid's models to the database. Every static query (find, all, paginate, updateOrCreate, …) is built
 * here, in the context's transaction and, for tenant-owned models, in its tenant and environment. New rows get
 * ids, tenant, environment and times here, and values that the table sets are read back: a new row is as
 * complete as one that was read. Models belong to the process, so this adapter stays with them and finds the
 * database of the current application each time.
 */
export class TenantAdapter extends Adapter {
  constructor() {
    super(undefined as never)
  }

  override modelConstructorClient(_model: LucidModel, options?: ModelAdapterOptions) {
    if (options?.client) return options.client
    if (options?.connection) return databaseManager().connection(options.connection)
    return unscoped()
  }

  override query(model: LucidModel, options?: ModelAdapterOptions) {
    assertOperator(model)
    const query = super.query(model, options)
    if (isTenantOwned(model)) scopeToTenant(query, model.table)
    return query
  }

  /** Uses the current transaction, not the one that read the row, which may be over. */
  override modelClient(row: LucidRow) {
    return this.modelConstructorClient(row.constructor as LucidModel)
  }

  override async insert(row: LucidRow, attributes: ModelObject): Promise<void> {
    await completeRow(row, attributes)
    const { table } = row.constructor as LucidModel
    const open = columnsWithoutValue(row, attributes)
    const stored = await insertRow(table, attributes as RowValues, open)
    if (stored) row.$consumeAdapterResult(stored)
  }

  override async update(row: LucidRow, dirty: ModelObject): Promise<void> {
    const model = row.constructor as LucidModel
    assertOperator(model)
    if (isTenantOwned(model) && dirty.tenant_id !== undefined) refuseForeignRow(model.table)
    if (isEnvironmentOwned(model.table) && dirty.environment_id !== undefined) {
      refuseOther(model.table)
    }
    if (model.$hasColumn('updatedAt') && dirty.updated_at === undefined) {
      dirty.updated_at = now()
      row.$attributes.updatedAt = dirty.updated_at
    }
    const id = row.$primaryKeyValue as string
    const scope = isTenantOwned(model) ? scopeOfRead(model.table) : {}
    await updateRows(model.table, { id, ...scope }, dirty as RowValues)
  }
}
