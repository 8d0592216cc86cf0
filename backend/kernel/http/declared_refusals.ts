import type { Operation } from './operation.js'

/**
 * The statuses (4xx) an operation may refuse a request with, in order: those that follow from what it
 * declares, and those it names itself.
 */
export function refusalsOf(operation: Operation): number[] {
  const { access, method, path, body, list, query, reads, streams, live } = operation
  const { refusals = [], waitStatus } = operation
  const isRead = method === 'GET' || method === 'HEAD'
  const found = new Set(refusals)
  // Wherever somebody is: a name in the query that no text may have, too much at a time.
  for (const status of [422, 429]) found.add(status)
  if (waitStatus) found.add(waitStatus)
  if (list) found.add(400)
  if (access !== 'public') {
    // 404 for a tenant or an environment that does not exist, 409 for a page of another session.
    for (const status of [401, 403, 404, 409]) found.add(status)
  }
  if (path.includes('{')) found.add(404)
  // If-Match.
  if (!isRead) found.add(412)
  // A page of another origin.
  if (!isRead || live) found.add(403)
  // A handshake where none is possible, or none where one must be.
  if (live) found.add(400)
  if (live?.kind === 'channel') found.add(426)
  if (!isRead || body || query || reads || streams) found.add(400)
  if (!isRead) for (const status of [408, 413, 415]) found.add(status)
  return [...found].sort((a, b) => a - b)
}
