import { extensionPoint } from '@crossdock/kernel/plugin'

/** Data of a deleted tenant that the operator keeps. All other data is deleted. */
export interface TenantRecord {
  /** Tables whose rows of the tenant stay. */
  tables: readonly string[]
  /** Why they stay. */
  reason: string
  /**
   * Whether the records are complete, so that the deletion may start; it waits until then. Runs in operator scope,
   * after the tenant was closed permanently.
   */
  isWritten(tenantId: string): Promise<boolean>
}

export const tenantRecords = extensionPoint<TenantRecord>('tenants.records')
