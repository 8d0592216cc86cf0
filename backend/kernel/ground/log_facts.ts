import { peekContext } from './context.js'
import { service } from './service.js'

/** The current position in a trace. */
export interface TracePlace {
  traceId: string
  spanId: string
}

/** Provided by the tracer. */
export const tracePlace = service<() => TracePlace | undefined>('kernel.tracePlace')

/**
 * Fields of every log line about the work that writes it: request, tenant, cause, and job, step or consumer. A
 * line's own fields take precedence.
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
