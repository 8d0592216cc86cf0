import { service } from '../ground/service.js'
import type { AllowedRange } from './addresses.js'

/** Private ranges the operator has opened to single tenants; kept by whoever knows the systems. */
export interface EgressAllowances {
  /** What is open to a tenant as a whole and, when one is named, to that system of it. */
  of(tenantId: string, systemId: string | null): Promise<AllowedRange[]>
}

export const egressAllowances = service<EgressAllowances>('kernel.egressAllowances')
