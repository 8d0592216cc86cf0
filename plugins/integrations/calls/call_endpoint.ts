import { clock, newId, transaction } from '@crossdock/kernel/database'
import { Problem } from '@crossdock/kernel/http'
import { leaveFor, leaveToCheck, type Leave } from '../circuit/admission.js'
import { giveUpProbe, noteTest } from '../circuit/state.js'
import { logEnd, logPending, type LoggedCall } from './log_call.js'
import { endOfFailed, makeCall, type EndpointCall, type MadeCall } from './make_call.js'

type LoneCall = EndpointCall &
  Pick<LoggedCall, 'executionId' | 'assetId' | 'endpoint' | 'replayOf'> & { logId?: string }

/**
 * Makes one call that belongs to no run and writes exactly one log row for it: pending before, its
 * end after. No transaction is open while the other side is asked.
 * @throws Problem 409, 429 when the call must wait; no row is written then
 */
export async function callEndpoint(attempt: LoneCall): Promise<MadeCall['outcome']> {
  const { system, operation } = attempt
  const leave = admitted(
    await (operation === 'check' ? leaveToCheck(system) : leaveFor(system, { patient: false }))
  )
  try {
    return await makeLogged(attempt, leave.probe)
  } finally {
    leave.release()
  }
}

async function makeLogged(attempt: LoneCall, probe: boolean): Promise<MadeCall['outcome']> {
  const { system, endpoint, executionId, assetId, replayOf, logId = newId() } = attempt
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
      ...(replayOf === undefined ? {} : { replayOf }),
    })
  )
  try {
    const { outcome, end } = await makeCall(attempt)
    await transaction(async () => {
      await logEnd(logId, end)
      await noteTest(system, end, probe)
    })
    return outcome
  } catch (error) {
    await transaction(() => logEnd(logId, endOfFailed(attempt.call.signal)))
    if (probe) await giveUpProbe(system)
    throw error
  }
}

/** @throws Problem 409 while the calls to a system are paused, 429 when its limits are reached */
export function admitted(leave: Leave): Exclude<Leave, { notBefore: Date }> {
  if (!('notBefore' in leave)) return leave
  const seconds = Math.max(1, Math.ceil((leave.notBefore.getTime() - clock.now()) / 1000))
  const [status, code] = leave.isPaused
    ? ([409, 'E_SYSTEM_PAUSED'] as const)
    : ([429, 'E_SYSTEM_BUSY'] as const)
  throw new Problem(status, code, leave.refusal, { headers: { 'retry-after': String(seconds) } })
}
