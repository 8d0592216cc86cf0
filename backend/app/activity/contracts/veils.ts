import { extensionPoint } from '@crossdock/kernel/plugin'

/**
 * Hides single things from people who may see others of the same kind. The feed then shows who did something and
 * when, but not what.
 */
export interface VisibilityFilter {
  /** @param ids of things of one kind, at most two for each entry of a page @returns the hidden ones */
  findHidden(ids: readonly string[]): Promise<ReadonlySet<string>>
  /**
   * Returns an SQL condition that excludes hidden things, so that a search cannot find them.
   * @param column SQL expression for the id of a thing
   * @returns null if nothing is hidden
   */
  visibleCondition(column: string): Promise<{ sql: string; values: string[] } | null>
}

/** The filters by the kind of thing, which is named as in the target of events. */
export const veils = extensionPoint<VisibilityFilter>('activity.veils')
