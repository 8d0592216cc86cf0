import { service } from '@crossdock/kernel/plugin'

/** A private range that one tenant may reach. */
export interface EgressGrant {
  tenantId: string
  /** A CIDR or a single address. */
  network: string
  /** The allowed port; if absent, every port. */
  port?: number
  note?: string
}

/** Opens ranges to tenants, as the operator does with `POST /admin/egress-allowances`. */
export interface EgressGrants {
  /** @throws Problem 422 for an unknown tenant or an invalid range */
  open(grant: EgressGrant): Promise<void>
}

export const egressGrants = service<EgressGrants>('integrations.egressGrants')
