import { Cron } from 'croner'

/**
 * When a schedule is due next, after the given time. A time of day that the clock skips in spring
 * comes as soon as the clock goes on; one that it shows twice in autumn comes the first time only.
 * Times that recur within the hour (a wildcard or a step) keep their distance in both nights.
 * @throws an error that says which part is wrong: five parts, an IANA time zone, a date that comes
 */
export function nextTime(cron: string, timeZone: string, after: Date): Date {
  assertTimeZone(timeZone)
  // The library also takes dates and names such as @daily.
  if (cron.trim().split(/\s+/).length !== 5) {
    throw new Error(
      `"${cron}" is no cron expression of five parts (minute, hour, day, month, weekday).`
    )
  }
  const next = parse(cron, timeZone).nextRun(after)
  if (!next) throw new Error(`The cron expression "${cron}" names a date that never comes.`)
  return next
}

function parse(cron: string, timeZone: string): Cron {
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
    throw new Error(`"${cron}" is no cron expression: ${reason}`, { cause })
  }
}

function assertTimeZone(timeZone: string): void {
  try {
    new Intl.DateTimeFormat('en', { timeZone })
  } catch (cause) {
    const message = `"${timeZone}" is no time zone. Name one as in "Europe/Berlin".`
    throw new Error(message, { cause })
  }
}
