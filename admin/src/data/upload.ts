import { parseJson, type UploadOptions } from '@crossdock/admin/kit'
import { apiError, unreachable } from './problem.js'
import { ownHeaders } from './wire.js'

export interface Sending extends UploadOptions {
  session?: string
  headers?: Record<string, string>
}

/**
 * Sends a body with XMLHttpRequest, because fetch does not report progress.
 * @throws ApiError unless the answer is a success
 */
export function sendBody(
  method: string,
  url: string,
  body: FormData | Blob,
  { onProgress, signal, session, headers }: Sending
): Promise<XMLHttpRequest> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, url)
    request.withCredentials = true
    request.setRequestHeader('Accept', 'application/json, application/problem+json')
    const own = Object.entries({ ...ownHeaders(session), ...headers })
    for (const [name, value] of own) request.setRequestHeader(name, value)
    request.upload.onprogress = (event) => onProgress?.(event.loaded, event.total)
    request.onload = () => {
      const { status, responseText } = request
      if (status >= 200 && status < 300) resolve(request)
      else reject(apiError(status, responseText))
    }
    request.onerror = () => reject(unreachable())
    request.onabort = () => reject(new DOMException('The upload was cancelled.', 'AbortError'))
    if (signal?.aborted) return request.onabort(new ProgressEvent('abort'))
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(body)
  })
}

/** Sends a multipart form. */
export async function upload<T>(url: string, form: FormData, options: Sending = {}): Promise<T> {
  const { responseText } = await sendBody('POST', url, form, options)
  try {
    return parseJson(responseText) as T
  } catch {
    throw apiError(502, '')
  }
}
