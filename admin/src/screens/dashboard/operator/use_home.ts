import type { System, TenantsInUse } from '@crossdock/client'
import { useRead } from '@crossdock/admin/kit'

/** Polling interval (ms). Each request makes the server check all tenants. */
const POLL = 60_000

/** Polled, because the event stream does not report usage. */
const options = { refetchInterval: POLL, isUnderWay: () => true }

/** The tenants that use the most, fail, or are near a limit. */
export const useTenantsInUse = () => useRead<TenantsInUse>('admin/tenants/use', options)

/** The state of the installation. */
export const useSystem = () => useRead<System>('system', options)
