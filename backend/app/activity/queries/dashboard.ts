import type { HttpContext } from '@adonisjs/core/http'
import { whereToWatchFrom } from '@crossdock/kernel/events'
import { loggable, Problem } from '@crossdock/kernel/ground'
import { callGet, type Operation } from '@crossdock/kernel/http'
import { perApplication, pluginHost } from '@crossdock/kernel/plugin'
import { currentContext } from '@crossdock/kernel/tenancy'
import { dashboardReads, type DashboardRead } from '../contracts/index.js'

/** Parts that take longer are left out: the console shows the others and calls the missing operations itself. */
const timeoutMs = 1_000

/** Parts that are read in parallel. One person's dashboard must leave database connections free. */
const lanes = 4

/** The result of a part that missed the deadline. */
const isLate = Symbol('late')

const oneRow = { range: '[0,0]' }

/** Parts that missed the deadline and are still running, as `<tenant> <name>`. */
const hanging = perApplication(() => new Set<string>())

const operations = perApplication(async () => {
  const all = await pluginHost.use().operations()
  return new Map(all.filter(isReadable).map((operation) => [operation.path, operation]))
})

/** Operations that answer with data: no path parameters, no streams, and not the dashboard itself. */
const isReadable = ({ method, path, response }: Operation) =>
  // The last condition prevents that the dashboard reads itself, in an endless loop.
  method === 'GET' && response && !path.includes('{') && path !== '/api/dashboard'

/** Everything on the dashboard that the caller may read, with the caller's ids. */
export async function readDashboard(http: HttpContext) {
  const { actor, tenantId } = currentContext()
  // Read this before the parts, so that the console misses no event. Tests do not cover the order: the stream
  // repeats two seconds, and the parts take one.
  const eventsFrom = await whereToWatchFrom()
  const { promise: late, resolve } = Promise.withResolvers<typeof isLate>()
  let end = performance.now() + timeoutMs
  const timer = setTimeout(() => {
    // The timer can fire slightly early, so stop starting parts explicitly.
    end = 0
    resolve(isLate)
  }, timeoutMs)
  const parts: NonNullable<Awaited<ReturnType<typeof readPart>>>[] = []
  const left = dashboardReads.entries().values()
  const runLane = async () => {
    for (const [name, read] of left) {
      if (performance.now() >= end) return
      const key = `${tenantId} ${name}`
      // Otherwise each reload would occupy another connection for the hanging part.
      if (hanging().has(key)) continue
      const reading = readPart(read, http)
      const part = await Promise.race([reading, late])
      if (part === isLate) {
        hanging().add(key)
        void reading.finally(() => hanging().delete(key))
      } else if (part) parts.push(part)
    }
  }
  await Promise.all(Array.from({ length: lanes }, runLane))
  clearTimeout(timer)
  return { userId: actor.userId, tenantId, eventsFrom, parts }
}

async function readPart(read: DashboardRead, http: HttpContext) {
  const { path, query, only } = read
  try {
    const operation = (await operations()).get(`/api/${path}`)
    if (!operation) throw new Error(`The dashboard reads ${path}, which no operation answers.`)
    const found = await callGet(operation, http, { ...query, ...(only && oneRow) })
    // The console handles other statuses, such as that of a component that is down.
    if (found?.status !== 200) return undefined
    const [, total] = found.headers['content-range']?.split('/') ?? []
    const asked = { path, query: { ...query } }
    return only ? { ...asked, total: Number(total) } : { ...asked, body: found.body }
  } catch (error) {
    // After an error, the dashboard block calls the operation itself and shows the error.
    if (!(error instanceof Problem)) {
      http.logger.warn({ err: loggable(error), path }, 'a part of the dashboard cannot be read')
    }
    return undefined
  }
}
