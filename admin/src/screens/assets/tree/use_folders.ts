import type { Asset } from '@crossdock/client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useDataProvider } from 'ra-core'

/** Number of folders per request; a button loads more. */
const AT_A_TIME = 200

export type FoldersRead = ReturnType<typeof useFolders>

/** The folders that have been loaded. */
export const foldersOf = ({ data }: FoldersRead): Asset[] =>
  data?.pages.flatMap((page) => page.data) ?? []

/**
 * The child folders of a folder. They have their own cache key, which only folder changes invalidate,
 * so that file changes do not reload the tree.
 */
export function useFolders(parent: string | null, enabled: boolean) {
  const provider = useDataProvider()
  return useInfiniteQuery({
    queryKey: ['folders', parent],
    queryFn: ({ pageParam, signal }) =>
      provider.getList<Asset>('assets', {
        pagination: { page: pageParam, perPage: AT_A_TIME },
        sort: { field: 'name', order: 'ASC' },
        filter: { ...(parent !== null && { parent }), type: 'folder' },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ total = 0 }, _pages, page) =>
      page * AT_A_TIME < total ? page + 1 : undefined,
    enabled,
  })
}
