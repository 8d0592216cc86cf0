import { ApiError, useApi, useErrorToast } from '@crossdock/admin/kit'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { fileName, type SideName, type SyncConflict, type SyncContract } from '../model.js'

/** A larger text is merged by no person. */
export const MOST_BYTES = 1024 * 1024

/** The text of one version of a conflict; null when it is none, or too large to be merged. */
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
      return textOf(await (await read(conflict, contract, side, signal)).arrayBuffer())
    },
  })
}

/** Gives a function that downloads one version of a conflict. */
export function useSave(conflict: SyncConflict, contract: SyncContract) {
  const api = useApi()
  const tell = useErrorToast()
  return async (side: SideName) => {
    try {
      await api.ready()
      save(await (await read(conflict, contract, side)).blob(), fileName(conflict.path))
    } catch (error) {
      tell(error)
    }
  }
}

/** The bytes of a version. A link would not say in which environment the contract works. */
async function read(
  { id }: SyncConflict,
  { tenantId, environmentId }: SyncContract,
  side: SideName,
  signal?: AbortSignal
): Promise<Response> {
  const path = `/api/sync-contracts/conflicts/${encodeURIComponent(id)}/content?side=${side}`
  const headers = { 'X-Tenant': tenantId, 'X-Environment': environmentId }
  const response = await fetch(path, { headers, ...(signal && { signal }) })
  if (!response.ok) throw new ApiError(response.statusText, response.status)
  return response
}

function save(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

function textOf(bytes: ArrayBuffer): string | null {
  const view = new Uint8Array(bytes)
  if (view.includes(0)) return null
  try {
    // What is merged is saved as UTF-8: another encoding would change all of the file.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(view)
  } catch {
    return null
  }
}
