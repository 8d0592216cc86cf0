import { newId, randomId, transaction } from '@crossdock/kernel/database'
import { validate, type Output } from '@crossdock/kernel/shapes'
import { assertPermitted, callEndpoint } from '../calls/call_endpoint.js'
import { makeCall, type MadeCall } from '../calls/make_call.js'
import type { CalledEndpoint } from '../calls/log_call.js'
import { trialCall } from '../calls/trial_call.js'
import { takeCapacity } from '../circuit/admission.js'
import type { ExternalSystem } from '../models/external_system.js'
import { findSystem } from '../queries/systems.js'
import { createSystemBody, type testDraftBody, type testSystemBody } from '../validators/systems.js'
import { createSystem, updateSystem } from './systems.js'

type Check = Output<typeof testSystemBody>

/**
 * Tests whether a system is reachable with its credentials, and writes one row of the log.
 * @throws Problem 404, 429 when the limits of the system are reached
 */
export async function testSystem(id: string, check: Check, signal: AbortSignal) {
  const system = await findSystem(id)
  const logId = newId()
  const outcome = await callEndpoint({
    ...(await checkOf(system, check, signal)),
    logId,
    executionId: randomId(),
    assetId: null,
  })
  return shown(outcome, logId)
}

/**
 * Tests an unsaved system.
 * @throws the problems of saving a system and of testing one
 */
export async function testDraft(draft: Output<typeof testDraftBody>, signal: AbortSignal) {
  const { path, method, ...saved } = draft
  const system = await buildUnsaved(saved)
  const check = { ...(path ? { path } : {}), ...(method ? { method } : {}) }
  const attempt = { ...(await checkOf(system, check, signal)), isDraft: true }
  // An unsaved system has no other calls, so only a saved one has limits.
  const capacity = saved.systemId && assertPermitted(await takeCapacity(system, { patient: false }))
  try {
    return shown((await makeCall(attempt)).outcome, null)
  } finally {
    if (capacity) capacity.release()
  }
}

/** Thrown to roll back a transaction. It carries the system that the transaction built. */
class RollbackWithSystem extends Error {
  constructor(readonly system: ExternalSystem) {
    super('This is only a draft.')
  }
}

/** Builds an unsaved system: saves it with all checks, then rolls back. */
async function buildUnsaved({
  systemId,
  ...fields
}: Omit<Output<typeof testDraftBody>, 'path' | 'method'>): Promise<ExternalSystem> {
  try {
    return await transaction(async () => {
      throw new RollbackWithSystem(
        systemId
          ? await updateSystem(systemId, fields)
          : await createSystem(
              (await validate(createSystemBody, fields)) as Output<typeof createSystemBody>
            )
      )
    })
  } catch (error) {
    if (error instanceof RollbackWithSystem) return error.system
    throw error
  }
}

async function checkOf(
  system: ExternalSystem,
  { path = '', method = 'GET' }: Check,
  signal: AbortSignal
) {
  const { call } = await trialCall(system, null, {})
  const endpoint: CalledEndpoint & { id: null } = {
    id: null,
    name: 'Test connection',
    path,
    method,
    isActive: true,
    endpointType: 'outbound',
    requestSchema: {},
    responseSchema: {},
    fieldMapping: {},
  }
  const values = { ...call.values, file: null }
  return { operation: 'check' as const, system, endpoint, call: { ...call, values, signal } }
}

function shown(outcome: MadeCall['outcome'], logId: string | null) {
  const { status, statusCode, durationMs: duration, message, connection } = outcome
  const unknown = { reachable: false, trusted: null, authenticated: null, advice: null }
  return {
    success: status === 'success',
    found: null,
    ...(connection ?? unknown),
    statusCode,
    duration,
    message,
    logId,
  }
}
