import { Cache } from '@crossdock/kernel/cache'
import { currentTenantId, tenantRows } from '@crossdock/kernel/tenancy'
import type { Environments } from '../contracts/index.js'
import { TenantEnvironment } from '../models/tenant_environment.js'

/** The net under the events: what was changed by hand is found out about after this long. */
const freshMs = 3_000

interface Row {
  is_active: boolean | number
  deleted_at?: unknown
}

/** By tenant and environment. */
const remembered = new Cache<boolean>({
  async load(key) {
    const id = key.slice(key.indexOf('/') + 1)
    const [row] = await tenantRows(TenantEnvironment.table).find<Row>({ id })
    return Boolean(row?.is_active) && (row?.deleted_at ?? null) === null
  },
  until: () => Date.now() + freshMs,
  drop: ({ targetType, targetId }) =>
    targetType === 'environment' ? (_, key) => key.endsWith(`/${targetId}`) : undefined,
})

export const active: Environments = {
  isActive: (id) => remembered.get(`${currentTenantId()}/${id}`),
}
