import { calls, jobs, refusals, steps, type RefusalHappening } from '../../ground/happenings.js'
import { currentApplication, runsIn } from '../../ground/application.js'
import { follow } from '../follow.js'
import { Bound, type Prometheus } from './prometheus.js'

const seconds = [0.005, 0.025, 0.1, 0.5, 1, 5, 30, 120, 600]

/** Tries of jobs and of steps, calls of other systems, and what limits refused. @returns ends it */
export function countWork(prometheus: Prometheus): () => void {
  const parts = [
    ofJobs(prometheus),
    ofSteps(prometheus),
    ofCalls(prometheus),
    ofRefusals(prometheus),
  ]
  return () => {
    for (const end of parts) end()
  }
}

function ofJobs(prometheus: Prometheus): () => void {
  const total = prometheus.counter('jobs_total', 'Tries of jobs by how they ended.', [
    'job',
    'outcome',
  ])
  const duration = prometheus.histogram('job_duration_seconds', 'Of one try.', ['job'], seconds)
  const running = prometheus.gauge('jobs_in_work', 'Tries that run in this process.')
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

function ofSteps(prometheus: Prometheus): () => void {
  const help = 'Tries of steps of workflows by type and outcome.'
  const total = prometheus.counter('steps_total', help, ['type', 'outcome'])
  const totals = new Bound((type, outcome) => total.labels({ type, outcome } as never))
  return follow(steps, {
    ended: ({ type, failed, error }) => totals.of(type, outcomeOfStep(failed, error)).inc(),
  })
}

const outcomeOfStep = (failed: boolean, error: unknown) =>
  error !== undefined ? 'stopped' : failed ? 'failed' : 'done'

function ofCalls(prometheus: Prometheus): () => void {
  const help =
    'Calls of other systems by kind and outcome: the class of the status, or why there was none.'
  const total = prometheus.counter('calls_total', help, ['kind', 'outcome'])
  const duration = prometheus.histogram('call_duration_seconds', 'Of one call.', ['kind'], seconds)
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

/** The caller may have given up for a reason of its own. */
function outcomeOfCall(status: number | undefined, error: unknown): string {
  if (error === undefined)
    return status === undefined ? 'connected' : `${Math.floor(status / 100)}xx`
  return outcomes[(error as { code?: string } | null)?.code ?? ''] ?? 'given_up'
}

function ofRefusals(prometheus: Prometheus): () => void {
  const help = 'What limits of environments refused, by the code of the answer.'
  const total = prometheus.counter('limit_refusals_total', help, ['code'])
  const application = currentApplication()
  const heard = (about: unknown) => {
    if (runsIn(application)) total.labels({ code: (about as RefusalHappening).code } as never).inc()
  }
  refusals.subscribe(heard)
  return () => void refusals.unsubscribe(heard)
}
