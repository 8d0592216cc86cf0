import type { EndpointPreview, MappingSource } from '@crossdock/client'
import { useApi } from '@crossdock/admin/kit'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { mapNames } from './rows.js'

export interface Sources {
  /** Map by map, with what they are now. */
  known: readonly MappingSource[]
  error: Error | null
}

/** What a mapping may read: of the chosen file with its values, and own metadata of the newest ones. */
export function useSources(systemId: string, assetId: string | undefined): Sources {
  const newest = useAsked(systemId, undefined)
  const chosen = useAsked(systemId, assetId, assetId !== undefined)
  const error = newest.error ?? chosen.error
  const known = useMemo(
    () => merged(newest.data ?? [], assetId === undefined ? undefined : chosen.data),
    [newest.data, chosen.data, assetId]
  )
  return { known, error }
}

// No draft: an endpoint that cannot be called yet has sources all the same.
function useAsked(systemId: string, assetId: string | undefined, enabled = true) {
  const api = useApi()
  return useQuery({
    queryKey: ['mapping-sources', systemId, assetId ?? null],
    queryFn: async () => {
      const body = { systemId, path: '/', method: 'GET', assetId }
      const path = 'integrations/endpoints/preview'
      return (await api.action<EndpointPreview>({ path, body })).sources
    },
    enabled,
    // Files and their metadata come and go.
    gcTime: 0,
  })
}

function merged(newest: MappingSource[], ofFile: MappingSource[] | undefined): MappingSource[] {
  const isSame = (one: MappingSource) => (other: MappingSource) =>
    one.map === other.map && one.source === other.source
  const others = ofFile
    ? newest.filter((one) => !ofFile.some(isSame(one))).map((one) => ({ ...one, value: null }))
    : newest
  const all = [...(ofFile ?? []), ...others]
  return mapNames.flatMap((name) => all.filter(({ map }) => map === name))
}
