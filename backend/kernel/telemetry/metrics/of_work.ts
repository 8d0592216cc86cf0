import { calls, jobs, refusals, steps, type RefusalHappening } from '../../ground/happenings.js'
import { currentApplication, runsIn } from '../../ground/application.js'
import { follow } from '../follow.js'
import { Bound, type Prometheus } from './prometheus.js'

const seconds = [0.005, 0.025, 0.1, 0.5, 1, 5, 30, 120, 600]

/**
 * Attempts of jobs and steps, calls of other systems, and refusals by limits.
 * @returns a function that stops counting
 */
export function countWork(prometheus: Prometheus): () => void {
  const parts = [
    countJobs(prometheus),
    countSteps(prometheus),
    countCalls(prometheus),
    countRefusals(prometheus),
  ]
  return () => {
    for (const end of parts) end()
  }
}

function countJobs(prometheus: Prometheus): () => void {
  const total = prometheus.counter('jobs_total', 'Attempts of jobs by outcome.', ['job', 'outcome'])
  const duration = prometheus.histogram(
    'job_duration_seconds',
    'Duration of one attempt.',
    ['job'],
    seconds
  )
  const running = prometheus.gauge('jobs_in_work', 'Attempts running in this process.')
  const totals = new Bound((job, outcome) => total.labels({ job, outcome } as never))
  const durations = new Bound((job) => duration.labels({ job } as never))
  return follow(jobs, {
    begun: () => running.inc(),
    ended({ name, outcome }, took) {
      running.dec()
      totals.of(name, outcome).inc()
      durations.of(name).observe(took)
    },
  })
}

function countSteps(prometheus: Prometheus): () => void {
  const help = 'Attempts of workflow steps by type and outcome.'
  const total = prometheus.counter('steps_total', help, ['type', 'outcome'])
  const totals = new Bound((type, outcome) => total.labels({ type, outcome } as never))
  return follow(steps, {
    ended: ({ type, failed, error }) => totals.of(type, outcomeOfStep(failed, error)).inc(),
  })
}

const outcomeOfStep = (failed: boolean, error: unknown) =>
  error !== undefined ? 'stopped' : failed ? 'failed' : 'done'

function countCalls(prometheus: Prometheus): () => void {
  const help =
    'Calls of other systems by kind and outcome: the class of the status, or why there was none.'
  const total = prometheus.counter('calls_total', help, ['kind', 'outcome'])
  const duration = prometheus.histogram(
    'call_duration_seconds',
    'Duration of one call.',
    ['kind'],
    seconds
  )
  const totals = new Bound((kind, outcome) => total.labels({ kind, outcome } as never))
  const durations = new Bound((kind) => duration.labels({ kind } as never))
  return follow(calls, {
    ended({ kind, status, error }, took) {
      totals.of(kind, outcomeOfCall(status, error)).inc()
      durations.of(kind).observe(took)
    },
  })
}

const outcomes: Record<string, string> = {
  E_EGRESS_REFUSED: 'refused',
  E_EGRESS_TIMEOUT: 'timeout',
  E_EGRESS_TOO_LARGE: 'too_large',
  E_EGRESS_UNREACHABLE: 'unreachable',
  E_EGRESS_UNREADABLE: 'unreadable',
}

/** The class of the status, or why there was none: an unknown error means that the caller gave up. */
function outcomeOfCall(status: number | undefined, error: unknown): string {
  if (error === undefined)
    return status === undefined ? 'connected' : `${Math.floor(status / 100)}xx`
  return outcomes[(error as { code?: string } | null)?.code ?? ''] ?? 'given_up'
}

function countRefusals(prometheus: Prometheus): () => void {
  const help = 'Refusals by the limits of environments, by the code of the answer.'
  const total = prometheus.counter('limit_refusals_total', help, ['code'])
  const application = currentApplication()
  const onRefusal = (about: unknown) => {
    if (runsIn(application)) total.labels({ code: (about as RefusalHappening).code } as never).inc()
  }
  refusals.subscribe(onRefusal)
  return () => void refusals.unsubscribe(onRefusal)
}
