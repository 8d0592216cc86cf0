import type { Context } from '../ground/context.js'
import type { JobRef, KeyedJobRef } from './reference.js'

/** How often and how far apart a failed job is tried again. */
export interface RetryPolicy {
  /** Tries in all, the first one included. */
  attempts: number
  /** Wait before the second try; doubles from try to try, with jitter. */
  delayMs: number
  maxDelayMs: number
}

/**
 * A kind of durable work. Handlers run at least once, as the tenant and actor that added the job (a
 * job of no tenant in operator scope); `commit` and `finish` make what they write count once. A
 * handler that just returns is finished by the engine afterwards.
 */
export interface JobDefinition<P extends object = object> extends JobRef<P> {
  retry?: Partial<RetryPolicy>
  /** Longest time one try may take, after which its signal is aborted. Default 15 minutes. */
  timeoutMs?: number
  /**
   * false: `failed` tells the domain, which has a way of its own to try again; the job itself is not
   * put back then, or the work would be done twice.
   */
  retryable?: false
  handle(job: RunningJob<P>): Promise<void>
  /** Runs in the transaction that marks the job as finally failed. */
  failed?(job: { id: string; payload: P }, error: Error): Promise<void>
}

/** One try of a job, handed to its handler inside the job's tenant context. */
export interface RunningJob<P extends object = object> {
  readonly id: string
  readonly payload: P
  readonly attempt: number
  /** Tries that ended with their process, since the last `progress`. */
  readonly losses: number
  /** Aborted on timeout, cancellation, a lost lease and shutdown. */
  readonly signal: AbortSignal
  /**
   * Runs `work` in a transaction that first proves this worker still holds the job (fencing).
   * @throws LeaseLost when another worker has taken over; nothing was written then.
   */
  commit<T>(work: () => Promise<T>, options?: CommitOptions): Promise<T>
  /** As `commit`, and marks the job as done in the same transaction. */
  finish(work?: () => Promise<void>): Promise<void>
  /** As `commit`, and puts the job back to be taken up again at `runAt`, not counted as a failed try. */
  resumeAt(runAt: Date, work?: () => Promise<void>): Promise<void>
  /**
   * Keeps a place for calls to an outside system (`target`), or with null gives back what was kept.
   * Each system bears so many calls at a time, and each tenant has its share of all. False when
   * there is no place: then `lineUp` for it.
   */
  reserve(target: string | null): boolean
  /**
   * As `commit`, and puts the job back to be taken up again, in the order of `runAt`, when there is
   * a place for a call to `target`; it has the place then.
   */
  lineUp(target: string, work?: () => Promise<void>, options?: CommitOptions): Promise<void>
  /**
   * Waits for the answer of the system reserved. Meanwhile the job costs a socket and a little
   * memory and takes nobody's turn, so that systems that hang hold nobody up.
   */
  outside<T>(work: () => Promise<T>): Promise<T>
}

export interface CommitOptions {
  /**
   * A stretch of the work is done for good, and tries lost before it say nothing about what
   * follows. Without it a job that keeps taking its process down is given up in the end, whatever
   * it commits between.
   */
  progress?: boolean
}

export interface EnqueueOptions {
  /** Not before this time. */
  runAt?: Date
  /** 0 (first) to 9; default 5. */
  priority?: number
  /** While a job with this key waits or runs, another is not added. */
  uniqueKey?: string
  /** The outside system the work will call first; it begins when there is a place for the call. */
  target?: string
}

/** What a `limitPerKey` goes by. */
export interface LimitKey {
  /** Jobs of one tenant with the same key begin one behind the other, as many at a time as `limitPerKey` says. */
  limitKey: string
}

/**
 * Adds a job in the current transaction, for the current tenant (or for none, in operator scope);
 * workers are woken after the commit. Returns its id, or null when `uniqueKey` was taken.
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

/** One of many jobs that are added together. */
export interface NewJob<P extends object> extends Omit<EnqueueOptions, 'uniqueKey'> {
  payload: P
  /** As whom, where and why it works, when that is not the current context. */
  origin?: Partial<Pick<Context, 'actor' | 'environmentId' | 'causeId' | 'rootId'>>
}

/** As `enqueue`, for many jobs of one kind in few statements. Returns their ids, in the given order. */
export interface EnqueueAll {
  <P extends object>(job: JobRef<P>, jobs: readonly NewJob<NoInfer<P>>[]): Promise<string[]>
  <P extends object>(
    job: KeyedJobRef<P>,
    jobs: readonly (NewJob<NoInfer<P>> & LimitKey)[]
  ): Promise<string[]>
}
