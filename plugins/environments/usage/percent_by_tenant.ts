import type { TenantFigure } from '@crossdock/backend/tenants'
import { TenantEnvironment } from '../models/tenant_environment.js'
import { figuresOf, type Figures } from './figures.js'

type Share = (environment: TenantEnvironment, used: Figures) => number

/** Returns the usage of a limit in whole percent: for each tenant, the highest value of its environments. */
const percent =
  (share: Share): TenantFigure =>
  async (tenantIds = []) => {
    const environments = await TenantEnvironment.query()
      .whereNull('deletedAt')
      .whereIn('tenantId', tenantIds)
    const used = await figuresOf(environments)
    const highest = new Map<string, number>()
    for (const environment of environments) {
      const part = Math.floor(share(environment, used(environment)) * 100)
      highest.set(environment.tenantId, Math.max(part, highest.get(environment.tenantId) ?? 0))
    }
    return highest
  }

const part = (used: number, limit: number) => (limit > 0 ? used / limit : 0)

export const apiCallsPercent = percent(({ apiCallsPerMonth }, { apiCallsUsed }) =>
  part(apiCallsUsed, apiCallsPerMonth)
)

export const storagePercent = percent(({ name, storageQuotaGB }, { storageUsedGB }) =>
  name === 'production' ? part(storageUsedGB, storageQuotaGB) : 0
)
