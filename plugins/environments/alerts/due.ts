import { clock } from '@crossdock/kernel/database'
import { perApplication } from '@crossdock/kernel/plugin'
import { ledger, meters, type Place, type Reserved } from '@crossdock/kernel/ledger'

/** Percentages of a limit at which people are alerted. */
export const thresholds = [90, 75] as const

/** A meter whose usage has passed a threshold. */
export interface Due extends Reserved {
  threshold: (typeof thresholds)[number]
  /** The month. Each alert is sent at most once a month. */
  period: string
}

/** Alerts that were sent recently, by this or another process, so that they are not queried again every second. */
const sentAlerts = perApplication(() => new Set<string>())
const mostKept = 10_000

const keyOf = ({ place, name, threshold, period }: Due) =>
  `${place.environmentId} ${name} ${threshold} ${period}`

/**
 * Returns alerts that may be due. Window meters are read from the counters of this process, all other meters
 * from the reservations.
 */
export function dueAlerts(places: readonly Place[], reserved: readonly Reserved[]): Due[] {
  const windows = places.flatMap((place) =>
    meters.entries().flatMap(([name, meter]) => {
      // Skip minute windows: they end before anyone could read an alert.
      if (meter.shape !== 'window' || meter.window !== 'month') return []
      const known = ledger.use().known(name, place)
      return known ? [{ place, name, ...known }] : []
    })
  )
  const period = clock.date().toISOString().slice(0, 7)
  return [...windows, ...reserved].flatMap((use) => {
    const threshold = thresholds.find((percent) => use.used * 100 >= use.limit * percent)
    if (threshold === undefined || use.limit <= 0) return []
    const due = { ...use, threshold, period }
    return sentAlerts().has(keyOf(due)) ? [] : [due]
  })
}

/** Records that an alert was sent, and with it the alerts of lower thresholds. */
export function markSent(due: Due): void {
  if (sentAlerts().size >= mostKept) sentAlerts().clear()
  for (const threshold of thresholds) {
    if (threshold <= due.threshold) sentAlerts().add(keyOf({ ...due, threshold }))
  }
}
