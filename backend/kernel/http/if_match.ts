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
 * Honours `If-Match`: the work is done only while what it changes is still what the caller has seen.
 * Looked at before the work, and once more by the transaction that does it (`Guard`). Reading takes no notice of it.
 * @param shown GET at the same address, if there is one: it shows what is changed
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
    // There is something, whatever it is like; nobody has a tag of it.
    if (header.trim() === '*') return work()
    throw untagged()
  }
  const { permission } = shown
  if (permission && !holds(permission, call.context)) throw missingPermission(permission)
  const load = loadAction(shown)
  const guard: Guard = {
    taken: false,
    failed: changedMeanwhile,
    async check() {
      const show = await load()
      const result = await show(await readInput(shown, call.http, undefined))
      const body = result instanceof Answer ? result.body : result
      if (!namesState(header, etagOf(JSON.stringify(body), body, shown.figures)))
        throw changedMeanwhile()
    },
  }
  await guard.check()
  await runGuarded(guard, work)
}

const isRead = ({ method }: Operation) => method === 'GET' || method === 'HEAD'

/** RFC 9110, 13.1.1: what nobody can have seen is in no state that `If-Match` could name. */
function untagged(): Problem {
  return new Problem(
    412,
    'E_CHANGED',
    text(
      'What this address changes has no ETag, so no If-Match can hold and nothing was done. Send the request without it.'
    )
  )
}

/** What somebody else has changed meanwhile, so that nothing was done. */
export function changedMeanwhile(): Problem {
  return new Problem(
    412,
    'E_CHANGED',
    text(
      'This was changed since you read it, so nothing was done. Read it again, and repeat your change if it still makes sense.'
    )
  )
}
