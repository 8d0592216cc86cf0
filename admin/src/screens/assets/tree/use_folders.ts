import type { Asset } from '@crossdock/client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useDataProvider } from 'ra-core'

/** So many folders are read at once; a button reads more. */
const AT_A_TIME = 200

/**
 * The folders in a folder. Under a name of their own, which only changes of folders make old: what happens
 * to files is nothing to the tree.
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
