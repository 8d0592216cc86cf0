import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { HttpContext } from '@adonisjs/core/http'
import { missingPermission, Problem } from '../ground/problem.js'
import type { Permission } from '../ground/permission.js'
import { text } from '../ground/text.js'
import { identifyAgain } from './identify.js'
import { loggable } from '../ground/loggable.js'

/** A list to send as a file. */
interface ExportFile {
  fileName: string
  /** Defaults to CSV. */
  contentType?: string
  /** Permission to start and to continue reading. */
  permission: Permission
  /** Yields the text in parts, starting with the head. Call `assertAllowed` before each further part. */
  parts(assertAllowed: () => Promise<void>): AsyncGenerator<string, void>
}

/**
 * Sends a text file (usually CSV) while it is being read. If the caller signs out, is disabled or changes role,
 * the connection breaks off, so the receiver sees that the file is incomplete.
 * @throws Problem 400 for a page of the export; any error of reading the first part
 */
export async function sendText(http: HttpContext, file: ExportFile): Promise<undefined> {
  refusePages(http.request.qs())
  const parts = file.parts(() => assertAllowed(http, file.permission))
  // Read the first part before the headers, so that its errors still set the status.
  const first = await parts.next()
  const { response } = http
  response.header('content-type', file.contentType ?? 'text/csv; charset=utf-8')
  response.header('content-disposition', `attachment; filename="${file.fileName}"`)
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

/** Refuses a request for one page, because a partial export could be mistaken for the whole list. */
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

/** Stops reading when the client disconnects. */
async function* whole(
  { logger }: HttpContext,
  first: IteratorResult<string, void>,
  parts: AsyncGenerator<string, void>
): AsyncGenerator<string> {
  try {
    if (first.value) yield first.value
    for await (const part of parts) {
      yield part
      // SQLite answers synchronously; yield here so that other requests get a turn.
      await setImmediate()
    }
  } catch (error) {
    logger.error({ err: loggable(error) }, 'an export failed before its end')
    throw error
  }
}
