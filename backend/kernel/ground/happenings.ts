import { channel, tracingChannel, type TracingChannel } from 'node:diagnostics_channel'

/*
 * What happens in this process, for whoever measures it (telemetry). Nobody listens unless the operator has switched that
 * on; until then each is one look at `hasSubscribers`, and nothing is made for it.
 */

/** One request over HTTP, from its head to the end of its answer. */
export interface RequestHappening {
  readonly method: string
  /** As the caller sent it; nobody has looked at it. */
  readonly traceparent: string | undefined
  readonly startedAt: number
  /** From here on: there when it has ended. Pattern of the route, null where no operation answered. */
  route: string | null
  status: number | null
  requestId: string | null
  tenantId: string | null
  receivedBytes: number
  sentBytes: number
  /** Set by who traces. */
  traceId?: string
}

/** How a try of a job ended: `continues` was put back or lined up by itself, `retried` failed and is tried again. */
export type JobOutcome = 'done' | 'continues' | 'retried' | 'failed' | 'lost' | 'rests'

/** One try of a job. */
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

/** One try of a step of a workflow. */
export interface StepHappening {
  readonly type: string
  readonly executionId: string
  readonly attempt: number
  failed: boolean
  error?: unknown
}

/** One call of another system: until its answer, or the head of one that is read as a stream. */
export interface CallHappening {
  readonly kind: 'request' | 'stream' | 'connect'
  readonly method: string
  readonly systemId: string | undefined
  status?: number
  /** Set by who traces: handed on as the header of that name. */
  traceparent?: string
  error?: unknown
}

/** One transaction of the database. */
export interface TransactionHappening {
  readonly operator: boolean
  error?: unknown
}

/** A meter let no more through. */
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

/** Does `work`, and tells whoever listens; `about` is made only for them, and says by then what came of it. */
export function watched<T extends object, R>(
  happenings: TracingChannel<unknown, T>,
  about: () => T,
  work: (about: T | undefined) => Promise<R>
): Promise<R> {
  if (!happenings.hasSubscribers) return work(undefined)
  const told = about()
  return happenings.tracePromise(() => work(told), told)
}
