import { useDataProvider } from 'ra-core'
import { useCallback } from 'react'
import type { ConsoleDataProvider, UploadOptions } from './types.js'

/** Send a multipart form with progress and abort: `upload(path, form, { onProgress, signal })`. */
export function useUpload(): <T>(
  path: string,
  form: FormData,
  options?: UploadOptions
) => Promise<T> {
  const provider = useDataProvider<ConsoleDataProvider>()
  return useCallback((path, form, options) => provider.upload(path, form, options), [provider])
}
