import { usePermissions } from '@crossdock/admin/kit'
import { useGetMany } from 'ra-core'

interface Named {
  id: string
  name: string
}

/**
 * Returns a function for the name of each of `ids`; null for a system that was deleted or that the person may not
 * see.
 */
export function useSystemNames(
  ids: readonly (string | null)[]
): (id: string | null) => string | null {
  const { can } = usePermissions()
  const wanted = [...new Set(ids.filter((id) => id !== null))]
  const { data = [] } = useGetMany<Named>(
    'integrations/systems',
    { ids: wanted },
    { enabled: wanted.length > 0 && can('integrations.read') }
  )
  const names = new Map(data.map((system) => [system?.id, system?.name]))
  return (id) => (id === null ? null : (names.get(id) ?? null))
}
