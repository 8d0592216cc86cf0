import { egress, readContent } from '@crossdock/kernel/egress'
import { parseObject } from '@crossdock/kernel/json'
import type { CustomFetch, CustomFetchOptions } from 'openid-client'

/** Covers lookup, connecting and the whole answer. */
export const providerTimeoutMs = 8_000
/** Metadata and keys are some kilobytes. */
const mostBytes = 512 * 1024
const withoutBody = new Set([204, 205, 304])

/** Sends requests to a provider through the platform's egress guard, with limits of time and size. */
export const guardedFetch: CustomFetch = async (url, { method, headers, body, signal }) => {
  const answer = await egress.use().request({
    method,
    url,
    headers: { ...headers },
    timeoutMs: providerTimeoutMs,
    maxResponseBytes: mostBytes,
    ...(signal && { signal }),
    ...(body ? { body: textOf(body) } : {}),
  })
  const { status, headers: said } = answer
  if (withoutBody.has(status)) return new Response(null, { status, headers: said })
  // The library reads every answer as UTF-8.
  const { text } = await readContent(answer, mostBytes)
  const content = text === null ? new Uint8Array(answer.body) : new TextEncoder().encode(text)
  return new Response(content, { status, headers: said })
}

/** As `guardedFetch`, without null members: some providers write null for a missing value. */
export const tolerantFetch: CustomFetch = async (url, options) => {
  const answer = await guardedFetch(url, options)
  const text = await answer.text()
  const content = withoutBody.has(answer.status) ? null : withoutNulls(text)
  return new Response(content, { status: answer.status, headers: answer.headers })
}

/** Returns a text without nulls, or one that is not an object, unchanged: the library reports its errors. */
function withoutNulls(text: string): string {
  const said = parseObject(text)
  const given = Object.entries(said ?? {})
  const present = given.filter(([, value]) => value !== null)
  return present.length === given.length ? text : JSON.stringify(Object.fromEntries(present))
}

/** This client sends only forms. */
function textOf(body: NonNullable<CustomFetchOptions['body']>): string {
  if (typeof body === 'string' || body instanceof URLSearchParams) return body.toString()
  throw new Error('Only forms are sent to an identity provider.')
}
