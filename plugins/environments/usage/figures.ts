import { countersByTenant } from '@crossdock/kernel/counters'
import { ledger } from '@crossdock/kernel/ledger'
import type { EnvironmentName } from '../contracts/index.js'

/** What an environment has used, as its answer shows it. */
export interface Figures {
  /** This month, as the ledger has it: what decides is what is shown. */
  apiCallsUsed: number
  storageUsedGB: number
}

const GB = 1024 ** 3

/** Bytes as people read them. */
export const inGB = (bytes: number): number => Math.round((bytes / GB) * 100) / 100

interface Environment {
  id: string
  tenantId: string
  name: EnvironmentName
}

/** What environments have used: two questions for all of them. Inside of their tenant, or as operator. */
export async function figuresOf(
  environments: readonly Environment[]
): Promise<(environment: Environment) => Figures> {
  const places = environments.map(({ id, tenantId }) => ({ environmentId: id, tenantId }))
  const calls = await ledger.use().usedOfWindows('apiCallsPerMonth', places)
  const tenants = [...new Set(places.map(({ tenantId }) => tenantId))]
  const stored = await countersByTenant('storage.chunks', tenants)
  return ({ id, tenantId, name }) => {
    // Files are the tenant's, and count where its `production` works.
    const bytes = name === 'production' ? (stored.get(tenantId)?.total ?? 0) : 0
    return { apiCallsUsed: calls.get(id) ?? 0, storageUsedGB: inGB(bytes) }
  }
}
