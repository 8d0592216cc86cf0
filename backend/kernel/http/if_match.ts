import { holds, runGuarded, type Guard } from '../ground/context.js'
import { missingPermission, Problem } from '../ground/problem.js'
import { text } from '../ground/text.js'
import { Answer } from './answer.js'
import type { Call } from './call.js'
import { etagOf, namesState } from './etag.js'
import { readInput } from './input.js'
import { loadAction } from './load_action.js'
import type { Operation } from './operation.js'

/**
 * Applies `If-Match`: the work runs only if the resource is still in the state the caller read. Checked before
 * the work and again inside its transaction (`Guard`). Reads ignore the header.
 * @param shown the GET operation at the same address, if any: it shows the resource
 */
export async function whileUnchanged(
  call: Call,
  shown: Operation | undefined,
  work: () => Promise<void>
): Promise<void> {
  const header = call.http.request.header('if-match')
  if (header === undefined || isRead(call.operation)) return work()
  if (call.operation.ownPreconditions) return work()
  if (!shown) throw untagged()
  if (shown.list || shown.live) {
    // `If-Match: *` matches any existing resource; lists have no ETag.
    if (header.trim() === '*') return work()
    throw untagged()
  }
  const { permission } = shown
  if (permission && !holds(permission, call.context)) throw missingPermission(permission)
  const load = loadAction(shown)
  const guard: Guard = {
    taken: false,
    failed: changedSinceRead,
    async check() {
      const show = await load()
      const result = await show(await readInput(shown, call.http, undefined))
      const body = result instanceof Answer ? result.body : result
      if (!namesState(header, etagOf(JSON.stringify(body), body, shown.figures)))
        throw changedSinceRead()
    },
  }
  await guard.check()
  await runGuarded(guard, work)
}

const isRead = ({ method }: Operation) => method === 'GET' || method === 'HEAD'

/** RFC 9110, 13.1.1: a resource without an ETag cannot match a tag in `If-Match`. */
function untagged(): Problem {
  return new Problem(
    412,
    'E_CHANGED',
    text(
      'This address has no ETag, so If-Match cannot match and nothing was done. Send the request without If-Match.'
    )
  )
}

/** Refusal when the resource changed since the caller read it; nothing was done. */
export function changedSinceRead(): Problem {
  return new Problem(
    412,
    'E_CHANGED',
    text(
      'This was changed since you read it, so nothing was done. Read it again, and repeat your change if it still makes sense.'
    )
  )
}
