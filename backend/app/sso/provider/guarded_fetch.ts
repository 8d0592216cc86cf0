import { egress } from '@crossdock/kernel/egress'
import type { FetchImplementation } from 'jose'
import type { CustomFetch, CustomFetchOptions } from 'openid-client'

/** Over lookup, connecting and the whole answer. */
export const providerTimeoutMs = 8_000
/** Metadata and keys are some kilobytes. */
const mostBytes = 512 * 1024
const withoutBody = new Set([204, 205, 304])

/** How everything is asked of a provider: by the platform's guarded way out, with bounds of time and size. */
export const guardedFetch: CustomFetch = async (url, { method, headers, body, signal }) => {
  const answer = await egress.use().request({
    ...{ method, url, headers: { ...headers }, timeoutMs: providerTimeoutMs },
    ...{ maxResponseBytes: mostBytes, ...(signal && { signal }) },
    ...(body ? { body: textOf(body) } : {}),
  })
  const content = withoutBody.has(answer.status) ? null : new Uint8Array(answer.body)
  return new Response(content, { status: answer.status, headers: answer.headers })
}

/** The same for what is only read. */
export const guardedGet: FetchImplementation = (url, { headers, signal }) => {
  const plain = Object.fromEntries(headers.entries())
  return guardedFetch(url, {
    method: 'GET',
    redirect: 'manual',
    headers: plain,
    body: undefined,
    signal,
  })
}

/** What this client sends are forms. */
function textOf(body: NonNullable<CustomFetchOptions['body']>): string {
  if (typeof body === 'string' || body instanceof URLSearchParams) return body.toString()
  throw new Error('Only forms are sent to an identity provider.')
}
