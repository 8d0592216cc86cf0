import { createHash } from 'node:crypto'

/** The strong entity tag of what is shown: equal texts have equal tags (RFC 9110, 8.8.3). */
export function etagOf(text: string): string {
  return `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`
}

/** Whether `If-Match` or `If-None-Match` names the tag. A proxy that compressed the answer made it weak. */
export function namesTag(header: string, etag: string): boolean {
  if (header.trim() === '*') return true
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}
