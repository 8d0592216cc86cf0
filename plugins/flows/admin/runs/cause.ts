import type { Execution, StepResult } from '@crossdock/client'
import { isObject } from '@crossdock/admin/kit'

/** Longer messages of other systems are not quoted. The step shows the whole answer. */
const longest = 200

/** Returns the step that made the run fail. */
export const failedStep = ({ status, stepResults }: Execution): StepResult | undefined =>
  status === 'failed'
    ? stepResults.find((step) => step.status === 'failed' && !step.isHandled)
    : undefined

/** Returns the error message in another system's answer: the answer itself if it is a text, or a usual field. */
export function answerMessage(step: StepResult | undefined): string | undefined {
  const output: unknown = step?.output
  return isObject(output) ? messageIn(output.body) : undefined
}

function messageIn(body: unknown): string | undefined {
  if (typeof body === 'string') {
    const said = body.trim()
    // Skip HTML pages.
    return said && said.length <= longest && !said.startsWith('<') ? said : undefined
  }
  if (!isObject(body)) return undefined
  for (const key of ['message', 'error', 'detail', 'title']) {
    const found = messageIn(body[key])
    if (found) return found
  }
  return undefined
}
