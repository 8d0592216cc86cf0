import simpleRest from 'ra-data-simple-rest'
import { resolvePeriods, type ListPart } from '@crossdock/admin/kit'
import type { DataProvider } from 'ra-core'
import type { ApiClient } from './api.js'
import { pageOfParts } from './list_parts.js'
import { API } from './wire.js'

/** react-admin's list and record calls over ra-data-simple-rest. */
export function createDataProvider(api: ApiClient): DataProvider {
  const { http } = api
  const rest = simpleRest(API, http)
  return {
    ...rest,
    supportAbortSignal: true,
    getList: (resource, given) => {
      const params = { ...given, filter: resolvePeriods(given.filter as Record<string, unknown>) }
      const { parts } = (params.meta ?? {}) as { parts?: readonly ListPart[] }
      if (!parts) return rest.getList(resource, params)
      return pageOfParts(parts, params, (request) => api.list(resource, request))
    },
    // Some deletes answer 204: hand back the record react-admin already had.
    delete: async (resource, params) => {
      const url = `${API}/${resource}/${encodeURIComponent(params.id)}`
      const { json } = await http(url, { method: 'DELETE' })
      return { data: json ?? params.previousData ?? { id: params.id } }
    },
  } as DataProvider
}
