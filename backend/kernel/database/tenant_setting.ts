import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Context } from '../tenancy/context.js'

/** Name of the PostgreSQL setting the row-level security policies compare with. */
export const tenantSetting = 'app.tenant_id'
/** Value under which every tenant's rows are visible (only inside `asOperator`). */
export const everyTenant = '*'

/** What the setting must be for queries of this context; '' (nothing visible) outside any. */
export function settingFor(context: Context | undefined): string {
  if (!context) return ''
  return context.operator ? everyTenant : (context.tenantId ?? '')
}

/** Switches the setting of an open transaction for the time of `work`. */
export async function useTenantSetting<T>(
  trx: TransactionClientContract,
  outer: Context,
  inner: Context,
  work: () => Promise<T>
): Promise<T> {
  const before = settingFor(outer)
  const during = settingFor(inner)
  if (trx.dialect.name !== 'postgres' || before === during) return work()
  const set = (value: string) =>
    trx.rawQuery(`select set_config('${tenantSetting}', ?, false)`, [value])
  await set(during)
  try {
    return await work()
  } finally {
    // In a transaction PostgreSQL has aborted this fails, and the rollback restores the setting.
    await set(before).catch(() => undefined)
  }
}
