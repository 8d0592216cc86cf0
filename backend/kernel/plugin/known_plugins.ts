import { service } from '../ground/service.js'
import { parseObject } from '../json/index.js'

/** Names of a plugin's contributions, by extension point. */
export type ContributedNames = Record<string, string[]>

/** An installed or former plugin, and its contributions. */
interface KnownPlugin {
  name: string
  package: string | null
  brings: ContributedNames
}

/** Every plugin that this installation has ever started with. */
export const knownPlugins = service<readonly KnownPlugin[]>('kernel.bringers')

/**
 * The display name of the plugin that once contributed `name` to the extension point: its package, if it has
 * one.
 */
export function contributorOf(point: string, name: string): string | undefined {
  const contributor = knownPlugins.peek()?.find(({ brings }) => brings[point]?.includes(name))
  return contributor && (contributor.package ?? contributor.name)
}

/** Parses the stored contributions. A format that a newer version stored is skipped. */
export function readContributions(stored: unknown): ContributedNames {
  const found = typeof stored === 'string' ? parseObject(stored) : undefined
  const lists = Object.entries(found ?? {}).filter(([, names]) => Array.isArray(names))
  return Object.fromEntries(lists) as ContributedNames
}
