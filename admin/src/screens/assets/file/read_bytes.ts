import { apiError, unreachable } from '../../../data/problem.js'
import { ownHeaders } from '../../../data/wire.js'

export interface ReadBytes {
  bytes: ArrayBuffer
  headers: Headers
}

/**
 * Reads binary data: the content of a file, or its preview picture.
 * @param range first and last byte, inclusive; everything by default
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
