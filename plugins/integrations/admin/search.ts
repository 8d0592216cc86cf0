import type { ExternalSystem } from '@crossdock/client'
import { searchList, type Api, type SearchHit } from '@crossdock/admin/kit'
import { systemPath } from './model.js'

/** Systems for the command palette. */
export async function findSystems(
  query: string,
  api: Api,
  signal: AbortSignal
): Promise<SearchHit[]> {
  const found = await searchList<ExternalSystem>(api, 'integrations/systems', query, signal)
  return found.map((system) => ({
    id: system.id,
    label: system.name,
    detail: system.baseUrl ?? undefined,
    to: systemPath(system),
  }))
}
