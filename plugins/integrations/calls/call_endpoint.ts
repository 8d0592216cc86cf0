import { newId, transaction } from '@crossdock/kernel/database'
import { logEnd, logPending, type LoggedCall } from './log_call.js'
import { endOfFailed, makeCall, type EndpointCall, type MadeCall } from './make_call.js'

/**
 * Makes one call that belongs to no run and writes exactly one log row for it: pending before, its
 * end after. No transaction is open while the other side is asked.
 */
export async function callEndpoint(
  attempt: EndpointCall & Pick<LoggedCall, 'executionId' | 'assetId'>
): Promise<MadeCall['outcome']> {
  const { system, endpoint, executionId, assetId } = attempt
  const logId = newId()
  await transaction(() =>
    logPending({
      logId,
      systemId: system.id,
      endpoint,
      executionId,
      workflowId: null,
      stepId: null,
      stepPath: null,
      attempt: null,
      assetId,
    })
  )
  try {
    const { outcome, end } = await makeCall(attempt)
    await transaction(() => logEnd(logId, end))
    return outcome
  } catch (error) {
    await transaction(() => logEnd(logId, endOfFailed(attempt.call.signal)))
    throw error
  }
}
