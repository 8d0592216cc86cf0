import type { HttpContext } from '@adonisjs/core/http'
import { whereToWatchFrom } from '@crossdock/kernel/events'
import { loggable, Problem, readAlso, type Operation } from '@crossdock/kernel/http'
import { perApplication, pluginHost } from '@crossdock/kernel/plugin'
import { currentContext } from '@crossdock/kernel/tenancy'
import { dashboardReads, type DashboardRead } from '../contracts/index.js'

/** Whatever takes longer is left out: the console shows the rest, and calls for it by itself. */
const patienceMs = 1_000

/** So many are read at a time: one person's dashboard leaves connections to others. */
const lanes = 4

/** Said in place of a part. */
const isLate = Symbol('late')

const oneRow = { range: '[0,0]' }

/** Which parts nobody waits for any more and that have not ended: of which tenant, and by which name. */
const hanging = perApplication(() => new Set<string>())

const operations = perApplication(async () => {
  const all = await pluginHost.use().operations()
  return new Map(all.filter(isReadable).map((operation) => [operation.path, operation]))
})

/** What answers with something to show: nothing about one thing, nothing that is streamed, and not the dashboard. */
const isReadable = ({ method, path, response }: Operation) =>
  // Read by itself it would never end.
  method === 'GET' && response && !path.includes('{') && path !== '/api/dashboard'

/** What the dashboard shows, as far as the caller may read it, and whose it is. */
export async function readDashboard(http: HttpContext) {
  const { actor, tenantId } = currentContext()
  // Before anything else is read. No test sees it asked later: what is newer than two seconds is told anyway, and the
  // parts have one.
  const eventsFrom = await whereToWatchFrom()
  const { promise: late, resolve } = Promise.withResolvers<typeof isLate>()
  let end = performance.now() + patienceMs
  const timer = setTimeout(() => {
    // By its own clock it may ring a little early, and nothing is begun after it.
    end = 0
    resolve(isLate)
  }, patienceMs)
  const parts: NonNullable<Awaited<ReturnType<typeof answer>>>[] = []
  const left = dashboardReads.entries().values()
  const lane = async () => {
    for (const [name, read] of left) {
      if (performance.now() >= end) return
      const key = `${tenantId} ${name}`
      // Else everybody who looks again would hold as many more, and the parts behind it would never have their turn.
      if (hanging().has(key)) continue
      const reading = answer(read, http)
      const part = await Promise.race([reading, late])
      if (part === isLate) {
        hanging().add(key)
        void reading.finally(() => hanging().delete(key))
      } else if (part) parts.push(part)
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  clearTimeout(timer)
  return { userId: actor.userId, tenantId, eventsFrom, parts }
}

async function answer(read: DashboardRead, http: HttpContext) {
  const { path, query, only } = read
  try {
    const operation = (await operations()).get(`/api/${path}`)
    if (!operation) throw new Error(`The dashboard reads ${path}, which no operation answers.`)
    const found = await readAlso(operation, http, { ...query, ...(only && oneRow) })
    // Any other says what the console must see for itself: a component that is down.
    if (found?.status !== 200) return undefined
    const [, total] = found.headers['content-range']?.split('/') ?? []
    const asked = { path, query: { ...query } }
    return only ? { ...asked, total: Number(total) } : { ...asked, body: found.body }
  } catch (error) {
    // Not for this caller, or not now: the block that asks for it says what is wrong.
    if (!(error instanceof Problem)) {
      http.logger.warn({ err: loggable(error), path }, 'a part of the dashboard cannot be read')
    }
    return undefined
  }
}
