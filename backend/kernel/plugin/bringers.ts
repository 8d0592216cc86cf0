import { service } from '../ground/service.js'
import { parseObject } from '../json/index.js'

/** Names by the extension point they were brought to. */
export type Brings = Record<string, string[]>

/** A plugin there is or was, and what it brought. */
interface Bringer {
  name: string
  package: string | null
  brings: Brings
}

/** Every plugin this installation has started with. */
export const bringers = service<readonly Bringer[]>('kernel.bringers')

/** What people know the plugin by that once brought `name` to the extension point: its package when it has one. */
export function bringerOf(point: string, name: string): string | undefined {
  const bringer = bringers.peek()?.find(({ brings }) => brings[point]?.includes(name))
  return bringer && (bringer.package ?? bringer.name)
}

/** As it is stored; nothing when a newer version has stored something else there. */
export function readBrings(stored: unknown): Brings {
  const found = typeof stored === 'string' ? parseObject(stored) : undefined
  const lists = Object.entries(found ?? {}).filter(([, names]) => Array.isArray(names))
  return Object.fromEntries(lists) as Brings
}
