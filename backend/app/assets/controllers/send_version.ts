import { Readable } from 'node:stream'
import type { HttpContext } from '@adonisjs/core/http'
import { Answer } from '@crossdock/kernel/http'
import { contentStore } from '@crossdock/kernel/storage'
import type { Beginning } from '../contracts/index.js'
import type { Asset } from '../models/asset.js'
import type { AssetVersion } from '../models/asset_version.js'
import { parseRange } from './byte_range.js'
import { downloadHeaders } from './download_headers.js'
import { isNotModified, rangeApplies } from './preconditions.js'

export interface Sending {
  /** Headers beside or instead of those every download has. */
  headers?: Record<string, string>
  /** Asked before bytes are sent; what it throws is the answer instead of them. Not asked for HEAD and 304. */
  begin?: (beginning: Beginning) => Promise<void>
}

/** Answers with the bytes of a version, whole or the range that was asked for (RFC 9110). @throws Problem 416 */
export async function sendVersion(
  http: HttpContext,
  { name }: Pick<Asset, 'name'>,
  { contentId, size, mimeType, createdAt }: AssetVersion,
  { headers: more = {}, begin = async () => {} }: Sending = {}
): Promise<Answer<undefined> | undefined> {
  const header = (name: string) => http.request.header(name)
  const validators = { etag: `"${contentId}"`, modifiedAt: new Date(createdAt) }
  const headers = { ...downloadHeaders(name, mimeType, validators), ...more }
  if (isNotModified(header('if-none-match'), header('if-modified-since'), validators)) {
    return new Answer(304, undefined, headers)
  }
  const asked = rangeApplies(header('if-range'), validators) ? header('range') : undefined
  const range = parseRange(asked, size)
  const { start, end } = range ?? { start: 0, end: size - 1 }
  headers['content-length'] = String(end - start + 1)
  if (range) headers['content-range'] = `bytes ${start}-${end}/${size}`
  const isHead = http.request.method() === 'HEAD'
  const wanted = !isHead && size > 0
  if (!wanted) await contentStore.use().assertReadable(contentId)
  const bytes = wanted
    ? await contentStore.use().read(contentId, { start, end })
    : Readable.from([])
  try {
    if (!isHead) await begin({ contentId, isRange: range !== undefined, bytes })
  } catch (error) {
    bytes.destroy()
    throw error
  }
  for (const [name, value] of Object.entries(headers)) http.response.header(name, value)
  http.response.status(range ? 206 : 200).stream(bytes)
  return undefined
}
