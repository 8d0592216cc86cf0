/** Filters of the feed that others name in an address, each on its own. */
const names = ['userId', 'entityType', 'entityId', 'eventType'] as const

type Filter = Partial<Record<(typeof names)[number], string>>

/** The feed narrowed to these entries. */
export const activityPath = (filter: Filter): string =>
  `/activity?${new URLSearchParams({ filter: JSON.stringify(filter) }).toString()}`

/**
 * `/activity?entityType=asset&entityId=…` as lists have it in their address; undefined where nothing is named like
 * that.
 */
export function namedFilter(search: URLSearchParams): string | undefined {
  const named = names.flatMap((name) => {
    const value = search.get(name)
    return value ? [[name, value] as const] : []
  })
  return named.length > 0 ? activityPath(Object.fromEntries(named)) : undefined
}
