declare const payloadOf: unique symbol

/**
 * Names a kind of job and the type of its payload. Callers that add jobs need only this: the handler and its
 * imports are in the definition (`defineJob`), which is loaded lazily.
 */
export interface JobRef<P extends object = object> extends NamedJob<P> {
  readonly limitPerKey?: undefined
}

/** Like `JobRef`; jobs need a `limitKey`. */
export interface KeyedJobRef<P extends object = object> extends NamedJob<P> {
  /** Concurrent attempts of one tenant's jobs with the same `limitKey`, over all processes. */
  readonly limitPerKey: number
}

export type AnyJobRef<P extends object = object> = JobRef<P> | KeyedJobRef<P>

interface NamedJob<P extends object> {
  /** `<domain>.<name>`, stored with every job. */
  readonly name: string
  /** Concurrent attempts of these jobs, over all processes. */
  readonly limit?: number
  /** Only a type. */
  readonly [payloadOf]?: P
}

/**
 * Creates the reference of a kind of job. The name is stored with every job and must never change. The limits
 * are stored, too: new limits apply to jobs added later.
 */
export function jobRef<P extends object>(
  name: string,
  limits: { limit?: number; limitPerKey: number }
): KeyedJobRef<P>
export function jobRef<P extends object>(name: string, limits?: { limit?: number }): JobRef<P>
export function jobRef<P extends object>(
  name: string,
  limits: { limit?: number; limitPerKey?: number } = {}
): AnyJobRef<P> {
  for (const [limit, value] of Object.entries(limits)) {
    if (Number.isInteger(value) && value > 0) continue
    throw new Error(
      `The "${limit}" of jobs named "${name}" must be a whole number of at least 1, not ${value}`
    )
  }
  return { name, ...limits } as AnyJobRef<P>
}

/** A recurring job; see `schedule`. */
export interface Schedule<P extends object = object> {
  /** `<domain>.<name>`, unique among all plugins. */
  name: string
  /** Minute, hour, day of the month, month, day of the week; e.g. `30 2 * * *`. */
  cron: string
  /** IANA time zone of the times, e.g. `Europe/Berlin`. Default UTC. */
  timeZone?: string
  job: JobRef<P>
  payload: P
}

/**
 * Declares recurring work of the installation, without a tenant. At each due time exactly one process adds the
 * job. A time is skipped while the last job still waits or runs. One job makes up for all times that passed
 * while no process ran.
 */
export function schedule<P extends object>(declared: Schedule<P>): Schedule {
  return declared
}
