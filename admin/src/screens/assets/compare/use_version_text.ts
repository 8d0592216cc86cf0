import type { Asset, AssetVersion } from '@crossdock/client'
import { ApiError, useApi } from '@crossdock/admin/kit'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { contentUrl } from '../model.js'

/** Larger texts are not compared, because people cannot read a diff of that size. */
export const MOST_BYTES = 1024 * 1024

/** The text of a version, which never changes; null for a binary file. */
export function useVersionText(
  { id }: Asset,
  version: AssetVersion | undefined
): UseQueryResult<string | null, Error> {
  const api = useApi()
  return useQuery({
    queryKey: ['content', id, version?.version],
    enabled: version !== undefined && version.size <= MOST_BYTES,
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      await api.ready()
      const response = await fetch(contentUrl(id, version?.version), { signal })
      if (!response.ok) throw new ApiError(response.statusText, response.status)
      const text = await response.text()
      return text.includes('\0') ? null : text
    },
  })
}

/** Whether versions of the asset are compared as text. */
export const isText = ({ mimeType }: Pick<Asset, 'mimeType'>): boolean =>
  /^text\/|json|xml|yaml|toml|sql|javascript|typescript|x-sh/.test(mimeType ?? '')
