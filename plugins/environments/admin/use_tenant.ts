import type { Tenant } from '@crossdock/client'
import { useGetManyAggregate } from 'ra-core'

/** The tenant of that id; those of one screen are asked for together. */
export function useTenant(id: string | null): Tenant | undefined {
  const { data } = useGetManyAggregate<Tenant>(
    'admin/tenants',
    { ids: id ? [id] : [] },
    { enabled: id !== null }
  )
  return id ? data?.find((tenant) => tenant?.id === id) : undefined
}
