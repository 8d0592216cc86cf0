import type { Environment } from '@crossdock/client'
import { useRead, useSession } from '@crossdock/admin/kit'

/** The environments of the tenant; none for a super administrator, who belongs to no tenant. */
export function useEnvironments(): Environment[] {
  const { data: session } = useSession()
  const { data = [] } = useRead<Environment[]>('tenant/environments', {
    enabled: Boolean(session?.tenant),
  })
  return data
}
