import type { Text } from '@crossdock/kernel/ground'
import { belongings, type Belongings } from '../contracts/index.js'

/** Data of a person of one kind. */
export interface Owned {
  kind: string
  count: number
  label: Text
}

/** Everything that needs a new owner when the person is removed. */
export async function ownedBy(userId: string): Promise<Owned[]> {
  const owned: Owned[] = []
  for (const [kind, domain] of belongings.entries()) {
    const count = await domain.count(userId)
    if (count > 0) owned.push({ kind, count, label: domain.tell(count) })
  }
  return owned
}

export const domains = (): [kind: string, domain: Belongings][] => belongings.entries()
