import type { EndpointPreview, MappingSource } from '@crossdock/client'
import { useApi } from '@crossdock/admin/kit'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { mapNames } from './rows.js'

export interface Sources {
  /** The known sources of all maps, with their present values. */
  known: readonly MappingSource[]
  error: Error | null
}

/** The sources of a mapping: values of the selected file, and custom metadata of the newest files. */
export function useSources(systemId: string, assetId: string | undefined): Sources {
  const newest = useSourcesOf(systemId, undefined)
  const chosen = useSourcesOf(systemId, assetId, assetId !== undefined)
  const error = newest.error ?? chosen.error
  const known = useMemo(
    () => mergeSources(newest.data ?? [], assetId === undefined ? undefined : chosen.data),
    [newest.data, chosen.data, assetId]
  )
  return { known, error }
}

// Sends no draft: the endpoint may be incomplete, and the sources do not depend on it.
function useSourcesOf(systemId: string, assetId: string | undefined, enabled = true) {
  const api = useApi()
  return useQuery({
    queryKey: ['mapping-sources', systemId, assetId ?? null],
    queryFn: async () => {
      const body = { systemId, path: '/', method: 'GET', assetId }
      const path = 'integrations/endpoints/preview'
      return (await api.action<EndpointPreview>({ path, body })).sources
    },
    enabled,
    // Do not cache, because files and their metadata change often.
    gcTime: 0,
  })
}

function mergeSources(
  newest: MappingSource[],
  ofFile: MappingSource[] | undefined
): MappingSource[] {
  const isSame = (one: MappingSource) => (other: MappingSource) =>
    one.map === other.map && one.source === other.source
  const others = ofFile
    ? newest.filter((one) => !ofFile.some(isSame(one))).map((one) => ({ ...one, value: null }))
    : newest
  const all = [...(ofFile ?? []), ...others]
  return mapNames.flatMap((name) => all.filter(({ map }) => map === name))
}
