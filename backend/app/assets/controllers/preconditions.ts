import { namesTag } from '@crossdock/kernel/http'

/** Values that a client compares to find out whether it has these bytes already. */
export interface Validators {
  /** Quoted, strong. */
  etag: string
  /** Left out when it would mislead: removing a file from a folder changes no date. */
  modifiedAt?: Date
}

type Header = string | undefined

/** False when the client wants these bytes only if they are still the ones it knows (13.1.1). */
export const isStillOf = (ifMatch: Header, { etag }: Validators): boolean =>
  ifMatch === undefined || namesTag(ifMatch, etag)

/** True when the client's copy is still good (RFC 9110, 13.1.2 and 13.1.3). */
export function isNotModified(
  ifNoneMatch: Header,
  ifModifiedSince: Header,
  { etag, modifiedAt }: Validators
): boolean {
  if (ifNoneMatch !== undefined) return namesTag(ifNoneMatch, etag)
  if (ifModifiedSince === undefined || modifiedAt === undefined) return false
  return Date.parse(ifModifiedSince) >= wholeSeconds(modifiedAt)
}

/** True when a range may be sent: the client continues with the bytes it began (13.1.5). */
export function rangeApplies(ifRange: Header, { etag, modifiedAt }: Validators): boolean {
  if (ifRange === undefined) return true
  if (ifRange.includes('"')) return ifRange.trim() === etag
  return modifiedAt !== undefined && Date.parse(ifRange) === wholeSeconds(modifiedAt)
}

/** HTTP dates have no milliseconds. */
function wholeSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000) * 1000
}
