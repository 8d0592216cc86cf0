import { parseRange, type AllowedRange, type EgressAllowances } from '@crossdock/kernel/egress'
import { paginate, type ListDefinition, type ListRequest } from '@crossdock/kernel/lists'
import { asOperator, inTenant, tenantRows } from '@crossdock/kernel/tenancy'
import { EgressAllowance } from '../models/egress_allowance.js'
import { showAllowance } from '../transformers/egress_allowance.js'

export const allowanceList: ListDefinition = {
  resource: 'egress-allowances',
  filters: { tenantId: 'id', systemId: 'id' },
  sorts: { createdAt: 'created_at' },
  defaultSort: ['createdAt', 'desc'],
}

/** Returns the allowances of all tenants, for the super administrator. */
export async function listAllowances(list: ListRequest) {
  const page = await asOperator('the operator manages allowances of all tenants', () =>
    paginate(EgressAllowance.query(), allowanceList, list)
  )
  return page.map(showAllowance)
}

interface Row {
  network: string
  port: number | null
  system_id: string | null
}

/** Allowances are read for every call, so a withdrawal takes effect immediately in every process. */
export const allowances: EgressAllowances = {
  of: (tenantId, systemId) =>
    inTenant(tenantId, async () => {
      const rows = await tenantRows(EgressAllowance.table).find<Row>({}, [
        'network',
        'port',
        'system_id',
      ])
      return rows.flatMap(({ network, port, system_id: only }): AllowedRange[] => {
        if (only !== null && only !== systemId) return []
        const range = parseRange(network)
        if (!range) return []
        return [port === null ? range : { ...range, port }]
      })
    }),
}
