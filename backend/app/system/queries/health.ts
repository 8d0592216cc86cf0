import { clock } from '@crossdock/kernel/database'
import { setTimeout as delay } from 'node:timers/promises'
import { perApplication, pluginHost, type Health, type HealthCheck } from '@crossdock/kernel/plugin'

export type Status = Health['status']
export type Components = Record<string, Health>

/** A check that takes longer counts as down. */
const timeoutMs = 3_000
/** Answers are shared for this long, so that frequent requests cause no extra work. */
const freshMs = 1_000

const severity = ['ok', 'unknown', 'degraded', 'down'] as const satisfies Status[]

/** The worst of several. */
export function worstStatus(statuses: Status[]): Status {
  return severity[Math.max(0, ...statuses.map((status) => severity.indexOf(status)))]!
}

/** The status of several together. A status that is not known yet does not count. */
export function overallStatus(statuses: Status[]): Exclude<Status, 'unknown'> {
  const known = worstStatus(statuses.filter((status) => status !== 'unknown'))
  return known === 'unknown' ? 'ok' : known
}

/** Runs one check; an error or a timeout is "down". */
async function run({ check }: HealthCheck): Promise<Health> {
  const started = clock.ticks()
  const timer = new AbortController()
  const timeout = delay(timeoutMs, undefined, { signal: timer.signal }).then<Health>(() => ({
    status: 'down',
    message: `No answer within ${timeoutMs} ms.`,
  }))
  try {
    const health = await Promise.race([check(), timeout])
    return { latencyMs: Math.round(clock.ticks() - started), ...health }
  } catch (error) {
    return { status: 'down', message: error instanceof Error ? error.message : String(error) }
  } finally {
    timer.abort()
    timeout.catch(() => undefined)
  }
}

export async function runChecks(checks: readonly HealthCheck[]): Promise<Components> {
  const results = await Promise.all(checks.map(async (check) => [check.name, await run(check)]))
  return Object.fromEntries(results)
}

interface Found {
  at: number
  components?: Promise<Components>
}

const last = perApplication<{ all: Found; needed: Found }>(() => ({
  all: { at: 0 },
  needed: { at: 0 },
}))

/** The health of every component. */
export const currentHealth = (): Promise<Components> => shareRunningCheck(last().all, () => true)

/** The health of components that every page needs: a slow storage does not take the server out of its load balancer. */
export const neededHealth = (): Promise<Components> =>
  shareRunningCheck(last().needed, ({ isNeeded }) => isNeeded === true)

function shareRunningCheck(
  found: Found,
  isMeant: (check: HealthCheck) => boolean
): Promise<Components> {
  if (found.components && clock.ticks() - found.at <= freshMs) return found.components
  const components = runChecks(pluginHost.use().healthChecks.filter(isMeant))
  Object.assign(found, { at: clock.ticks(), components })
  return components
}
