import type { ExternalSystem, SystemHealth } from '@crossdock/client'
import { useRead } from '@crossdock/admin/kit'
import { useListContext } from 'ra-core'

/** Maximum number of systems per request. */
const atOnce = 50

/** The health of a listed system over a day. All cards of a list share one request. */
export function useHealth({ id }: ExternalSystem): SystemHealth | undefined {
  const { data = [] } = useListContext<ExternalSystem>()
  const place = data.findIndex((system) => system.id === id)
  const first = place - (place % atOnce)
  const ids = data.slice(first, first + atOnce).map((system) => system.id)
  const { data: all } = useRead<SystemHealth[]>('integrations/systems/health', {
    query: { ids: ids.join(',') },
    enabled: place >= 0,
    refetchInterval: 30_000,
    keepPrevious: true,
  })
  return all?.find(({ systemId }) => systemId === id)
}
