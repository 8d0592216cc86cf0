import { hostname } from 'node:os'
import type { HttpContext } from '@adonisjs/core/http'
import { clock, databaseFacts } from '@crossdock/kernel/database'
import { countParkedByState } from '@crossdock/kernel/events'
import { Reader } from '@crossdock/kernel/http'
import { countByState, countWorkers, mostCounted } from '@crossdock/kernel/jobs'
import { productVersion } from '@crossdock/kernel/plugin'
import { settings } from '@crossdock/kernel/settings'
import { asOperator } from '@crossdock/kernel/tenancy'
import { readWithTimeout, type PartResult } from './read_with_timeout.js'
import { healthDetails } from './health_details.js'
import { encryptionKeys } from './keys.js'
import { pluginFigures } from './plugin_figures.js'
import { storageFacts } from './storage.js'

const reason = 'the operator looks at the installation'

/** Each part is read separately, at the same time: none of them writes. */
const parts = {
  health: healthDetails,
  database: () => asOperator(reason, databaseFacts),
  queue: () => asOperator(reason, queue),
  storage: () => asOperator(reason, storageFacts),
  encryption: () => asOperator(reason, encryptionKeys),
  plugins: pluginFigures,
  workers: () => asOperator(reason, countWorkers),
}

type Parts = typeof parts
type Answers = { [Name in keyof Parts]: PartResult<Awaited<ReturnType<Parts[Name]>>> }

/** The state of the installation, with the parts that answer in time. */
export async function systemOverview(http: HttpContext) {
  const asked = Object.entries(parts).map(async ([name, ask]) => [
    name,
    await readWithTimeout<unknown>(name, ask),
  ])
  const found = Object.fromEntries(await Promise.all(asked)) as Answers
  const reader = new Reader(http)
  const { workers, health, database, queue, storage, encryption, plugins } = found
  return {
    version: productVersion(),
    node: process.versions.node,
    server: thisProcess(),
    workers: workers.value,
    mail: mailFacts(),
    health: health.value,
    database: database.value,
    queue: queue.value,
    storage: storage.value,
    encryption: encryption.value,
    plugins: plugins.value,
    unanswered: Object.entries(found).flatMap(([part, { reason: why }]) =>
      why ? [{ part, reason: reader.say(why) }] : []
    ),
  }
}

/** The process that answers; with several processes, any of them. */
function thisProcess() {
  const startedAt = new Date(clock.now() - process.uptime() * 1_000).toISOString()
  const { ROLE: role } = settings.use()
  return {
    host: hostname(),
    pid: process.pid,
    role,
    startedAt,
    memoryBytes: process.memoryUsage.rss(),
  }
}

async function queue() {
  const { waiting, failed } = await countParkedByState()
  const parked = { parkedWaiting: waiting, parkedFailed: failed }
  return { ...(await countByState()), ...parked, most: mostCounted }
}

/** The mail server, never with its credentials. */
function mailFacts() {
  const { SMTP_URL, MAIL_FROM: from } = settings.use()
  return { server: SMTP_URL ? new URL(SMTP_URL).host : null, from }
}
