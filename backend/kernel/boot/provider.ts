import { BaseModel } from '@adonisjs/lucid/orm'
import { Database } from '@adonisjs/lucid/database'
import type { ApplicationService } from '@adonisjs/core/types'
import { databaseState } from '../database/state.js'
import { emptyWriteAheadLog, useDatabase } from '../database/database.js'
import { ownCommit } from '../database/commit.js'
import { prepareDatabase } from '../database/prepare.js'
import { beginImmediately, bindConnectionsToTenant, watchDatabase } from '../database/patches.js'
import { mainConnection, sqliteFile } from '../database/config.js'
import { WriteAheadLog } from '../database/durability.js'
import { ConsumerRunner } from '../events/consumer_runner.js'
import { registerOperations } from '../http/routes.js'
import { SecurityLog, useSecurityLog } from '../http/security_log.js'
import { pluginHost } from '../plugin/host.js'
import { settings } from '../settings/index.js'
import { TenantAdapter } from '../tenancy/adapter.js'
import { Workers } from '../jobs/workers.js'

/** Ties the kernel into AdonisJS' life cycle. */
export default class KernelProvider {
  #consumers: ConsumerRunner[] = []
  #workers: Workers | undefined
  #log: WriteAheadLog | undefined
  #endWatch: (() => void) | undefined

  constructor(protected app: ApplicationService) {}

  async boot(): Promise<void> {
    const database = await this.app.container.make(Database)
    const context = this.#context()
    this.#log = settings.use().DATABASE_URL
      ? undefined
      : new WriteAheadLog(`${sqliteFile(settings.use())}-wal`, emptyWriteAheadLog)
    useDatabase(database, this.#log)
    BaseModel.$adapter = new TenantAdapter(database)
    beginImmediately()
    ownCommit()
    await pluginHost.use().register(context)
    await pluginHost.use().boot(context)
    const server = await this.app.container.make('server')
    server.errorHandler(() => import('../http/error_handler.js'))
    const logger = await this.app.container.make('logger')
    const types = pluginHost.use().eventTypes.filter(({ security }) => security)
    useSecurityLog(new SecurityLog(logger, new Set(types.map(({ name }) => name))))
    if (settings.use().ACCESS_LOG) {
      const { accessLog } = await import('../http/access_log.js')
      server.use([async () => ({ default: accessLog(logger) })])
    }
    server.use([() => import('../http/security_headers.js')])
    const router = await this.app.container.make('router')
    registerOperations(router, await pluginHost.use().operations())
  }

  async start(): Promise<void> {
    await prepareDatabase(this.app, settings.use())
    const logger = await this.app.container.make('logger')
    for (const warning of databaseState.warnings) logger.warn(warning)
    const database = await this.app.container.make(Database)
    database.manager.connect(mainConnection)
    if (settings.use().DATABASE_URL) bindConnectionsToTenant(database)
    await pluginHost.use().start(this.#context())
  }

  async ready(): Promise<void> {
    const { DATABASE_URL } = settings.use()
    if (DATABASE_URL) {
      this.#endWatch = watchDatabase(await this.app.container.make(Database), DATABASE_URL)
    }
    await pluginHost.use().ready(this.#context())
    if (settings.use().ROLE === 'web') return
    const logger = await this.app.container.make('logger')
    this.#workers = new Workers(await pluginHost.use().jobs(), logger)
    await this.#workers.start()
    this.#consumers = (await pluginHost.use().consumers()).map(
      (consumer) => new ConsumerRunner(consumer, logger)
    )
    for (const consumer of this.#consumers) consumer.start()
  }

  async shutdown(): Promise<void> {
    await Promise.all(this.#consumers.map((consumer) => consumer.stop()))
    await this.#workers?.stop()
    await pluginHost.use().shutdown(this.#context())
    this.#endWatch?.()
    await this.#log?.close()
    useSecurityLog(undefined)
  }

  #context() {
    return { app: this.app, settings: settings.use() }
  }
}
