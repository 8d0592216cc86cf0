import { clock } from '@crossdock/kernel/database'
import { perApplication } from '@crossdock/kernel/plugin'
import { ledger, meters, type Place, type Reserved } from '@crossdock/kernel/ledger'

/** When people are told, in percent of a limit. */
export const thresholds = [90, 75] as const

/** Something of which more than a threshold is used. */
export interface Due extends Reserved {
  threshold: (typeof thresholds)[number]
  /** The month: what is told is told once in it. */
  period: string
}

/** What was told, or found told, lately: nobody asks for it again each second. */
const told = perApplication(() => new Set<string>())
const mostKept = 10_000

const keyOf = ({ place, name, threshold, period }: Due) =>
  `${place.environmentId} ${name} ${threshold} ${period}`

/** Alerts that may have to be told: of windows by what this process knows, of the rest by what was reserved. */
export function dueAlerts(places: readonly Place[], reserved: readonly Reserved[]): Due[] {
  const windows = places.flatMap((place) =>
    meters.entries().flatMap(([name, meter]) => {
      // A minute passes before anybody has read of it.
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
    return told().has(keyOf(due)) ? [] : [due]
  })
}

/** Notes that an alert was told, with those below it. */
export function noteTold(due: Due): void {
  if (told().size >= mostKept) told().clear()
  for (const threshold of thresholds) {
    if (threshold <= due.threshold) told().add(keyOf({ ...due, threshold }))
  }
}
