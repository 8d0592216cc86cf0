import type { ManagedEnvironment } from '@crossdock/client'
import { useRead } from '@crossdock/admin/kit'

/** The types that a tenant already has; empty while no tenant is chosen or the answer is pending. */
export function useTaken(tenantId: string | null): readonly ManagedEnvironment['name'][] {
  const { data = [] } = useRead<ManagedEnvironment[]>('admin/environments', {
    query: { filter: JSON.stringify({ tenantId }) },
    enabled: Boolean(tenantId),
  })
  return data.map(({ name }) => name)
}
