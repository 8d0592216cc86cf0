import type { Row } from '@crossdock/kernel/http'
import type { EgressAllowance } from '../models/egress_allowance.js'

export function showAllowance(allowance: Row<EgressAllowance>) {
  return {
    id: allowance.id,
    tenantId: allowance.tenantId,
    systemId: allowance.systemId ?? null,
    network: allowance.network,
    port: allowance.port ?? null,
    note: allowance.note ?? null,
    grantedBy: allowance.grantedBy ?? null,
    createdAt: allowance.createdAt,
  }
}
