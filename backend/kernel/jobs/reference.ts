declare const payloadOf: unique symbol

/**
 * Names a kind of job and says what its payload holds. It is all that who adds such a job must know:
 * the handler, with what it imports, lies in the definition (`defineJob`), which is loaded lazily.
 */
export interface JobRef<P extends object = object> {
  /** `<domain>.<name>`, stored with every job. */
  readonly name: string
  /** Only a type. */
  readonly [payloadOf]?: P
}

/** Makes the reference of a kind of job. The name is stored with every job: it is never changed. */
export function jobRef<P extends object>(name: string): JobRef<P> {
  return { name }
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
