import type { Context } from '../ground/context.js'
import type { JobRef, KeyedJobRef } from './reference.js'

/** Number and spacing of the attempts of a failing job. */
export interface RetryPolicy {
  /** Total attempts, including the first. */
  attempts: number
  /** Delay before the second attempt; doubles each time, with jitter. */
  delayMs: number
  maxDelayMs: number
}

/**
 * A kind of durable job. Handlers run at least once, as the tenant and actor that added the job (in operator
 * scope for a job without a tenant). `commit` and `finish` make their writes count exactly once. A handler that
 * just returns is finished by the engine.
 */
export interface JobDefinition<P extends object = object> extends JobRef<P> {
  retry?: Partial<RetryPolicy>
  /** Time limit of one attempt; then its signal is aborted. Default 15 minutes. */
  timeoutMs?: number
  /**
   * false: `failed` informs the domain, which has its own retry. The job itself cannot be retried then, because
   * the work would be done twice.
   */
  retryable?: false
  handle(job: RunningJob<P>): Promise<void>
  /** Runs in the transaction that marks the job as finally failed. */
  failed?(job: { id: string; payload: P }, error: Error): Promise<void>
}

/** One attempt of a job, passed to its handler inside the job's tenant context. */
export interface RunningJob<P extends object = object> {
  readonly id: string
  readonly payload: P
  readonly attempt: number
  /** Attempts that ended with their process since the last `progress`. */
  readonly losses: number
  /** Aborted on timeout, cancellation, a lost lease and shutdown. */
  readonly signal: AbortSignal
  /**
   * Runs `work` in a transaction that first checks that this worker still holds the job (fencing).
   * @throws LeaseLost when another worker has taken over; nothing was written.
   */
  commit<T>(work: () => Promise<T>, options?: CommitOptions): Promise<T>
  /** Like `commit`, and marks the job as done in the same transaction. */
  finish(work?: () => Promise<void>): Promise<void>
  /** Like `commit`, and reschedules the job for `runAt`; does not count as a failed attempt. */
  resumeAt(runAt: Date, work?: () => Promise<void>): Promise<void>
  /**
   * Reserves a slot for calls to an outside system (`target`); null releases it. Each system has a limited
   * number of slots, and each tenant a share of all. False when there is none: then use `lineUp`.
   */
  reserve(target: string | null): boolean
  /**
   * Like `commit`, and queues the job, in the order of `runAt`, until there is a slot for a call to `target`;
   * the job then has the slot.
   */
  lineUp(target: string, work?: () => Promise<void>, options?: CommitOptions): Promise<void>
  /**
   * Waits for the answer of the reserved system. During the wait, the job uses a socket and little memory but no
   * worker slot, so slow systems do not block other jobs.
   */
  outside<T>(work: () => Promise<T>): Promise<T>
}

export interface CommitOptions {
  /**
   * A part of the work is finally done, and attempts lost before it no longer matter. Without it, a job that
   * keeps ending its process is eventually given up, whatever it commits in between.
   */
  progress?: boolean
}

export interface EnqueueOptions {
  /** Earliest start. */
  runAt?: Date
  /** 0 (first) to 9; default 5. */
  priority?: number
  /** No other job with this key is added while one waits or runs. */
  uniqueKey?: string
  /** The outside system the job will call first; it starts when there is a call slot. */
  target?: string
}

/** Key of a `limitPerKey`. */
export interface LimitKey {
  /** Jobs of one tenant with the same key start in order, with `limitPerKey` at a time. */
  limitKey: string
}

/**
 * Adds a job in the current transaction for the current tenant (for none in operator scope); workers are woken
 * after the commit. Returns its id, or null when `uniqueKey` is in use.
 */
export interface Enqueue {
  <P extends object>(
    job: JobRef<P>,
    payload: NoInfer<P>,
    options?: EnqueueOptions
  ): Promise<string | null>
  <P extends object>(
    job: KeyedJobRef<P>,
    payload: NoInfer<P>,
    options: EnqueueOptions & LimitKey
  ): Promise<string | null>
}

/** One of several jobs that are added together. */
export interface NewJob<P extends object> extends Omit<EnqueueOptions, 'uniqueKey'> {
  payload: P
  /** Actor, environment and cause of the job, if they differ from the current context. */
  origin?: Partial<Pick<Context, 'actor' | 'environmentId' | 'causeId' | 'rootId'>>
}

/** Like `enqueue`, for many jobs of one kind in few statements. Returns their ids in the given order. */
export interface EnqueueAll {
  <P extends object>(job: JobRef<P>, jobs: readonly NewJob<NoInfer<P>>[]): Promise<string[]>
  <P extends object>(
    job: KeyedJobRef<P>,
    jobs: readonly (NewJob<NoInfer<P>> & LimitKey)[]
  ): Promise<string[]>
}
