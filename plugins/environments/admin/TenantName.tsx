import { useTenant } from './use_tenant.js'

/** What a tenant is called. */
export const TenantName = ({ id }: { id: string }) => useTenant(id)?.name ?? '–'
