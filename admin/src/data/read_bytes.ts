import { apiError, unreachable } from './problem.js'
import { ownHeaders } from './wire.js'

export interface ReadBytes {
  bytes: ArrayBuffer
  headers: Headers
}

/**
 * Reads what is no JSON: the content of a file, or a picture of it.
 * @param range first and last byte, both included; all of it when left out
 * @throws ApiError
 */
export async function readBytes(
  url: string,
  range: readonly [number, number] | undefined,
  signal: AbortSignal
): Promise<ReadBytes> {
  const asked = { ...ownHeaders(undefined), ...(range && { Range: `bytes=${range.join('-')}` }) }
  const response = await fetch(url, { headers: asked, signal }).catch((error: unknown) => {
    throw error instanceof TypeError ? unreachable() : error
  })
  const { status, headers, ok } = response
  if (!ok) throw apiError(status, await response.text(), headers)
  return { bytes: await response.arrayBuffer(), headers }
}
