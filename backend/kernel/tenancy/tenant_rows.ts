import { now } from '../database/clock.js'
import { insertRows } from '../database/insert_rows.js'
import {
  insertRow,
  selectRows,
  updateRows,
  type RowLock,
  type RowValues,
} from '../database/kept_rows.js'
import { currentTenantId } from '../ground/context.js'
import { isEnvironmentOwned, refuseOther } from './environment_tables.js'
import { scopeOfRead } from './model_scope.js'
import { ofContext } from './tenant_table.js'

/** What nobody says who asks for rows of the context's tenant. */
type OwnValues = RowValues & { tenant_id?: never }

/**
 * Plain rows (snake_case, no models) of a tenant-owned table by kept statements, for what runs thousands of times a
 * second. The context's tenant, and its environment where rows belong to one, are part of every statement, whatever the caller says: like a model's, and without Lucid's
 * price. Where people read and change, models do.
 */
export function tenantRows(table: string) {
  return {
    /** Inserts a row, with `id` and `created_at` where they are not given. @returns its id */
    async insert(values: OwnValues): Promise<string> {
      const row = await ofContext(table, values, now())
      await insertRow(table, row)
      return String(row.id)
    },

    /** As `insert`, many rows of the same columns in few statements: all of them or none. */
    async insertAll(rows: readonly OwnValues[]): Promise<void> {
      const createdAt = now()
      const whole: RowValues[] = []
      for (const values of rows) whole.push(await ofContext(table, values, createdAt))
      await insertRows(table, whole)
    },

    /** Changes the tenant's rows whose columns equal those of `where`. @returns how many there were */
    update(where: OwnValues, values: OwnValues): Promise<number> {
      if ('tenant_id' in values) throw new Error(`${table}: a row stays with its tenant.`)
      if ('environment_id' in values && isEnvironmentOwned(table)) refuseOther(table)
      return updateRows(table, own(table, where), values)
    },

    /**
     * The tenant's rows whose columns equal those of `where`; all columns when none are named.
     * @param lock in a transaction: what nobody else may do with them before it ends
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

/** The scope comes last: nothing the caller says stands against it. @throws outside of any tenant, in operator scope too */
function own(table: string, where: RowValues): RowValues {
  currentTenantId()
  return { ...where, ...scopeOfRead(table) }
}
