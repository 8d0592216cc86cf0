import type { ApplicationService } from '@adonisjs/core/types'
import type { EventType } from '../events/event_type.js'
import type { Consumer } from '../events/consumer.js'
import type { HealthCheck } from '../ground/health.js'
import type { Permission } from '../ground/permission.js'
import type { Operation } from '../http/operation.js'
import type { ApiSection } from '../http/v2.js'
import type { JobDefinition } from '../jobs/contract.js'
import type { Schedule } from '../jobs/reference.js'
import type { CompleteSettings } from '../settings/index.js'
import type { Texts } from '../ground/languages.js'
import type { Contribution, ExtensionPoint } from '../ground/extension_point.js'

/** What a plugin's life-cycle functions receive. */
export interface PluginContext {
  app: ApplicationService
  settings: CompleteSettings
}

type Lazy<T> = () => Promise<{ default: T }>
/** What all installed plugins declare together, for those whose parts follow from it. */
export interface Installed {
  readonly eventTypes: EventType[]
}

type Step = (context: PluginContext) => void | Promise<void>

/**
 * A domain or plugin as a plain declaration. Nothing heavy (models, services, controllers) may be
 * imported at the top of the file that holds it: `operations`, `jobs`, `consumers` and `commands`
 * are loaded lazily.
 */
export interface PluginDeclaration {
  name: string
  /** A package from outside says it in its package.json alone, as it does `compatibility` and `operator`. */
  version?: string
  /** Range of kernel versions it works with, e.g. `^1.0`. */
  compatibility?: string
  /** It works across tenants (`asOperator`); people are told. */
  operator?: boolean
  /** The npm package from outside it came in: set by who loads it. */
  package?: string
  dependsOn?: string[]
  /**
   * Folders of migrations, run in dependency order: `new URL('./migrations', import.meta.url)`. Each file is recorded as
   * `<plugin>/<file>`, for ever. Text is a folder below the application's root, recorded by its path: that of plugins
   * which were there before.
   */
  migrations?: (URL | string)[]
  /**
   * Its tables whose rows belong to one environment of their tenant, told by `environment_id`: a context that has an
   * environment sees and writes that one's rows alone (ADR 31).
   */
  environmentTables?: string[]
  permissions?: Permission[]
  eventTypes?: EventType[]
  /**
   * Languages it brings, by BCP 47 tag: the English template of a sentence (see `text`), its own or
   * another's, and what is said instead; of two plugins the later one is heard.
   */
  texts?: Record<string, Lazy<Texts>>
  extensionPoints?: Pick<ExtensionPoint<unknown>, 'id' | 'stored' | 'entries' | 'contributor'>[]
  contributes?: Contribution[]
  operations?: Lazy<Operation[]>
  /**
   * Which of its operations programs may also call under `/api/v2`: the beginnings of their paths, such as `/assets`, and
   * the section of the API reference that shows them. The longest that fits counts; null leaves out.
   */
  publicApi?: Record<`/${string}`, ApiSection | null>
  jobs?: Lazy<JobDefinition[]>
  /** Recurring work, as `schedule()` declares it. */
  schedules?: Schedule[]
  consumers?: (installed: Installed) => Promise<{ default: Consumer[] }>
  commands?: Lazy<unknown[]>
  healthChecks?: HealthCheck[]
  /** Bind services; nothing else is ready yet. */
  register?: Step
  /** All plugins are registered. */
  boot?: Step
  /** Extension points are filled; runs in every mode (server, commands, tests). */
  start?: Step
  /** The process serves: open connections, timers, listeners. */
  ready?: Step
  /** In reverse order, after the server has stopped taking requests. */
  shutdown?: Step
}

/** Declares a domain or a plugin. Checked with all others before anything starts (see `PluginHost`). */
export function definePlugin(declaration: PluginDeclaration): PluginDeclaration {
  return Object.freeze(declaration)
}
