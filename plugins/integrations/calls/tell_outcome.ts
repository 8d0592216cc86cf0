import { recordEvent } from '@crossdock/kernel/events'
import { callFailed, callSucceeded } from '../event_types.js'
import type { CallTarget } from '../queries/call_target.js'
import type { CallEnd } from './log_call.js'

/**
 * Tells the log how a call of a run ended, in the transaction that writes its row; only while a flow listens, because calls are
 * many and have their own log.
 */
export async function tellOutcome(
  { system, endpoint, listened }: Pick<CallTarget, 'system' | 'endpoint' | 'listened'>,
  call: { logId: string; executionId: string },
  { status, statusCode, message, durationMs }: CallEnd
): Promise<void> {
  const type = status === 'success' ? callSucceeded : callFailed
  if (!listened.has(type.name)) return
  await recordEvent(type, {
    target: { type: 'external_system', id: system.id },
    payload: {
      ...{ name: system.name, endpointId: endpoint.id, endpointName: endpoint.name },
      ...{ method: endpoint.method, path: endpoint.path, ...call },
      ...{ status, statusCode, durationMs, message: status === 'success' ? null : message },
    },
  })
}
