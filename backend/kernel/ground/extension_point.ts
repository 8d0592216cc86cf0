import { perApplication } from './application.js'

/** Write side of an extension point, for contributors. Names are unique. */
export interface Registry<T> {
  add(name: string, item: T): void
}

/** Where stored rows refer to names of an extension point. */
export interface StoredNames {
  /** Description of the rows: `systems with its connectors`. */
  what: string
  table: string
  /** Holds the name, or JSON with objects that have it as their `type`. */
  column: string
}

/**
 * Lets plugins contribute to another plugin, under the name `<owner>.<name>`. Contributions are collected
 * before the owner starts and cannot be removed; only the owner reads them. They belong to the current
 * application.
 */
export interface ExtensionPoint<T> extends Registry<T> {
  readonly id: string
  /** Absent if no stored data names an entry. */
  readonly stored?: StoredNames | undefined
  get(name: string): T | undefined
  /** The contributing plugin, if it used `contribute`. */
  contributor(name: string): string | undefined
  entries(): [name: string, item: T][]
  add(name: string, item: T, plugin?: string): void
}

/** A declared contribution; `fill` runs once, before the owner starts, with the plugin's name. */
export interface Contribution {
  readonly point: string
  fill(plugin: string): void | Promise<void>
}

/**
 * Declares an extension point. The reference belongs in the owner's `contracts/`.
 * @param id `<owner>.<name>`, e.g. `flows.stepTypes`
 * @param stored where entries are named, to find data that uses a plugin
 */
export function extensionPoint<T>(id: string, stored?: StoredNames): ExtensionPoint<T> {
  const items = perApplication(() => new Map<string, { item: T; plugin: string | undefined }>())
  return {
    id,
    stored,
    add(name, item, plugin) {
      const taken = items().get(name)
      if (!taken) return void items().set(name, { item, plugin })
      const whose = taken.plugin === undefined ? '' : ` by plugin "${taken.plugin}"`
      throw new Error(`Extension point ${id}: "${name}" is already taken${whose}.`)
    },
    get: (name) => items().get(name)?.item,
    contributor: (name) => items().get(name)?.plugin,
    entries: () => [...items()].map(([name, { item }]) => [name, item]),
  }
}

/** Declares a plugin's contribution to `point`. */
export function contribute<T>(
  point: ExtensionPoint<T>,
  fill: (registry: Registry<T>) => void | Promise<void>
): Contribution {
  return {
    point: point.id,
    fill: (plugin) => fill({ add: (name, item) => point.add(name, item, plugin) }),
  }
}
