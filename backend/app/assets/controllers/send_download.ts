import { Readable } from 'node:stream'
import type { HttpContext } from '@adonisjs/core/http'
import { Answer } from '@crossdock/kernel/http'
import { Problem, text } from '@crossdock/kernel/ground'
import type { ByteRange } from '@crossdock/kernel/storage'
import { parseRange } from './byte_range.js'
import { downloadHeaders } from './download_headers.js'
import { isNotModified, isStillOf, rangeApplies, type Validators } from './preconditions.js'

/** Bytes that are sent as a file. */
export interface Download {
  name: string
  mimeType: string
  size: number
  /** The type as which browsers show the bytes; undefined for a download. */
  shownAs?: string | undefined
  validators: Validators
  /** Reads the requested bytes. */
  read: (range: ByteRange) => Promise<Readable>
  /** Headers in addition to, or instead of, the default ones. */
  headers?: Record<string, string>
  /** Called before bytes are sent; an error becomes the answer. Not called for HEAD and 304. */
  begin?: (beginning: {
    isRange: boolean
    length: number
    reachesEnd: boolean
    bytes: Readable
  }) => Promise<void>
  /**
   * Checks that the bytes can be read. Called for HEAD and for empty files, which read no bytes.
   * @throws the errors of reading
   */
  check?: () => Promise<void>
}

/**
 * Answers with the bytes or the requested range (RFC 9110).
 * @returns an answer without bytes; undefined when they are on their way
 * @throws Problem 412, 416
 */
export async function sendDownload(
  http: HttpContext,
  { name, mimeType, size, shownAs, validators, read, check, begin, ...more }: Download
): Promise<Answer | undefined> {
  const header = (name: string) => http.request.header(name)
  const headers = { ...downloadHeaders(name, mimeType, validators, shownAs), ...more.headers }
  if (!isStillOf(header('if-match'), validators)) throw changed(name)
  if (isNotModified(header('if-none-match'), header('if-modified-since'), validators)) {
    return new Answer(304, undefined, headers)
  }
  const asked = rangeApplies(header('if-range'), validators) ? header('range') : undefined
  const range = parseRange(asked, size)
  const { start, end } = range ?? { start: 0, end: size - 1 }
  const length = end - start + 1
  headers['content-length'] = String(length)
  if (range) headers['content-range'] = `bytes ${start}-${end}/${size}`
  const isHead = http.request.method() === 'HEAD'
  const isWanted = !isHead && size > 0
  if (!isWanted) await check?.()
  const bytes = isWanted ? await read({ start, end }) : Readable.from([])
  try {
    const reachesEnd = end === size - 1
    if (!isHead) await begin?.({ isRange: range !== undefined, length, reachesEnd, bytes })
  } catch (error) {
    bytes.destroy()
    throw error
  }
  for (const [name, value] of Object.entries(headers)) http.response.header(name, value)
  http.response.status(range ? 206 : 200).stream(bytes)
  return undefined
}

function changed(name: string): Problem {
  const message = text('"{name}" has changed. Leave If-Match out to get the current content.', {
    name,
  })
  return new Problem(412, 'E_CHANGED', message)
}
