import { hash } from 'node:crypto'

const hashOf = (text: string) => hash('sha256', text, 'base64url').slice(0, 27)

/**
 * The strong entity tag of what is shown: equal texts have equal tags (RFC 9110, 8.8.3). Where some of it is but figures,
 * the tag begins with that of the rest.
 * @param text the body as it is sent
 * @param figures fields that tell how much a thing is used, and are no part of its state
 */
export function etagOf(text: string, body: unknown, figures: readonly string[] = []): string {
  if (figures.length === 0) return `"${hashOf(text)}"`
  const state = Object.entries(body as object).filter(([name]) => !figures.includes(name))
  return `"${hashOf(JSON.stringify(state))}.${hashOf(text)}"`
}

/** Whether `If-Match` names the state that a tag stands for, whatever the figures were. */
export function namesState(header: string, etag: string): boolean {
  const stateOf = (tag: string) => tag.replace(/\.[^.]*"$/, '"')
  return names(header, etag, stateOf)
}

/** Whether `If-Match` or `If-None-Match` names the tag, be it as a proxy that compressed the answer has changed it. */
export const namesTag = (header: string, etag: string): boolean => names(header, etag, (tag) => tag)

/**
 * What proxies and servers before ours add to a tag when they compress an answer: nginx makes it weak, Apache, Jetty and
 * others add the coding, within the quotes or behind them.
 */
const coding = '(?:[-;:+._]{1,2}(?:x-)?(?:gzip|gz|br|brotli|zstd|deflate|compress|dcb|dcz))'
const compressed = new RegExp(`^(".*?)${coding}{0,2}"${coding}{0,2}$`, 'i')

/** Tags that a client may have been given for one of ours: as it was sent, and without what a proxy has added. */
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
