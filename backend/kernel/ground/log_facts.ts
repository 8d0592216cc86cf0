import { peekContext } from './context.js'
import { service } from './service.js'

/** Where the current work stands in a trace. */
export interface TracePlace {
  traceId: string
  spanId: string
}

/** Provided by who traces. */
export const tracePlace = service<() => TracePlace | undefined>('kernel.tracePlace')

/**
 * What every line of the log says of the work that writes it: request, tenant, cause, and which job, step or consumer. A
 * line that says it itself is believed.
 */
export function logFacts(): Record<string, string> {
  const place = tracePlace.peek()?.()
  const context = peekContext()
  if (!context) return { ...place }
  const { requestId, tenantId, environmentId, causeId, rootId, doing } = context
  return {
    requestId,
    ...(tenantId && { tenantId }),
    ...(environmentId && { environmentId }),
    ...(causeId && { causeId }),
    ...(rootId && { rootId }),
    ...doing,
    ...place,
  }
}
