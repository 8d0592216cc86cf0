import { perApplication } from './application.js'

/** Write side of an extension point: what contributors see. Names are unique. */
export interface Registry<T> {
  add(name: string, item: T): void
}

/**
 * A place where plugins add to another one, known by `<owner>.<name>`. Contributions are collected
 * before the owner starts and cannot be taken back; only the owner reads them. They are those of the
 * current application.
 */
export interface ExtensionPoint<T> extends Registry<T> {
  readonly id: string
  get(name: string): T | undefined
  entries(): [name: string, item: T][]
}

/** A declared addition to an extension point; `fill` runs once, before the owner starts. */
export interface Contribution {
  readonly point: string
  fill(): void | Promise<void>
}

/**
 * Declares an extension point. The reference lives in the owner's `contracts/`.
 * @param id `<owner>.<name>`, e.g. `flows.stepTypes`
 */
export function extensionPoint<T>(id: string): ExtensionPoint<T> {
  const items = perApplication(() => new Map<string, T>())
  return {
    id,
    add(name, item) {
      if (items().has(name)) throw new Error(`Extension point ${id}: "${name}" is already taken.`)
      items().set(name, item)
    },
    get: (name) => items().get(name),
    entries: () => [...items()],
  }
}

/** Declares what a plugin adds to `point`. */
export function contribute<T>(
  point: ExtensionPoint<T>,
  fill: (registry: Registry<T>) => void | Promise<void>
): Contribution {
  return { point: point.id, fill: () => fill({ add: (name, item) => point.add(name, item) }) }
}
