import { service } from '../ground/service.js'
import type { AllowedRange } from './addresses.js'

/**
 * Private ranges that the operator has allowed for single tenants. The part that stores external systems
 * provides it.
 */
export interface EgressAllowances {
  /** The ranges allowed for a tenant and, if a system is named, for that system. */
  of(tenantId: string, systemId: string | null): Promise<AllowedRange[]>
}

export const egressAllowances = service<EgressAllowances>('kernel.egressAllowances')
