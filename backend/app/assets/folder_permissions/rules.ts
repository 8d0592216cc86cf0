import { clock } from '@crossdock/kernel/database'
import { Cache } from '@crossdock/kernel/cache'
import { currentTenantId, inTenant } from '@crossdock/kernel/tenancy'
import { assetEvents } from '../event_types.js'
import { FolderPermissions, type Grant } from '../models/folder_permissions.js'

/** Who is let into one folder. */
export interface Rule {
  everyone: 'none' | 'read'
  grants: Grant[]
}

/** By the ids of their folders. */
export type Rules = ReadonlyMap<string, Rule>

/** Folders of a tenant that are not open to everybody. */
export const mostRules = 1_000

/** The net under the events: what was changed by hand is found out about after this long. */
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

/** All of the tenant's. */
export const rules = (): Promise<Rules> => remembered.get(currentTenantId())
