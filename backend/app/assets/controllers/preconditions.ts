import { namesTag } from '@crossdock/kernel/http'

/** ETag and date, by which a client knows whether it has these bytes. */
export interface Validators {
  /** A strong ETag, quoted. */
  etag: string
  /** Left out for zips: a file removed from a folder changes no date. */
  modifiedAt?: Date
}

type Header = string | undefined

/** Evaluates If-Match (RFC 9110, 13.1.1): false when the client knows other bytes than these. */
export const isStillOf = (ifMatch: Header, { etag }: Validators): boolean =>
  ifMatch === undefined || namesTag(ifMatch, etag)

/** True when the client's copy is current (RFC 9110, 13.1.2 and 13.1.3). */
export function isNotModified(
  ifNoneMatch: Header,
  ifModifiedSince: Header,
  { etag, modifiedAt }: Validators
): boolean {
  if (ifNoneMatch !== undefined) return namesTag(ifNoneMatch, etag)
  if (ifModifiedSince === undefined || modifiedAt === undefined) return false
  return Date.parse(ifModifiedSince) >= wholeSeconds(modifiedAt)
}

/** Evaluates If-Range (13.1.5): true when the client has a part of these same bytes. */
export function rangeApplies(ifRange: Header, { etag, modifiedAt }: Validators): boolean {
  if (ifRange === undefined) return true
  if (ifRange.includes('"')) return ifRange.trim() === etag
  return modifiedAt !== undefined && Date.parse(ifRange) === wholeSeconds(modifiedAt)
}

/** HTTP dates have no milliseconds. */
function wholeSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000) * 1000
}
