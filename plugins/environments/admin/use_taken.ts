import type { ManagedEnvironment } from '@crossdock/client'
import { useRead } from '@crossdock/admin/kit'

/** Which types a tenant has already; none while no tenant is chosen, nor while it is not known. */
export function useTaken(tenantId: string | null): readonly ManagedEnvironment['name'][] {
  const { data = [] } = useRead<ManagedEnvironment[]>('admin/environments', {
    query: { filter: JSON.stringify({ tenantId }) },
    enabled: Boolean(tenantId),
  })
  return data.map(({ name }) => name)
}
