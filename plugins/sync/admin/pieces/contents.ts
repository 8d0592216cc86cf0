import { ApiError, useApi, useErrorToast } from '@crossdock/admin/kit'
import type { SyncContract } from '../model.js'

type Placed = Pick<SyncContract, 'tenantId' | 'environmentId'>

/**
 * Reads the content of a kept version by fetch, because a plain link cannot send the header of the
 * environment.
 * @param path below `/api`
 */
export async function readContent(
  path: string,
  { tenantId, environmentId }: Placed,
  signal?: AbortSignal
): Promise<Response> {
  const headers = { 'X-Tenant': tenantId, 'X-Environment': environmentId }
  const response = await fetch(`/api/${path}`, { headers, ...(signal && { signal }) })
  if (!response.ok) throw new ApiError(response.statusText, response.status)
  return response
}

/** Returns a function that downloads the content under a name. */
export function useSaveContent(contract: Placed) {
  const api = useApi()
  const tell = useErrorToast()
  return async (path: string, name: string) => {
    try {
      await api.ready()
      save(await (await readContent(path, contract)).blob(), name)
    } catch (error) {
      tell(error)
    }
  }
}

function save(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
