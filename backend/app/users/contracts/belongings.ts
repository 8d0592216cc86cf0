import type { Text } from '@crossdock/kernel/ground'
import { extensionPoint } from '@crossdock/kernel/plugin'

/** Counting stops here; a higher number does not help people decide. */
export const mostCounted = 1_000

/**
 * Data that a domain stores in people's names and that needs a new owner when they are removed. Columns that only
 * record who did something are history and stay.
 */
export interface Belongings {
  /** The text for people: `12 workflows that run with their rights`. Above `mostCounted` it says "more than". */
  tell(count: number): Text
  /** Counts up to one more than `mostCounted`, with an index. Runs inside the tenant. */
  count(userId: string): Promise<number>
  /**
   * Gives up to `most` rows to another person, inside the tenant and a transaction. A result below `most`
   * means that none are left. The removal calls it once; a job repeats it in further transactions.
   * @returns the number of rows
   */
  handOver(from: string, to: string, most: number): Promise<number>
}

export const belongings = extensionPoint<Belongings>('users.belongings')
