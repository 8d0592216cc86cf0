import { hash } from 'node:crypto'

const hashOf = (text: string) => hash('sha256', text, 'base64url').slice(0, 27)

/**
 * The strong entity tag of a body: equal texts have equal tags (RFC 9110, 8.8.3). With `figures`, the tag
 * starts with a hash of the remaining fields.
 * @param text the body as sent
 * @param figures usage counters, which are not part of the resource's state
 */
export function etagOf(text: string, body: unknown, figures: readonly string[] = []): string {
  if (figures.length === 0) return `"${hashOf(text)}"`
  const state = Object.entries(body as object).filter(([name]) => !figures.includes(name))
  return `"${hashOf(JSON.stringify(state))}.${hashOf(text)}"`
}

/** Whether `If-Match` names the same state as `etag`, ignoring figures. */
export function namesState(header: string, etag: string): boolean {
  const stateOf = (tag: string) => tag.replace(/\.[^.]*"$/, '"')
  return names(header, etag, stateOf)
}

/** Whether `If-Match` or `If-None-Match` names the tag, even if a compressing proxy altered it. */
export const namesTag = (header: string, etag: string): boolean => names(header, etag, (tag) => tag)

/**
 * Changes that proxies and servers in front make to a tag on compression: nginx makes it weak; Apache, Jetty
 * and others append the coding inside or after the quotes.
 */
const coding = '(?:[-;:+._]{1,2}(?:x-)?(?:gzip|gz|br|brotli|zstd|deflate|compress|dcb|dcz))'
const compressed = new RegExp(`^(".*?)${coding}{0,2}"${coding}{0,2}$`, 'i')

/** Tags to compare for one received tag: as received, and without a proxy's suffix. */
function sentAs(given: string): string[] {
  const tag = given.trim().replace(/^w\//i, '')
  return [tag, tag.replace(compressed, '$1"')]
}

function names(header: string, etag: string, of: (tag: string) => string): boolean {
  if (header.trim() === '*') return true
  return header
    .split(',')
    .flatMap(sentAs)
    .some((tag) => of(tag) === of(etag))
}
