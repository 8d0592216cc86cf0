import type { ConsoleDataProvider, QueryValue } from '@crossdock/admin/kit'
import simpleRest from 'ra-data-simple-rest'
import { httpClient } from './http.js'
import { upload } from './upload.js'

const API = '/api'

/** react-admin's calls over ra-data-simple-rest, and read, action and upload for all others. */
export function createDataProvider(): ConsoleDataProvider {
  const rest = simpleRest(API, httpClient)
  return {
    ...rest,
    supportAbortSignal: true,
    // Some deletes answer 204: hand back the record react-admin already had.
    delete: async (resource, params) => {
      const url = `${API}/${resource}/${encodeURIComponent(params.id)}`
      const { json } = await httpClient(url, { method: 'DELETE' })
      return { data: json ?? params.previousData ?? { id: params.id } }
    },
    read: async <T>(
      path: string,
      options: { query?: Record<string, QueryValue>; signal?: AbortSignal } = {}
    ) => {
      const { json } = await httpClient(`${API}/${path}${queryString(options.query)}`, {
        signal: options.signal,
      })
      return json as T
    },
    action: async <T>({
      path,
      method = 'POST',
      body,
    }: {
      path: string
      method?: string
      body?: unknown
    }) => {
      const { json } = await httpClient(`${API}/${path}`, {
        method,
        body: body === undefined ? undefined : JSON.stringify(body),
      })
      return json as T
    },
    upload: (path, form, options) => upload(`${API}/${path}`, form, options),
  } as ConsoleDataProvider
}

function queryString(query: Record<string, QueryValue> = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  }
  const text = search.toString()
  return text && `?${text}`
}
