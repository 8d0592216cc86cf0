import { recordEvent } from '@crossdock/kernel/events'
import { callFailed, callSucceeded } from '../event_types.js'
import type { CallTarget } from './call_target.js'
import type { CallEnd } from './log_call.js'

/**
 * Records an event about the end of a run's call, in the transaction of the log row. Calls are frequent and have
 * their own log, so only events that start a flow are recorded.
 */
export async function recordOutcome(
  {
    system,
    endpoint,
    triggeringEvents,
  }: Pick<CallTarget, 'system' | 'endpoint' | 'triggeringEvents'>,
  call: { logId: string; executionId: string },
  { status, statusCode, message, durationMs }: CallEnd
): Promise<void> {
  const type = status === 'success' ? callSucceeded : callFailed
  if (!triggeringEvents.has(type.name)) return
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
