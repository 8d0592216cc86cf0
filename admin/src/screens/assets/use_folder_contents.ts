import type { Asset } from '@crossdock/client'
import { keepPreviousData } from '@tanstack/react-query'
import { useInfiniteGetList, type SortPayload } from 'ra-core'

const PAGE = 100

type Filter = Record<string, string | boolean>

interface ListWish {
  filter: Filter
  sort: SortPayload
}

export interface AssetList {
  items: Asset[]
  total: number
  isPending: boolean
  error: Error | null
  hasMore: boolean
  isFetching: boolean
  isLoadingMore: boolean
  loadMore: () => void
  reload: () => void
}

/** Assets page by page, as the server sorts them. */
export function useAssetList({ filter, sort }: ListWish): AssetList {
  const list = useInfiniteGetList<Asset>(
    'assets',
    { pagination: { page: 1, perPage: PAGE }, sort, filter },
    // A folder that is opened again is asked for again: others put files there too.
    // A new order or search replaces the rows; they do not flicker away first.
    { refetchOnMount: 'always', placeholderData: keepPreviousData }
  )
  return {
    items: list.data?.pages.flatMap((page) => page.data) ?? [],
    total: list.data?.pages[0]?.total ?? 0,
    isPending: list.isPending,
    error: list.error,
    hasMore: list.hasNextPage,
    isFetching: list.isFetching,
    isLoadingMore: list.isFetchingNextPage,
    loadMore: () => void list.fetchNextPage(),
    reload: () => void list.refetch(),
  }
}

/** A folder's contents, folders before files; both are loaded a page at a time. */
export function useFolderContents(
  folderId: string | null,
  filter: Filter,
  sort: SortPayload
): AssetList {
  const place = { ...(folderId && { parent: folderId }), ...filter }
  // Folders have no size of their own: there the name decides.
  const folderSort = sort.field === 'size' ? { field: 'name', order: 'ASC' as const } : sort
  const folders = useAssetList({ filter: { ...place, type: 'folder' }, sort: folderSort })
  const files = useAssetList({ filter: { ...place, type: 'file' }, sort })
  // Files follow once every folder is there, so that nothing jumps while people read.
  const next = folders.hasMore ? folders : files
  return {
    items: folders.hasMore ? folders.items : [...folders.items, ...files.items],
    total: folders.total + files.total,
    isPending: folders.isPending || files.isPending,
    error: folders.error ?? files.error,
    hasMore: folders.hasMore || files.hasMore,
    isFetching: next.isFetching,
    isLoadingMore: next.isLoadingMore,
    loadMore: next.loadMore,
    reload: () => {
      folders.reload()
      files.reload()
    },
  }
}
