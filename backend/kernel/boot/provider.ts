import { Database } from '@adonisjs/lucid/database'
import type { ApplicationService } from '@adonisjs/core/types'
import { databaseState } from '../database/state.js'
import { emptyWriteAheadLog, useDatabase } from '../database/database.js'
import { patchKnexCommit } from '../database/transactions/commit.js'
import { recordContributions } from './installed_plugins.js'
import { ClockWatch } from './clock_watch.js'
import { openContent } from './open_content.js'
import { prepareDatabase } from './prepare_database.js'
import { patchKnexRebuild } from '../database/schema/keep_triggers.js'
import {
  patchKnexBegin,
  bindConnectionsToTenant,
  watchDatabase,
} from '../database/connections/patches.js'
import { Checkpoints } from '../database/sqlite/checkpoints.js'
import { mainConnection, sqliteFile } from '../database/connections/config.js'
import { WriteAheadLog } from '../database/sqlite/durability.js'
import { warn } from '../database/connections/outage.js'
import { ReaderPool } from '../database/readers/reader_pool.js'
import { useReaders } from '../database/readers/readers.js'
import { ConsumerRunner } from '../events/consumer_runner.js'
import { consumers } from '../events/consumers.js'
import { ensureCursors } from '../events/cursor.js'
import { ParkedSweep } from '../events/sweep.js'
import { onSeen } from '../events/seen.js'
import { tail, Tail } from '../events/tail.js'
import { notifyRightsChanged } from '../http/live/rights.js'
import { languages } from '../ground/languages.js'
import { registerOperations } from '../http/routes.js'
import { SecurityLog, useSecurityLog } from '../ground/security_log.js'
import { logger } from '../ground/logger.js'
import { pluginHost } from '../plugin/host.js'
import { settings } from '../settings/index.js'
import { useFollowers } from '../events/followers.js'
import { registerMetrics } from '../telemetry/metrics/route.js'
import { switchOn } from '../telemetry/switch_on.js'
import { Scheduler, scheduler } from '../jobs/scheduler.js'
import { asOperator } from '../tenancy/switch.js'
import { Workers } from '../jobs/workers.js'

/** Connects the kernel to the AdonisJS life cycle. */
export default class KernelProvider {
  #consumers: ConsumerRunner[] = []
  #sweep: ParkedSweep | undefined
  #workers: Workers | undefined
  #tail: Tail | undefined
  #unsubscribe: (() => void) | undefined
  #log: WriteAheadLog | undefined
  #readers: ReaderPool | undefined
  #checkpoints: Checkpoints | undefined
  #endWatch: (() => void) | undefined
  #clock: ClockWatch | undefined
  #switchOff: (() => Promise<void>) | undefined

  constructor(protected app: ApplicationService) {}

  async boot(): Promise<void> {
    const database = await this.app.container.make(Database)
    const context = this.#context()
    this.#useSqlite()
    useDatabase(database, this.#log)
    logger.provide(await this.app.container.make('logger'))
    patchKnexBegin()
    patchKnexRebuild()
    patchKnexCommit()
    await pluginHost.use().register(context)
    await pluginHost.use().boot(context)
    const server = await this.app.container.make('server')
    server.errorHandler(() => import('../http/error_handler.js'))
    const securityFields = pluginHost
      .use()
      .eventTypes.flatMap(({ name, security }) =>
        security ? [[name, security === true ? [] : security] as const] : []
      )
    useSecurityLog(new SecurityLog(logger.use(), new Map(securityFields)))
    if (settings.use().ACCESS_LOG) {
      const { accessLog } = await import('../http/access_log.js')
      server.use([async () => ({ default: accessLog(logger.use()) })])
    }
    server.use([() => import('../http/security_headers.js')])
    languages.provide(await pluginHost.use().languages())
    const router = await this.app.container.make('router')
    registerMetrics(router)
    const host = pluginHost.use()
    registerOperations(router, [...(await host.operations()), ...(await host.publicOperations())])
  }

  async start(): Promise<void> {
    await prepareDatabase(this.app, settings.use())
    const { warnings, unindexed } = databaseState()
    for (const warning of [...warnings, unindexed ?? []].flat()) logger.use().warn(warning)
    const database = await this.app.container.make(Database)
    database.manager.connect(mainConnection)
    if (settings.use().DATABASE_URL) bindConnectionsToTenant(database)
    const isServer = this.app.getEnvironment() === 'web'
    if (isServer) this.#switchOff = await switchOn(process.env)
    if (isServer) await openContent()
    await pluginHost.use().start(this.#context())
    await asOperator('what plugins bring is recorded', recordContributions)
  }

  async ready(): Promise<void> {
    const { DATABASE_URL } = settings.use()
    if (DATABASE_URL) {
      this.#endWatch = watchDatabase(await this.app.container.make(Database), DATABASE_URL)
    }
    const log = logger.use()
    this.#clock = new ClockWatch(log)
    await this.#clock.start()
    this.#tail = new Tail(log, DATABASE_URL)
    tail.provide(this.#tail)
    await this.#tail.start()
    const installed = await pluginHost.use().consumers()
    consumers.provide(installed)
    // In every process: new consumers must not miss events before the first worker starts.
    const { end } = this.#tail
    await asOperator('new consumers begin', () => ensureCursors(installed, end))
    this.#unsubscribe = onSeen(notifyRightsChanged)
    await pluginHost.use().ready(this.#context())
    if (settings.use().ROLE === 'web') return
    this.#workers = new Workers(await pluginHost.use().jobs(), log)
    await this.#workers.start()
    scheduler.provide(new Scheduler(pluginHost.use().schedules, log))
    await scheduler.use().start()
    this.#consumers = installed.map((consumer) => new ConsumerRunner(consumer, tail.use(), log))
    for (const consumer of this.#consumers) consumer.start()
    useFollowers(this.#consumers)
    this.#sweep = new ParkedSweep(installed, log)
    this.#sweep.start()
  }

  /**
   * Releases all parts of the application. If one fails (for example during a database outage), logs that and
   * continues.
   */
  async shutdown(): Promise<void> {
    const parts: (() => unknown)[] = [
      () => this.#sweep?.stop(),
      () => Promise.all(this.#consumers.map((consumer) => consumer.stop())),
      () => scheduler.peek()?.stop(),
      () => this.#workers?.stop(),
      () => this.#unsubscribe?.(),
      () => this.#clock?.stop(),
      () => this.#tail?.stop(),
      () => pluginHost.use().shutdown(this.#context()),
      () => this.#switchOff?.(),
      () => this.#endWatch?.(),
      () => this.#readers?.close(),
      () => this.#log?.close(),
      () => this.#checkpoints?.stop(),
    ]
    for (const stop of parts) {
      try {
        await stop()
      } catch (error) {
        warn(logger.use(), error, 'a part could not be released at the end of the process')
      }
    }
    useSecurityLog(undefined)
  }

  /** Sets up what SQLite needs in addition to its main connection. */
  #useSqlite(): void {
    const { DATABASE_URL, SQLITE_DRIVER } = settings.use()
    if (DATABASE_URL) return
    const file = sqliteFile(settings.use())
    if (SQLITE_DRIVER === 'better-sqlite3') {
      this.#readers = new ReaderPool(file)
      this.#checkpoints = new Checkpoints(file, (error) =>
        logger.use().warn({ err: error }, 'A thread could not copy the write-ahead log.')
      )
    }
    useReaders(this.#readers)
    const restart = async () => {
      // The log cannot be emptied while a reader or the copying thread uses it.
      this.#readers?.end()
      await this.#checkpoints?.ended()
      await emptyWriteAheadLog()
    }
    this.#log = new WriteAheadLog(`${file}-wal`, restart, (bytes) =>
      this.#checkpoints?.grown(bytes)
    )
  }

  #context() {
    return { app: this.app, settings: settings.use() }
  }
}
