import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { HttpContext } from '@adonisjs/core/http'
import { missingPermission, Problem } from '../ground/problem.js'
import type { Permission } from '../ground/permission.js'
import { text } from '../ground/text.js'
import { identifyAgain } from './identify.js'
import { loggable } from './loggable.js'

/** What a list is saved as. */
interface Saved {
  fileName: string
  /** CSV when left out. */
  contentType?: string
  /** What it takes to read it, and to read on. */
  permission: Permission
  /** Its text, part by part, from the head on. Before each further one `assertAllowed` is asked. */
  parts(assertAllowed: () => Promise<void>): AsyncGenerator<string, void>
}

/**
 * Answers with a file of text, CSV for the most part, that is read while it is sent. Whoever is signed out, switched off or
 * given another role meanwhile is told nothing more: the connection ends, by which whoever gets it sees that it is not whole.
 * @throws Problem 400 for a page of it; whatever reading the first part throws
 */
export async function sendText(http: HttpContext, saved: Saved): Promise<undefined> {
  refusePages(http.request.qs())
  const parts = saved.parts(() => assertAllowed(http, saved.permission))
  // What is wrong is told by a status, as long as there is none.
  const first = await parts.next()
  const { response } = http
  response.header('content-type', saved.contentType ?? 'text/csv; charset=utf-8')
  response.header('content-disposition', `attachment; filename="${saved.fileName}"`)
  response.header('cache-control', 'private, no-store')
  response.header('x-content-type-options', 'nosniff')
  if (http.request.method() === 'HEAD') {
    await parts.return()
    response.status(200).send('')
    return undefined
  }
  response.status(200).stream(Readable.from(whole(http, first, parts)))
  return undefined
}

/** A part of it would be taken for the whole. */
function refusePages(query: Record<string, unknown>): void {
  const name = ['range', 'limit'].find((one) => query[one] !== undefined)
  if (!name) return
  throw new Problem(400, 'E_LIST', text('An export has no pages. Leave "{name}" out.', { name }))
}

async function assertAllowed(http: HttpContext, permission: Permission): Promise<void> {
  const identity = await identifyAgain(http)
  if (identity?.isSuperAdmin || identity?.permissions.has(permission.name)) return
  throw missingPermission(permission)
}

/** Ends early when the reader leaves: no further part is read. */
async function* whole(
  { logger }: HttpContext,
  first: IteratorResult<string, void>,
  parts: AsyncGenerator<string, void>
): AsyncGenerator<string> {
  try {
    if (first.value) yield first.value
    for await (const part of parts) {
      yield part
      // SQLite answers within the call: without this nobody else would get a turn until the last part.
      await setImmediate()
    }
  } catch (error) {
    logger.error({ err: loggable(error) }, 'an export could not be read to its end')
    throw error
  }
}
