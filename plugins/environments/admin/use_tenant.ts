import type { Tenant } from '@crossdock/client'
import { useGetManyAggregate } from 'ra-core'

/** The tenant with that id; requests of one screen are batched. */
export function useTenant(id: string | null): Tenant | undefined {
  const { data } = useGetManyAggregate<Tenant>(
    'admin/tenants',
    { ids: id ? [id] : [] },
    { enabled: id !== null }
  )
  return id ? data?.find((tenant) => tenant?.id === id) : undefined
}
