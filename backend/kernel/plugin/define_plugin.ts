import type { ApplicationService } from '@adonisjs/core/types'
import type { EventType } from '../events/event_type.js'
import type { Consumer } from '../events/consumer.js'
import type { HealthCheck } from '../ground/health.js'
import type { Permission } from '../ground/permission.js'
import type { Operation } from '../http/operation.js'
import type { ApiSection } from '../http/api_sections.js'
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
/** What all installed plugins declare together, for plugins that build on it. */
export interface Installed {
  readonly eventTypes: EventType[]
}

type Step = (context: PluginContext) => void | Promise<void>

/**
 * A domain or plugin as a plain declaration. The file must not import heavy modules (models, services,
 * controllers) at the top: `operations`, `jobs`, `consumers` and `commands` are loaded lazily.
 */
export interface PluginDeclaration {
  name: string
  /** A package from outside declares it only in its package.json, like `compatibility` and `operator`. */
  version?: string
  /** Range of kernel versions it works with, e.g. `^0.1`. */
  compatibility?: string
  /** Whether the plugin works across tenants (`asOperator`). The console shows this to people. */
  operator?: boolean
  /** The npm package of a plugin from outside, set by the loader. */
  package?: string
  dependsOn?: string[]
  /**
   * Folders of migrations, run in dependency order: `new URL('./migrations', import.meta.url)`. Each file is
   * recorded permanently as `<plugin>/<file>`. A string is a folder below the application's root, recorded by
   * its path: it is for plugins older than this rule.
   */
  migrations?: (URL | string)[]
  /**
   * Its tables whose rows belong to one environment of their tenant, named in `environment_id`. A context with
   * an environment reads and writes only the rows of that environment (ADR 31).
   */
  environmentTables?: string[]
  permissions?: Permission[]
  eventTypes?: EventType[]
  /**
   * Translations by BCP 47 tag: the English template of a sentence (see `text`), of this or another plugin, and
   * its translation. If two plugins translate a sentence, the later one wins.
   */
  texts?: Record<string, Lazy<Texts>>
  extensionPoints?: Pick<ExtensionPoint<unknown>, 'id' | 'stored' | 'entries' | 'contributor'>[]
  contributes?: Contribution[]
  operations?: Lazy<Operation[]>
  /**
   * Paths whose operations are also available to programs under `/api/v2`: path prefixes, such as `/assets`,
   * with the section of the API reference that shows them. The longest matching prefix decides; null excludes.
   */
  publicApi?: Record<`/${string}`, ApiSection | null>
  jobs?: Lazy<JobDefinition[]>
  /** Recurring work, as `schedule()` declares it. */
  schedules?: Schedule[]
  consumers?: (installed: Installed) => Promise<{ default: Consumer[] }>
  commands?: Lazy<unknown[]>
  healthChecks?: HealthCheck[]
  /** Binds services; nothing else is ready yet. */
  register?: Step
  /** All plugins are registered. */
  boot?: Step
  /** Extension points are filled. Runs in every mode (server, commands, tests). */
  start?: Step
  /** The process serves requests: open connections, start timers and listeners. */
  ready?: Step
  /** In reverse order, after the server has stopped accepting requests. */
  shutdown?: Step
}

/** Declares a domain or a plugin. All declarations are checked before anything starts (see `PluginHost`). */
export function definePlugin(declaration: PluginDeclaration): PluginDeclaration {
  return Object.freeze(declaration)
}
