declare const payloadOf: unique symbol

/**
 * Names a kind of job and says what its payload holds. It is all that who adds such a job must know:
 * the handler, with what it imports, lies in the definition (`defineJob`), which is loaded lazily.
 */
export interface JobRef<P extends object = object> extends NamedJob<P> {
  readonly limitPerKey?: undefined
}

/** As `JobRef`; whoever adds such a job says its `limitKey`. */
export interface KeyedJobRef<P extends object = object> extends NamedJob<P> {
  /** How many attempts of one tenant's jobs with the same `limitKey` run at a time, in all processes together. */
  readonly limitPerKey: number
}

export type AnyJobRef<P extends object = object> = JobRef<P> | KeyedJobRef<P>

interface NamedJob<P extends object> {
  /** `<domain>.<name>`, stored with every job. */
  readonly name: string
  /** How many attempts of such jobs run at a time, in all processes together. */
  readonly limit?: number
  /** Only a type. */
  readonly [payloadOf]?: P
}

/**
 * Makes the reference of a kind of job. The name is stored with every job: it is never changed. So
 * are the limits: new ones count for the jobs that are added from then on.
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
    throw new Error(`The "${limit}" of jobs named "${name}" is a whole number from 1 on: ${value}`)
  }
  return { name, ...limits } as AnyJobRef<P>
}

/** A job that is added again and again; see `schedule`. */
export interface Schedule<P extends object = object> {
  /** `<domain>.<name>`, unique among all plugins. */
  name: string
  /** Minute, hour, day of the month, month, day of the week; e.g. `30 2 * * *`. */
  cron: string
  /** IANA name of the zone in which the times are meant, e.g. `Europe/Berlin`. Default UTC. */
  timeZone?: string
  job: JobRef<P>
  payload: P
}

/**
 * Declares recurring work of the installation, which belongs to no tenant. Every time it is due
 * exactly one process adds the job; a time is skipped while the last job still waits or runs, and
 * times that passed while no process ran are made up for by one job.
 */
export function schedule<P extends object>(declared: Schedule<P>): Schedule {
  return declared
}
