import { useTenant } from './use_tenant.js'

/** The name of a tenant. */
export const TenantName = ({ id }: { id: string }) => useTenant(id)?.name ?? '–'
