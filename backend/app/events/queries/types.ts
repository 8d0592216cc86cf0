import { groupOf } from '@crossdock/kernel/events'
import { pluginHost } from '@crossdock/kernel/plugin'

const types = () => pluginHost.use().eventTypes

/** The event types in these groups. */
export const typesOfGroups = (groups: readonly string[]): string[] =>
  types()
    .filter((type) => groups.includes(groupOf(type) ?? ''))
    .map(({ name }) => name)

/** The event types whose name contains a part. */
export const typesNamed = (part: string): string[] =>
  types()
    .map(({ name }) => name)
    .filter((name) => name.includes(part))
