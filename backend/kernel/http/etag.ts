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
  return namesTag(
    header
      .split(',')
      .map((tag) => stateOf(tag.trim()))
      .join(','),
    stateOf(etag)
  )
}

/** Whether `If-Match` or `If-None-Match` names the tag. A proxy that compressed the answer made it weak. */
export function namesTag(header: string, etag: string): boolean {
  if (header.trim() === '*') return true
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}
