import { useCallback } from 'react'
import { useApi } from './api.js'
import type { UploadOptions } from './types.js'

/** Sends a multipart form with progress and abort: `upload(path, form, { onProgress, signal })`. */
export function useUpload(): <T>(
  path: string,
  form: FormData,
  options?: UploadOptions
) => Promise<T> {
  const api = useApi()
  return useCallback((path, form, options) => api.upload(path, form, options), [api])
}
