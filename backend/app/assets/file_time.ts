import { clock } from '@crossdock/kernel/database'
import { invalid, text } from '@crossdock/kernel/ground'
import { readInstant } from '@crossdock/kernel/shapes'

const dayMs = 24 * 60 * 60_000

/** Smaller numbers are seconds since 1970 (until the year 5138), larger ones milliseconds (from March 1973). */
const leastMilliseconds = 1e11

/** A date in the format of HTTP headers, or of `String(date)` in JavaScript. */
const headerDate =
  /^\w{3},? (\d{2} \w{3}|\w{3} \d{2}) \d{4} \d{2}:\d{2}:\d{2} GMT([+-]\d{4})?( \(.{1,60}\))?$/

/**
 * Reads when a file was last changed, as its sender says: ISO 8601 with an offset, or seconds or milliseconds
 * since 1970.
 * @returns ISO 8601 in UTC; null for a text that is not a time, or an implausible time
 */
export const readFileTime = (given: string | undefined): string | null =>
  given === undefined ? null : plausibleTime(parseMilliseconds(given))

/** A time before 1970, or more than a day ahead of the server, comes from a wrong clock: it counts as not given. */
function plausibleTime(time: number): string | null {
  const isSound = time > 0 && time <= clock.now() + dayMs
  return isSound ? new Date(time).toISOString() : null
}

function parseMilliseconds(given: string): number {
  const value = given.trim()
  const [, whole, fraction = ''] = /^(-?\d{1,17})(?:\.(\d{1,9}))?$/.exec(value) ?? []
  if (whole !== undefined) {
    // Cut as text: a number would round the last nanoseconds up to the next second.
    const milliseconds = whole + fraction.slice(0, 3).padEnd(3, '0')
    return Number(Number(whole) < leastMilliseconds ? milliseconds : whole)
  }
  if (headerDate.test(value)) return Date.parse(value)
  return readInstant(value)?.getTime() ?? NaN
}

/** As `readFileTime`, for parameters of our own API: it refuses a text that is not a time. @throws Problem 422 */
export function parseFileTime(given: string | undefined): string | null {
  if (given === undefined || given === '') return null
  const time = parseMilliseconds(given)
  if (!Number.isNaN(time)) return plausibleTime(time)
  const message = text(
    '"{given}" is not a time. Send ISO 8601 with an offset, such as {example}, or seconds or milliseconds since 1970.',
    { given: given.slice(0, 60), example: '2026-01-31T08:00:00Z' }
  )
  throw invalid('fileModifiedAt', message)
}

/**
 * Reads one time for each file of a form, in the order of the files, or one time for all files.
 * @throws Problem 422
 */
export function parseFileTimes(given: string | undefined): (at: number) => string | null {
  if (!given?.trim().startsWith('[')) {
    const time = parseFileTime(given)
    return () => time
  }
  const times = parseList(given).map((one) =>
    one === null ? null : parseFileTime(typeof one === 'object' ? '[…]' : String(one))
  )
  return (at) => times[at] ?? null
}

/** @throws Problem 422 */
function parseList(given: string): unknown[] {
  try {
    const list: unknown = JSON.parse(given)
    if (Array.isArray(list)) return list
  } catch {
    // Not JSON: refused below.
  }
  throw invalid(
    'fileModifiedAt',
    text(
      'fileModifiedAt must be a time, or a JSON list of times, one for each file in their order.'
    )
  )
}

/** Metadata keys that tus clients use for the time. */
const names = ['fileModifiedAt', 'mtime', 'lastModified', 'last_modified', 'modified']

/** The time in the metadata of a tus upload, under the first of these keys that has one. */
export const fileTimeOf = (metadata: ReadonlyMap<string, string>): string | null =>
  readFileTime(names.map((name) => metadata.get(name)).find((value) => value !== undefined))
