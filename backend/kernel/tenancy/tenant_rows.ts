import { now } from '../database/rows/clock.js'
import { insertRows } from '../database/rows/insert_rows.js'
import {
  insertRow,
  selectRows,
  updateRows,
  type RowLock,
  type RowValues,
} from '../database/rows/kept_rows.js'
import { currentTenantId } from '../ground/context.js'
import { isEnvironmentOwned, refuseOther } from './environment_tables.js'
import { scopeOfRead } from './model_scope.js'
import { ofContext } from './tenant_table.js'

/** Values of the context's own rows: the caller must not name a tenant. */
type OwnValues = RowValues & { tenant_id?: never }

/**
 * Plain rows (snake_case, no models) of a tenant-owned table by prepared statements, for code that runs
 * thousands of times a second. As with models, the context's tenant, and its environment if rows belong to one,
 * are part of every statement, but without the cost of Lucid. Use models where people read and change rows.
 */
export function tenantRows(table: string) {
  return {
    /**
     * Inserts a row, and adds `id` and `created_at` if missing.
     * @returns its id
     */
    async insert(values: OwnValues): Promise<string> {
      const row = await ofContext(table, values, now())
      await insertRow(table, row)
      return String(row.id)
    },

    /** As `insert`, for many rows with the same columns in few statements: all or none. */
    async insertAll(rows: readonly OwnValues[]): Promise<void> {
      const createdAt = now()
      const complete: RowValues[] = []
      for (const values of rows) complete.push(await ofContext(table, values, createdAt))
      await insertRows(table, complete)
    },

    /**
     * Updates the tenant's rows whose columns equal those of `where`.
     * @returns their number
     */
    update(where: OwnValues, values: OwnValues): Promise<number> {
      if ('tenant_id' in values) throw new Error(`${table}: a row stays with its tenant.`)
      if ('environment_id' in values && isEnvironmentOwned(table)) refuseOther(table)
      return updateRows(table, own(table, where), values)
    },

    /**
     * The tenant's rows whose columns equal those of `where`; all columns unless some are named.
     * @param lock row lock until the end of the transaction
     */
    find<Row = Record<string, unknown>>(
      where: OwnValues,
      columns?: readonly (keyof Row & string)[],
      lock?: RowLock
    ): Promise<Row[]> {
      return selectRows<Row>(table, own(table, where), columns, lock)
    },
  }
}

/**
 * The scope comes last, so that the caller cannot override it.
 * @throws outside any tenant, also in operator scope
 */
function own(table: string, where: RowValues): RowValues {
  currentTenantId()
  return { ...where, ...scopeOfRead(table) }
}
