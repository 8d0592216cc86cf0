import { Cron } from 'croner'

/**
 * Returns the next due time of a schedule after the given time. When the clock skips a time in spring, that
 * time is due at once after the gap. When a time occurs twice in autumn, only the first counts. Times that
 * recur within the hour (a wildcard or a step) keep their interval in both nights.
 * @throws CronFault that names the wrong part: five parts, an IANA time zone, a date that exists
 */
export function nextTime(cron: string, timeZone: string, after: Date): Date {
  return nextTimes(cron, timeZone, after, 1)[0]!
}

/**
 * Like `nextTime`, for the next `count` times; fewer if the library finds no more.
 * @throws CronFault as `nextTime`
 */
export function nextTimes(cron: string, timeZone: string, after: Date, count: number): Date[] {
  const times = parse(cron, timeZone).nextRuns(count, after)
  if (times.length > 0) return times
  const message = `The cron expression "${cron}" names a date that never comes.`
  throw new CronFault('never', message)
}

/** The last `count` due times before the given time, the earliest first. @throws CronFault as `nextTime` */
export function lastTimes(cron: string, timeZone: string, before: Date, count: number): Date[] {
  return parse(cron, timeZone).previousRuns(count, before).reverse()
}

/** Why a schedule is invalid. */
export class CronFault extends Error {
  override name = 'CronFault'

  constructor(
    /** `parts`: not five parts; `never`: the date never comes; `cron` and `zone`: that part is invalid. */
    readonly kind: 'parts' | 'cron' | 'zone' | 'never',
    message: string,
    options?: ErrorOptions & { reason?: string }
  ) {
    super(message, options)
    this.reason = options?.reason ?? ''
  }

  /** What is wrong with the part, in English. */
  readonly reason: string
}

function parse(cron: string, timeZone: string): Cron {
  assertTimeZone(timeZone)
  // The library also accepts dates and names such as @daily.
  if (cron.trim().split(/\s+/).length !== 5) {
    throw new CronFault(
      'parts',
      `"${cron}" is not a cron expression of five parts (minute, hour, day, month, weekday).`
    )
  }
  try {
    // Paused: the library would otherwise run a timer.
    return new Cron(cron, {
      timezone: timeZone,
      paused: true,
      mode: '5-part',
      fixedTimeRule: 'no-wildcard',
    })
  } catch (cause) {
    const reason = (cause as Error).message.replace(/^CronPattern: /, '')
    throw new CronFault('cron', `"${cron}" is not a valid cron expression: ${reason}`, {
      cause,
      reason,
    })
  }
}

function assertTimeZone(timeZone: string): void {
  try {
    new Intl.DateTimeFormat('en', { timeZone })
  } catch (cause) {
    const message = `"${timeZone}" is not a time zone. Use an IANA name such as "Europe/Berlin".`
    throw new CronFault('zone', message, { cause })
  }
}
