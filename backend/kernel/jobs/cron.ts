import { Cron } from 'croner'

/**
 * When a schedule is due next, after the given time. A time of day that the clock skips in spring
 * comes as soon as the clock goes on; one that it shows twice in autumn comes the first time only.
 * Times that recur within the hour (a wildcard or a step) keep their distance in both nights.
 * @throws CronFault that says which part is wrong: five parts, an IANA time zone, a date that comes
 */
export function nextTime(cron: string, timeZone: string, after: Date): Date {
  return nextTimes(cron, timeZone, after, 1)[0]!
}

/** As `nextTime`, the next `count` times. There are fewer where the library finds no more. @throws CronFault as `nextTime` */
export function nextTimes(cron: string, timeZone: string, after: Date, count: number): Date[] {
  const times = parse(cron, timeZone).nextRuns(count, after)
  if (times.length > 0) return times
  const message = `The cron expression "${cron}" names a date that never comes.`
  throw new CronFault('never', message)
}

/** The last `count` times a schedule was due before the given time, the earliest first. @throws CronFault as `nextTime` */
export function lastTimes(cron: string, timeZone: string, before: Date, count: number): Date[] {
  return parse(cron, timeZone).previousRuns(count, before).reverse()
}

/** Why a schedule cannot be read. */
export class CronFault extends Error {
  override name = 'CronFault'

  constructor(
    /** `parts`: there are not five; `never`: its date never comes; `cron` and `zone`: that part cannot be read. */
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
  // The library also takes dates and names such as @daily.
  if (cron.trim().split(/\s+/).length !== 5) {
    throw new CronFault(
      'parts',
      `"${cron}" is no cron expression of five parts (minute, hour, day, month, weekday).`
    )
  }
  try {
    // Paused, because it would run a timer of its own; nothing but the times is wanted.
    return new Cron(cron, {
      timezone: timeZone,
      paused: true,
      mode: '5-part',
      fixedTimeRule: 'no-wildcard',
    })
  } catch (cause) {
    const reason = (cause as Error).message.replace(/^CronPattern: /, '')
    throw new CronFault('cron', `"${cron}" is no cron expression: ${reason}`, { cause, reason })
  }
}

function assertTimeZone(timeZone: string): void {
  try {
    new Intl.DateTimeFormat('en', { timeZone })
  } catch (cause) {
    const message = `"${timeZone}" is no time zone. Name one as in "Europe/Berlin".`
    throw new CronFault('zone', message, { cause })
  }
}
