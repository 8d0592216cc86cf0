import { newId, randomId, transaction } from '@crossdock/kernel/database'
import { validate, type Output } from '@crossdock/kernel/http'
import { admitted, callEndpoint } from '../calls/call_endpoint.js'
import { makeCall, type CalledEndpoint, type MadeCall } from '../calls/make_call.js'
import { trialCall } from '../calls/trial_call.js'
import { roomFor } from '../circuit/admission.js'
import type { ExternalSystem } from '../models/external_system.js'
import { findSystem } from '../queries/systems.js'
import { createSystemBody, type testDraftBody, type testSystemBody } from '../validators/systems.js'
import { createSystem, updateSystem } from './systems.js'

type Check = Output<typeof testSystemBody>

/**
 * Tests whether a system can be reached with its credentials, and writes one row of the log.
 * @throws Problem 404, 429 when the limits of the system are reached
 */
export async function testSystem(id: string, check: Check, signal: AbortSignal) {
  const system = await findSystem(id)
  const logId = newId()
  const outcome = await callEndpoint({
    ...(await checkOf(system, check, signal)),
    ...{ logId, executionId: randomId(), assetId: null },
  })
  return shown(outcome, logId)
}

/** The same for a system as it would be saved. @throws Problem as saving it would, 429 as testing it does */
export async function testDraft(draft: Output<typeof testDraftBody>, signal: AbortSignal) {
  const { path, method, ...saved } = draft
  const system = await drafted(saved)
  const check = { ...(path ? { path } : {}), ...(method ? { method } : {}) }
  const attempt = { ...(await checkOf(system, check, signal)), isDraft: true }
  // A system that is not saved yet has no other calls.
  const room = saved.systemId && admitted(await roomFor(system, { patient: false }))
  try {
    return shown((await makeCall(attempt)).outcome, null)
  } finally {
    if (room) room.release()
  }
}

/** Rolls a transaction back, and carries its result. */
class Drafted extends Error {
  constructor(readonly system: ExternalSystem) {
    super('This is only a draft.')
  }
}

/** The system as saving would make it, by the same rules: it is saved, and rolled back. */
async function drafted({
  systemId,
  ...fields
}: Omit<Output<typeof testDraftBody>, 'path' | 'method'>): Promise<ExternalSystem> {
  try {
    return await transaction(async () => {
      throw new Drafted(
        systemId
          ? await updateSystem(systemId, fields)
          : await createSystem(
              (await validate(createSystemBody, fields)) as Output<typeof createSystemBody>
            )
      )
    })
  } catch (error) {
    if (error instanceof Drafted) return error.system
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
    ...{ id: null, name: 'Test connection', path, method, isActive: true },
    ...{ endpointType: 'outbound', requestSchema: {}, responseSchema: {}, fieldMapping: {} },
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
    ...{ statusCode, duration, message, logId },
  }
}
