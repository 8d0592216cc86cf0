import type { ApiEndpoint, ExternalSystem } from '@crossdock/client'
import { useRead } from '@crossdock/admin/kit'
import { everything } from '../model.js'

type Named = Pick<ExternalSystem, 'id' | 'name'>

/** The name of an id; null when it is gone, undefined while (or where) names cannot be read. */
type NameOf = (id: string) => string | null | undefined

const byId =
  (items: readonly Named[] | undefined): NameOf =>
  (id) =>
    items && (items.find((item) => item.id === id)?.name ?? null)

export interface Names {
  system: NameOf
  endpoint: NameOf
  workflow: NameOf
}

/** Names of systems, endpoints and workflows by their ids. */
export function useNames(): Names {
  const systems = useRead<ExternalSystem[]>('integrations/systems', everything)
  const endpoints = useRead<ApiEndpoint[]>('integrations/endpoints', everything)
  const workflows = useRead<Named[]>('integrations/workflows', everything)
  return {
    system: byId(systems.data),
    endpoint: byId(endpoints.data),
    workflow: byId(workflows.data),
  }
}
