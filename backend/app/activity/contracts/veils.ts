import { extensionPoint } from '@crossdock/kernel/plugin'

/**
 * Hides single objects, such as files, from people who may see other objects of the kind. The feed still
 * shows who did something and when, but not what.
 */
export interface VisibilityFilter {
  /** @param ids of objects of one kind, at most two for each entry of a page @returns the hidden ones */
  findHidden(ids: readonly string[]): Promise<ReadonlySet<string>>
  /**
   * Returns an SQL condition that excludes hidden objects, so that a search cannot find them.
   * @param column SQL expression for the id of an object
   * @returns null if nothing is hidden
   */
  visibleCondition(column: string): Promise<{ sql: string; values: string[] } | null>
}

/** The filters by kind of object, which is the target's type in events. */
export const veils = extensionPoint<VisibilityFilter>('activity.veils')
