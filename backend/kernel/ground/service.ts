import { perApplication } from './application.js'

/**
 * A typed reference to a service of one domain for others, kept in the owner's `contracts/`. Every application
 * has its own implementation. The owner calls `provide` in its `register`; other domains call `use` when they
 * need it.
 */
export interface ServiceRef<T> {
  readonly id: string
  provide(implementation: T): void
  use(): T
  /** Undefined while it is not provided. */
  peek(): T | undefined
}

/** @param id `<owner>.<name>`, e.g. `assets.library` */
export function service<T>(id: string): ServiceRef<T> {
  const provided = perApplication<{ implementation?: T }>(() => ({}))
  return {
    id,
    provide(implementation) {
      provided().implementation = implementation
    },
    use() {
      const { implementation } = provided()
      if (implementation === undefined) {
        throw new Error(`Service ${id} is used before its owner was registered (dependsOn?).`)
      }
      return implementation
    },
    peek: () => provided().implementation,
  }
}
