import type { HttpContext } from '@adonisjs/core/http'
import { currentContext, newContext, runInContext } from '../ground/context.js'
import { answerFor } from './respond.js'
import type { Answer } from './answer.js'
import { callOf, type Call } from './call.js'
import { inputOf } from './input.js'
import { loadAction, type Action } from './load_action.js'
import type { Operation } from './operation.js'
import { scopeWithin } from './scope.js'
import { through } from './stages.js'

const actions = new WeakMap<Operation, () => Promise<Action>>()

/**
 * The answer of a GET without path parameters for the current caller, with its own permission checks and the
 * stages of plugins.
 * @throws Problem if the operation refuses the call
 */
export async function callGet(
  operation: Operation,
  http: HttpContext,
  query: Record<string, string> = {}
): Promise<Answer<unknown> | undefined> {
  const around = currentContext()
  // A public operation does not identify its caller, so it runs without an identity.
  const isOpen = operation.access === 'public'
  const scope = isOpen
    ? newContext({ requestId: around.requestId })
    : await scopeWithin(operation, http, around)
  const load = actions.get(operation) ?? loadAction(operation)
  actions.set(operation, load)
  const call: Call = {
    operation,
    http,
    bytes: undefined,
    body: undefined,
    arrivesLate: false,
    identity: isOpen ? null : callOf(http).identity,
    context: { ...scope, request: around.request },
  }
  return runInContext(call.context, async () => {
    await through('admit', call, async () => {
      call.input = await inputOf(operation, http, query)
      const action = await load()
      await through('act', call, async () => void (call.result = await action(call.input)))
    })
    return answerFor(operation, http, call.result)
  })
}
