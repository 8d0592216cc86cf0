import { service } from './service.js'
import type { Consumer } from '../events/consumer.js'
import type { EventType } from '../events/event_type.js'
import type { Operation } from '../http/operation.js'
import type { JobDefinition } from '../jobs/contract.js'
import type { HealthCheck, Permission, PluginContext, PluginDeclaration } from './define_plugin.js'
import { orderPlugins, PluginGraphError } from './graph.js'

/** All installed plugins in dependency order, and what they declare together. */
export class PluginHost {
  readonly plugins: readonly PluginDeclaration[]
  #operations: Operation[] | undefined

  /** @throws PluginGraphError when the set cannot work together. */
  constructor(plugins: readonly PluginDeclaration[]) {
    this.plugins = orderPlugins(plugins)
  }

  get migrations(): string[] {
    return this.plugins.flatMap((plugin) => plugin.migrations ?? [])
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
    this.#operations ??= this.#checked((await this.#load((plugin) => plugin.operations?.())).flat())
    return this.#operations
  }

  /** An operation nobody could be allowed to call is a spelling mistake. */
  #checked(operations: Operation[]): Operation[] {
    const declared = new Set(this.permissions.map(({ name }) => name))
    for (const { route, permission } of operations) {
      if (permission && !declared.has(permission)) {
        throw new PluginGraphError(`${route} needs "${permission}", which no plugin declares.`)
      }
    }
    return operations
  }

  async jobs(): Promise<JobDefinition[]> {
    return (await this.#load((plugin) => plugin.jobs?.())).flat()
  }

  async consumers(): Promise<Consumer[]> {
    return (await this.#load((plugin) => plugin.consumers?.())).flat()
  }

  async register(context: PluginContext): Promise<void> {
    for (const plugin of this.plugins) await plugin.register?.(context)
  }

  async boot(context: PluginContext): Promise<void> {
    for (const plugin of this.plugins) await plugin.boot?.(context)
  }

  /** Fills every extension point, then starts the plugins. */
  async start(context: PluginContext): Promise<void> {
    for (const plugin of this.plugins) plugin.extensionPoints?.forEach((point) => point.reset())
    for (const plugin of this.plugins) {
      for (const contribution of plugin.contributes ?? []) await contribution.fill()
    }
    for (const plugin of this.plugins) await plugin.start?.(context)
  }

  async ready(context: PluginContext): Promise<void> {
    for (const plugin of this.plugins) await plugin.ready?.(context)
  }

  async shutdown(context: PluginContext): Promise<void> {
    for (const plugin of [...this.plugins].reverse()) await plugin.shutdown?.(context)
  }

  async #load<T>(
    part: (plugin: PluginDeclaration) => Promise<{ default: T }> | undefined
  ): Promise<T[]> {
    const modules = await Promise.all(this.plugins.map(part))
    return modules.flatMap((module) => (module ? [module.default] : []))
  }
}

/** The host of the running application. */
export const pluginHost = service<PluginHost>('kernel.pluginHost')
