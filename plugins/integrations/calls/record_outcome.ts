import { recordEvent } from '@crossdock/kernel/events'
import { callFailed, callSucceeded } from '../event_types.js'
import type { CallTarget } from './call_target.js'
import type { CallEnd } from './log_call.js'

/**
 * Records an event for the end of a run's call, in the transaction of its row. It does so only if the event
 * starts a flow, because calls are frequent and have their own log.
 */
export async function recordOutcome(
  { system, endpoint, listened }: Pick<CallTarget, 'system' | 'endpoint' | 'listened'>,
  call: { logId: string; executionId: string },
  { status, statusCode, message, durationMs }: CallEnd
): Promise<void> {
  const type = status === 'success' ? callSucceeded : callFailed
  if (!listened.has(type.name)) return
  await recordEvent(type, {
    target: { type: 'external_system', id: system.id },
    payload: {
      name: system.name,
      endpointId: endpoint.id,
      endpointName: endpoint.name,
      method: endpoint.method,
      path: endpoint.path,
      ...call,
      status,
      statusCode,
      durationMs,
      message: status === 'success' ? null : message,
    },
  })
}
