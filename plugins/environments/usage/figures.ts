import { countersByTenant } from '@crossdock/kernel/counters'
import { ledger } from '@crossdock/kernel/ledger'
import type { EnvironmentName } from '../contracts/index.js'

/** The usage of an environment as the API shows it. */
export interface Figures {
  /** The value of this month, which the limit check uses as well. */
  apiCallsUsed: number
  storageUsedGB: number
}

const GB = 1024 ** 3

/** Converts bytes into gigabytes, to the byte: two decimals would show a few megabytes as nothing. */
export const inGB = (bytes: number): number => Math.round((bytes / GB) * 1e9) / 1e9

interface Environment {
  id: string
  tenantId: string
  name: EnvironmentName
}

/** Returns usage of several environments in two queries. Runs in their tenant, or as operator. */
export async function figuresOf(
  environments: readonly Environment[]
): Promise<(environment: Environment) => Figures> {
  const places = environments.map(({ id, tenantId }) => ({ environmentId: id, tenantId }))
  const calls = await ledger.use().usedOfWindows('apiCallsPerMonth', places)
  const tenants = [...new Set(places.map(({ tenantId }) => tenantId))]
  const stored = await countersByTenant('storage.chunks', tenants)
  return ({ id, tenantId, name }) => {
    // Files belong to the tenant. Their bytes count towards `production`.
    const bytes = name === 'production' ? (stored.get(tenantId)?.total ?? 0) : 0
    return { apiCallsUsed: calls.get(id) ?? 0, storageUsedGB: inGB(bytes) }
  }
}
