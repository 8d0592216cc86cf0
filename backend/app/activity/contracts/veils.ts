import { extensionPoint } from '@crossdock/kernel/plugin'

/**
 * Which of some things the context's person may not see although they may see others of the kind. What is told of them in the
 * feed says who did something and when, and not what.
 */
export interface Veil {
  /** @param ids of things of one kind, at most two for each entry of a page */
  hidden(ids: readonly string[]): Promise<ReadonlySet<string>>
  /**
   * The same as a condition, by which searches find nothing of them.
   * @param column that names a thing, as SQL
   * @returns null where nothing is hidden
   */
  outside(column: string): Promise<{ sql: string; values: string[] } | null>
}

/** By the kind of thing, as events name their target. */
export const veils = extensionPoint<Veil>('activity.veils')
