import { clock, newId, transaction } from '@crossdock/kernel/database'
import { Problem } from '@crossdock/kernel/ground'
import {
  requestPermission,
  requestTestPermission,
  type CallPermission,
} from '../circuit/admission.js'
import { giveUpProbe, noteTest } from '../circuit/state.js'
import { logEnd, logPending, type LoggedCall } from './log_call.js'
import { endOfFailedCall, makeCall, type EndpointCall, type MadeCall } from './make_call.js'

type LoneCall = EndpointCall &
  Pick<LoggedCall, 'executionId' | 'assetId' | 'endpoint' | 'replayOf'> & { logId?: string }

/**
 * Makes one call outside of a run, and writes its row of the log: as pending before the call, then with the
 * result. No transaction is open during the request.
 * @throws Problem 409, 429 if the call must wait; then no row is written
 */
export async function callEndpoint(attempt: LoneCall): Promise<MadeCall['outcome']> {
  const { system, operation } = attempt
  const permission = assertPermitted(
    await (operation === 'check'
      ? requestTestPermission(system)
      : requestPermission(system, { patient: false }))
  )
  try {
    return await makeLogged(attempt, permission.probe)
  } finally {
    permission.release()
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
    await transaction(() => logEnd(logId, endOfFailedCall(attempt.call.signal)))
    if (probe) await giveUpProbe(system)
    throw error
  }
}

/**
 * Returns the permission if it was given.
 * @throws Problem 409 while the calls to a system are paused, 429 if its limits are reached
 */
export function assertPermitted(
  permission: CallPermission
): Exclude<CallPermission, { notBefore: Date }> {
  if (!('notBefore' in permission)) return permission
  const seconds = Math.max(1, Math.ceil((permission.notBefore.getTime() - clock.now()) / 1000))
  const [status, code] = permission.isPaused
    ? ([409, 'E_SYSTEM_PAUSED'] as const)
    : ([429, 'E_SYSTEM_BUSY'] as const)
  throw new Problem(status, code, permission.refusal, {
    headers: { 'retry-after': String(seconds) },
  })
}
