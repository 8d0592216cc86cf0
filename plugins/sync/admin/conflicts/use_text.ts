import { useApi } from '@crossdock/admin/kit'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { SideName, SyncConflict, SyncContract } from '../model.js'
import { readContent } from '../pieces/contents.js'

/** Larger texts cannot be merged here. */
export const MOST_BYTES = 1024 * 1024

/** The text of one version of a conflict; null if it is not text, or too large to merge. */
export function useText(
  conflict: SyncConflict,
  contract: SyncContract,
  side: SideName
): UseQueryResult<string | null> {
  const api = useApi()
  const version = conflict[side]
  const isSmall = version !== null && version.size <= MOST_BYTES
  return useQuery({
    queryKey: ['sync-conflict', conflict.id, side, version?.hash],
    staleTime: Infinity,
    gcTime: 60_000,
    queryFn: async ({ signal }) => {
      if (!isSmall) return null
      await api.ready()
      const path = contentOf(conflict, side)
      return textOf(await (await readContent(path, contract, signal)).arrayBuffer())
    },
  })
}

/** The path of a version's content. */
export const contentOf = ({ id }: SyncConflict, side: SideName) =>
  `sync-contracts/conflicts/${encodeURIComponent(id)}/content?side=${side}`

function textOf(bytes: ArrayBuffer): string | null {
  const view = new Uint8Array(bytes)
  if (view.includes(0)) return null
  try {
    // The merged text is saved as UTF-8: another encoding would change the whole file.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(view)
  } catch {
    return null
  }
}
