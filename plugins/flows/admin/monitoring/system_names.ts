import { usePermissions, useRead } from '@crossdock/admin/kit'

interface Named {
  id: string
  name: string
}

const none: readonly Named[] = []

/** Returns a function for the name of a system; null if it was deleted or the person may not see it. */
export function useSystemNames(): (id: string | null) => string | null {
  const { can } = usePermissions()
  const { data = none } = useRead<Named[]>('integrations/systems', {
    query: { sort: '["name","ASC"]', range: '[0,199]' },
    enabled: can('integrations.read'),
  })
  const names = new Map(data.map(({ id, name }) => [id, name]))
  return (id) => (id === null ? null : (names.get(id) ?? null))
}
