import type { System, TenantsInUse } from '@crossdock/client'
import { useRead } from '@crossdock/admin/kit'

/** Each look makes the server look at all tenants, and at everything it needs. */
const POLL = 60_000

/** Read at intervals, because the stream does not say how much is used. */
const options = { refetchInterval: POLL, isUnderWay: () => true }

/** The tenants that use the most, fail, or are near a limit. */
export const useTenantsInUse = () => useRead<TenantsInUse>('admin/tenants/use', options)

/** How the installation is. */
export const useSystem = () => useRead<System>('system', options)
