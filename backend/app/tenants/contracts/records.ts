import { extensionPoint } from '@crossdock/kernel/plugin'

/** What the operator keeps of a tenant that is deleted: all else of it goes. */
export interface TenantRecord {
  /** Its tables, whose rows of the tenant stay. */
  tables: readonly string[]
  /** Why they do. */
  reason: string
  /**
   * Whether all has been taken down that the deletion is about to take away; it waits as long as not. Runs in operator scope,
   * when the tenant is closed for good.
   */
  isWritten(tenantId: string): Promise<boolean>
}

export const tenantRecords = extensionPoint<TenantRecord>('tenants.records')
