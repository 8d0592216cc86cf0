import type { UploadOptions } from '@crossdock/admin/kit'
import { apiError, unreachable } from './problem.js'
import { ownHeaders } from './wire.js'

/** Send a multipart form. XMLHttpRequest, because fetch cannot tell how much has been sent. */
export function upload<T>(
  url: string,
  form: FormData,
  options: UploadOptions & { session?: string } = {}
): Promise<T> {
  const { onProgress, signal, session } = options
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', url)
    request.withCredentials = true
    request.setRequestHeader('Accept', 'application/json, application/problem+json')
    const own = Object.entries(ownHeaders(session))
    for (const [name, value] of own) request.setRequestHeader(name, value)
    request.upload.onprogress = (event) => onProgress?.(event.loaded, event.total)
    request.onload = () => {
      const { status, responseText } = request
      if (status < 200 || status >= 300) return reject(apiError(status, responseText))
      try {
        resolve(JSON.parse(responseText))
      } catch {
        reject(apiError(502, ''))
      }
    }
    request.onerror = () => reject(unreachable())
    request.onabort = () => reject(new DOMException('The upload was cancelled.', 'AbortError'))
    if (signal?.aborted) return request.onabort(new ProgressEvent('abort'))
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(form)
  })
}
