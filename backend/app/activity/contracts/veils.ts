import { extensionPoint } from '@crossdock/kernel/plugin'

/**
 * Which of some things the context's person may not see although they may see others of the kind. What is told of them in the
 * feed says who did something and when, and not what.
 * @param ids of things of one kind, at most two for each entry of a page
 */
export type Veil = (ids: readonly string[]) => Promise<ReadonlySet<string>>

/** By the kind of thing, as events name their target. */
export const veils = extensionPoint<Veil>('activity.veils')
