import { perApplication } from './application.js'

/** Write side of an extension point: what contributors see. Names are unique. */
export interface Registry<T> {
  add(name: string, item: T): void
}

/** Where people's rows hold the names of what an extension point offers. */
export interface StoredNames {
  /** What the rows are to people: `systems with its connectors`. */
  what: string
  table: string
  /** Holds the name, or JSON in which an object has it as its `type`. */
  column: string
}

/**
 * A place where plugins add to another one, known by `<owner>.<name>`. Contributions are collected
 * before the owner starts and cannot be taken back; only the owner reads them. They are those of the
 * current application.
 */
export interface ExtensionPoint<T> extends Registry<T> {
  readonly id: string
  /** Absent where nothing that is stored names an entry. */
  readonly stored?: StoredNames | undefined
  get(name: string): T | undefined
  /** The plugin that brought it, where it was brought by `contribute`. */
  contributor(name: string): string | undefined
  entries(): [name: string, item: T][]
  add(name: string, item: T, plugin?: string): void
}

/** A declared addition to an extension point; `fill` runs once, before the owner starts, with the plugin's name. */
export interface Contribution {
  readonly point: string
  fill(plugin: string): void | Promise<void>
}

/**
 * Declares an extension point. The reference lives in the owner's `contracts/`.
 * @param id `<owner>.<name>`, e.g. `flows.stepTypes`
 * @param stored where entries are named, to tell what uses a plugin
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

/** Declares what a plugin adds to `point`. */
export function contribute<T>(
  point: ExtensionPoint<T>,
  fill: (registry: Registry<T>) => void | Promise<void>
): Contribution {
  return {
    point: point.id,
    fill: (plugin) => fill({ add: (name, item) => point.add(name, item, plugin) }),
  }
}
