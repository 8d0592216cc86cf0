import type { Operation } from './operation.js'

/**
 * Statuses (4xx) with which an operation may refuse a request, sorted: those its declaration implies and those
 * it lists itself.
 */
export function refusalsOf(operation: Operation): number[] {
  const { access, method, path, body, list, query, reads, streams, live } = operation
  const { refusals = [], waitStatus } = operation
  const isRead = method === 'GET' || method === 'HEAD'
  const found = new Set(refusals)
  // On every operation: an invalid query name (422) and too many requests (429).
  for (const status of [422, 429]) found.add(status)
  if (waitStatus) found.add(waitStatus)
  if (list) found.add(400)
  if (access !== 'public') {
    // 404: unknown tenant or environment. 409: the page belongs to another session.
    for (const status of [401, 403, 404, 409]) found.add(status)
  }
  if (path.includes('{')) found.add(404)
  // If-Match.
  if (!isRead) found.add(412)
  // Request from another origin.
  if (!isRead || live) found.add(403)
  // An unsupported or missing handshake.
  if (live) found.add(400)
  if (live?.kind === 'channel') found.add(426)
  if (!isRead || body || query || reads || streams) found.add(400)
  if (!isRead) for (const status of [408, 413, 415]) found.add(status)
  return [...found].sort((a, b) => a - b)
}
