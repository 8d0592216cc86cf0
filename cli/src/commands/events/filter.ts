import { instantOf } from '../../times.js'

export interface FilterOptions {
  type?: string
  group?: string
  status?: string
  target?: string
  cause?: string
  chain?: string
  actor?: string
  search?: string
  since?: string
  until?: string
}

const several = (typed: string | undefined) => typed?.split(',').map((name) => name.trim())

/**
 * The event log filter from the flags.
 * @throws UsageError for an invalid time
 */
export function filterOf(options: FilterOptions): Record<string, string | string[] | undefined> {
  const { type, group, status, target, cause, chain, actor, search, since, until } = options
  return {
    eventType: several(type),
    group: several(group),
    status: several(status),
    targetId: target,
    causeId: cause,
    rootId: chain,
    actorId: actor,
    search,
    after: since && instantOf('--since', since, { counting: 'back' }),
    before: until && instantOf('--until', until, { counting: 'back' }),
  }
}
