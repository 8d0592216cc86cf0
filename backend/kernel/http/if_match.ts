import { runGuarded, type Guard } from '../ground/context.js'
import { missingPermission, Problem } from '../ground/problem.js'
import { text } from '../ground/text.js'
import { Answer } from './answer.js'
import type { Call } from './call.js'
import { etagOf, namesTag } from './etag.js'
import { readInput } from './input.js'
import { loadAction } from './load_action.js'
import type { Operation } from './operation.js'

/**
 * Honours `If-Match`: the work is done only while what it changes is still what the caller has seen.
 * Looked at before the work, and once more by the transaction that does it (`Guard`).
 * @param shown the operation that shows what is changed: GET at the same address
 */
export async function whileUnchanged(
  call: Call,
  shown: Operation | undefined,
  work: () => Promise<void>
): Promise<void> {
  const header = call.http.request.header('if-match')
  if (header === undefined || !shown) return work()
  const { permission } = shown
  if (
    permission &&
    !call.identity?.isSuperAdmin &&
    !call.context.permissions.has(permission.name)
  ) {
    throw missingPermission(permission)
  }
  const load = loadAction(shown)
  const guard: Guard = {
    taken: false,
    failed: changed,
    async check() {
      const show = await load()
      const result = await show(await readInput(shown, call.http, undefined))
      const body = result instanceof Answer ? result.body : result
      if (!namesTag(header, etagOf(JSON.stringify(body)))) throw changed()
    },
  }
  await guard.check()
  await runGuarded(guard, work)
}

function changed(): Problem {
  return new Problem(
    412,
    'E_CHANGED',
    text(
      'This was changed since you read it, so nothing was done. Read it again, and repeat your change if it still makes sense.'
    )
  )
}
