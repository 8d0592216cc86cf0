import { clock } from '@crossdock/kernel/database'
import { Cache } from '@crossdock/kernel/cache'
import { currentTenantId, inTenant } from '@crossdock/kernel/tenancy'
import { assetEvents } from '../event_types.js'
import { FolderPermissions, type Grant } from '../models/folder_permissions.js'

/** The permissions of one folder. */
export interface Rule {
  everyone: 'none' | 'read'
  grants: Grant[]
}

/** By folder id. */
export type Rules = ReadonlyMap<string, Rule>

/** Limit for folders with permissions in a tenant. */
export const mostRules = 1_000

/** If an event gets lost, the cache sees a change after this time. */
const freshMs = 3_000

const remembered = new Cache<Rules>({
  load: (tenantId) =>
    inTenant(tenantId, async () => {
      const rows = await FolderPermissions.query().limit(mostRules)
      return new Map(rows.map(({ assetId, everyone, grants }) => [assetId, { everyone, grants }]))
    }),
  until: () => clock.now() + freshMs,
  drop({ eventType, tenantId }) {
    if (eventType !== assetEvents.folderPermissions.name) return undefined
    return (_, key) => key === tenantId
  },
})

/** All rules of the context's tenant. */
export const rules = (): Promise<Rules> => remembered.get(currentTenantId())
