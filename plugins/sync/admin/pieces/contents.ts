import { ApiError, useApi, useErrorToast } from '@crossdock/admin/kit'
import type { SyncContract } from '../model.js'

type Placed = Pick<SyncContract, 'tenantId' | 'environmentId'>

/** Bytes that sync keeps. A link would not say in which environment the contract works. @param path below `/api` */
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

/** Gives a function that downloads such bytes under a name. */
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
