import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { service } from '../ground/service.js'
import type { HealthCheck } from '../ground/health.js'
import type { Consumer } from '../events/consumer.js'
import type { EventType } from '../events/event_type.js'
import type { Operation } from '../http/operation.js'
import { v2Operations } from '../http/v2.js'
import type { JobDefinition } from '../jobs/contract.js'
import type { Schedule } from '../jobs/reference.js'
import { Languages } from '../ground/languages.js'
import { logger } from '../ground/logger.js'
import type { Permission } from '../ground/permission.js'
import { ownedByEnvironment } from '../tenancy/index.js'
import type { PluginContext, PluginDeclaration } from './define_plugin.js'
import { inPhase } from './fault.js'
import { orderPlugins, PluginGraphError } from './graph.js'
import { checkTexts } from './texts.js'

/** A folder of a plugin's migrations. */
export interface MigrationFolder {
  plugin: string
  /** Prefix of the files' names in the record of migrations that ran. */
  recordedAs: string
  at: URL
}

/** All installed plugins in dependency order, and what they declare together. */
export class PluginHost {
  readonly plugins: readonly PluginDeclaration[]
  #operations: Operation[] | undefined

  /** @throws PluginGraphError when the set cannot work together. */
  constructor(plugins: readonly PluginDeclaration[]) {
    this.plugins = orderPlugins(plugins)
  }

  /** The folders of migrations in the order of execution. A string is relative to the application's root. */
  migrations(root: URL): MigrationFolder[] {
    return this.plugins.flatMap(({ name, migrations = [] }) =>
      migrations.map((folder) =>
        typeof folder === 'string'
          ? { plugin: name, recordedAs: folder, at: new URL(`${folder}/`, root) }
          : { plugin: name, recordedAs: name, at: new URL(`${folder.href.replace(/\/$/, '')}/`) }
      )
    )
  }

  /** A missing folder would leave the plugin without its tables. @throws PluginGraphError */
  assertMigrationFolders(root: URL): void {
    const missing = this.migrations(root).find(({ at }) => !existsSync(at))
    if (!missing) return
    const { plugin, recordedAs, at } = missing
    const folder = recordedAs === plugin ? fileURLToPath(at) : recordedAs
    throw new PluginGraphError(
      `Plugin "${plugin}": the folder of migrations "${folder}" does not exist.`
    )
  }

  get environmentTables(): string[] {
    return this.plugins.flatMap((plugin) => plugin.environmentTables ?? [])
  }

  get permissions(): Permission[] {
    return this.plugins.flatMap((plugin) => plugin.permissions ?? [])
  }

  get eventTypes(): EventType[] {
    return this.plugins.flatMap((plugin) => plugin.eventTypes ?? [])
  }

  get healthChecks(): HealthCheck[] {
    return this.plugins.flatMap((plugin) => plugin.healthChecks ?? [])
  }

  /** Every HTTP operation, in plugin order. */
  async operations(): Promise<Operation[]> {
    this.#operations ??= this.#checked(
      await this.#load('loading its operations', (plugin) => plugin.operations?.())
    )
    return this.#operations
  }

  /** The operations under `/api/v2`: a copy of those whose paths plugins opened to programs. */
  async publicOperations(): Promise<Operation[]> {
    const sections = this.plugins.flatMap(({ publicApi = {} }) => Object.entries(publicApi))
    return v2Operations(await this.operations(), new Map(sections))
  }

  /**
   * Refuses two operations at one address, and an operation whose permission no plugin declares.
   * @throws PluginGraphError
   */
  #checked(loaded: [plugin: string, operations: Operation[]][]): Operation[] {
    const declared = new Set(this.permissions.map(({ name }) => name))
    const owners = new Map<string, string>()
    for (const [plugin, operations] of loaded) {
      for (const { route, permission } of operations) {
        if (permission && !declared.has(permission.name)) {
          throw new PluginGraphError(
            `Plugin "${plugin}": ${route} needs "${permission.name}", which no plugin declares.`
          )
        }
        claim(owners, route.replace(/\{\w+\}/g, '{}'), plugin, route)
      }
    }
    return loaded.flatMap(([, operations]) => operations)
  }

  /** @throws PluginGraphError when two jobs have one name, or when a schedule adds an unknown job */
  async jobs(): Promise<JobDefinition[]> {
    const loaded = await this.#load('loading its jobs', (plugin) => plugin.jobs?.())
    const jobs = namedOnce('job', loaded)
    this.#checkScheduled(new Set(jobs.map(({ name }) => name)))
    return jobs
  }

  #checkScheduled(jobs: Set<string>): void {
    for (const plugin of this.plugins) {
      const orphan = plugin.schedules?.find(({ job }) => !jobs.has(job.name))
      if (!orphan) continue
      throw new PluginGraphError(
        `Plugin "${plugin.name}": schedule "${orphan.name}" adds jobs named "${orphan.job.name}", which no plugin handles.`
      )
    }
  }

  get schedules(): Schedule[] {
    return this.plugins.flatMap((plugin) => plugin.schedules ?? [])
  }

  /** @throws PluginGraphError when two consumers have one name: they would share a cursor */
  async consumers(): Promise<Consumer[]> {
    const loaded = await this.#load('loading its consumers', (plugin) => plugin.consumers?.(this))
    return namedOnce('consumer', loaded)
  }

  /** @throws PluginGraphError for an invalid language, or a translation with an unknown placeholder */
  async languages(): Promise<Languages> {
    const languages = new Languages()
    for (const { name, texts = {} } of this.plugins) {
      for (const [language, load] of Object.entries(texts)) {
        const loaded = await inPhase(name, `loading its texts in "${language}"`, load)
        checkTexts(name, language, loaded.default)
        languages.add(language, loaded.default)
      }
    }
    return languages
  }

  async register(context: PluginContext): Promise<void> {
    // Must precede the first read of a row.
    ownedByEnvironment(this.environmentTables)
    await this.#each('registering', (plugin) => plugin.register?.(context))
  }

  async boot(context: PluginContext): Promise<void> {
    await this.#each('booting', (plugin) => plugin.boot?.(context))
  }

  /** Fills all extension points of the current application. @throws PluginFault for a name that is taken */
  async fill(): Promise<void> {
    for (const { name, contributes } of this.plugins) {
      for (const { point, fill } of contributes ?? []) {
        await inPhase(name, `contributing to "${point}"`, () => fill(name))
      }
    }
  }

  /** Fills every extension point, then starts the plugins. */
  async start(context: PluginContext): Promise<void> {
    await this.fill()
    await this.#each('starting', (plugin) => plugin.start?.(context))
  }

  async ready(context: PluginContext): Promise<void> {
    await this.#each('getting ready', (plugin) => plugin.ready?.(context))
  }

  async shutdown(context: PluginContext): Promise<void> {
    for (const plugin of [...this.plugins].reverse()) {
      try {
        await inPhase(plugin.name, 'stopping', () => plugin.shutdown?.(context))
      } catch (error) {
        // A failure must not keep the other plugins from stopping.
        logger.use().error({ err: error }, (error as Error).message)
      }
    }
  }

  async #each(
    phase: string,
    step: (plugin: PluginDeclaration) => void | Promise<void>
  ): Promise<void> {
    for (const plugin of this.plugins) await inPhase(plugin.name, phase, () => step(plugin))
  }

  /** Loads a lazy part of every plugin that has it, with the plugin's name. */
  async #load<T>(
    phase: string,
    part: (plugin: PluginDeclaration) => Promise<{ default: T }> | undefined
  ): Promise<[plugin: string, part: T][]> {
    const modules = await Promise.all(
      this.plugins.map((plugin) => inPhase(plugin.name, phase, () => part(plugin)))
    )
    return modules.flatMap((module, index): [string, T][] =>
      module ? [[this.plugins[index]!.name, module.default]] : []
    )
  }
}

/** @throws PluginGraphError when another plugin, or this one, already owns the key */
function claim(owners: Map<string, string>, key: string, plugin: string, what: string): void {
  const owner = owners.get(key)
  if (owner === plugin) throw new PluginGraphError(`Plugin "${plugin}" declares ${what} twice.`)
  if (owner !== undefined) {
    throw new PluginGraphError(`Plugins "${owner}" and "${plugin}" both declare ${what}.`)
  }
  owners.set(key, plugin)
}

/** The contributions of one kind from all plugins. @throws PluginGraphError when two have one name */
function namedOnce<T extends { name: string }>(
  kind: string,
  loaded: [plugin: string, parts: T[]][]
): T[] {
  const owners = new Map<string, string>()
  for (const [plugin, parts] of loaded) {
    for (const { name } of parts) claim(owners, name, plugin, `the ${kind} "${name}"`)
  }
  return loaded.flatMap(([, parts]) => parts)
}

/** The host of the running application. */
export const pluginHost = service<PluginHost>('kernel.pluginHost')
