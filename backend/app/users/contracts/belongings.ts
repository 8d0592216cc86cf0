import type { Text } from '@crossdock/kernel/http'
import { extensionPoint } from '@crossdock/kernel/plugin'

/** More of one kind are not counted: how many more there are changes nobody's mind. */
export const mostCounted = 1_000

/**
 * What a domain keeps in people's names, so that it goes to somebody when they are removed. Columns that only tell who did
 * something once are history and stay.
 */
export interface Belongings {
  /** What it is, as people read it: `12 workflows that run with their rights`. More than `mostCounted` are "more than" that. */
  tell(count: number): Text
  /** Up to one more than `mostCounted`, by an index. Runs inside the tenant. */
  count(userId: string): Promise<number>
  /**
   * Gives up to `most` to somebody else, inside the tenant and a transaction; who gives less than `most` has given all.
   * What is left after the removal itself follows in further transactions.
   * @returns how many it were
   */
  handOver(from: string, to: string, most: number): Promise<number>
}

export const belongings = extensionPoint<Belongings>('users.belongings')
