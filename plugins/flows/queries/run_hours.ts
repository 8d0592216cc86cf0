import { clock } from '@crossdock/kernel/database'
import { countersInEnvironmentByHour } from '@crossdock/kernel/counters'

const hourMs = 3_600_000

/** Returns the runs of the last 24 hours by the hour of their creation, the present hour last. */
export async function runHours() {
  const present = Math.floor(clock.now() / hourMs) * hourMs
  const starts = Array.from({ length: 24 }, (_, at) =>
    new Date(present - (23 - at) * hourMs).toISOString()
  )
  const rows = await countersInEnvironmentByHour(['flows.runs', 'flows.outcomes'], starts[0]!)
  return starts.map((hour) => {
    const own = rows.filter((row) => hour.startsWith(row.hour))
    const runs = own.find(({ counter }) => counter === 'flows.runs')?.n ?? 0
    const ended = own.filter(({ counter }) => counter === 'flows.outcomes')
    return {
      hour,
      runs,
      failed: ended.find(({ key }) => key === 'failed')?.n ?? 0,
      running: ended.reduce((left, { n }) => left - n, runs),
    }
  })
}
