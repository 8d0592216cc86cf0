import { channel, tracingChannel, type TracingChannel } from 'node:diagnostics_channel'

/*
 * Events in this process, for telemetry. There are no listeners unless the operator has switched it
 * on; until then each event costs one check of `hasSubscribers`, and no object is created.
 */

/** One HTTP request, from its headers to the end of its answer. */
export interface RequestHappening {
  readonly method: string
  /** As sent by the caller, not validated. */
  readonly traceparent: string | undefined
  readonly startedAt: number
  /** Set at the end. Pattern of the route, null where no operation answered. */
  route: string | null
  status: number | null
  requestId: string | null
  tenantId: string | null
  receivedBytes: number
  sentBytes: number
  /** Set by the tracer. */
  traceId?: string
}

/**
 * How an attempt of a job ended: `continues` means rescheduled or queued by itself, `retried` means failed with
 * a retry, `rests` means paused because its tenant is closed.
 */
export type JobOutcome = 'done' | 'continues' | 'retried' | 'failed' | 'lost' | 'rests'

/** One attempt of a job. */
export interface JobHappening {
  readonly name: string
  readonly id: string
  readonly tenantId: string | null
  readonly causeId: string | null
  readonly rootId: string | null
  readonly attempt: number
  outcome: JobOutcome
  error?: unknown
}

/** One attempt of a workflow step. */
export interface StepHappening {
  readonly type: string
  readonly executionId: string
  readonly attempt: number
  failed: boolean
  error?: unknown
}

/** One call of another system: until its answer, or the headers of a streamed one. */
export interface CallHappening {
  readonly kind: 'request' | 'stream' | 'connect'
  readonly method: string
  readonly systemId: string | undefined
  status?: number
  /** Set by the tracer: sent as the header of that name. */
  traceparent?: string
  error?: unknown
}

/** One database transaction. */
export interface TransactionHappening {
  readonly operator: boolean
  error?: unknown
}

/** A refusal by a meter. */
export interface RefusalHappening {
  readonly code: string
}

const traced = <T extends object>(name: string): TracingChannel<unknown, T> =>
  tracingChannel<unknown, T>(`crossdock.${name}`)

export const requests = traced<RequestHappening>('request')
export const jobs = traced<JobHappening>('job')
export const steps = traced<StepHappening>('step')
export const calls = traced<CallHappening>('call')
export const transactions = traced<TransactionHappening>('transaction')
export const refusals = channel('crossdock.refusal')

/** Runs `work` and publishes it to listeners; `about` is only created for them, and then holds the result. */
export function watched<T extends object, R>(
  happenings: TracingChannel<unknown, T>,
  about: () => T,
  work: (about: T | undefined) => Promise<R>
): Promise<R> {
  if (!happenings.hasSubscribers) return work(undefined)
  const happening = about()
  return happenings.tracePromise(() => work(happening), happening)
}
