import type { DataProvider } from 'ra-core'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type QueryValue = string | number | boolean | null | undefined

/** A call that is not one of react-admin's list and record calls. Paths are below /api. */
export interface ActionRequest {
  path: string
  method?: Exclude<Method, 'GET'>
  body?: unknown
}

export interface UploadOptions {
  onProgress?: (sentBytes: number, totalBytes: number) => void
  signal?: AbortSignal
}

export interface ReadOptions {
  query?: Record<string, QueryValue>
  signal?: AbortSignal
}

/** The console's data provider: react-admin's nine calls and three of our own. */
export interface ConsoleDataProvider extends DataProvider {
  read<T>(path: string, options?: ReadOptions): Promise<T>
  action<T>(request: ActionRequest): Promise<T>
  upload<T>(path: string, form: FormData, options?: UploadOptions): Promise<T>
}
