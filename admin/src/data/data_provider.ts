import simpleRest from 'ra-data-simple-rest'
import type { DataProvider } from 'ra-core'
import type { ApiClient } from './api.js'
import { API } from './wire.js'

/** react-admin's list and record calls over ra-data-simple-rest. */
export function createDataProvider({ http }: ApiClient): DataProvider {
  return {
    ...simpleRest(API, http),
    supportAbortSignal: true,
    // Some deletes answer 204: hand back the record react-admin already had.
    delete: async (resource, params) => {
      const url = `${API}/${resource}/${encodeURIComponent(params.id)}`
      const { json } = await http(url, { method: 'DELETE' })
      return { data: json ?? params.previousData ?? { id: params.id } }
    },
  } as DataProvider
}
