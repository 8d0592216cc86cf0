/** Filters of the feed that links may set as single parameters. */
const names = ['userId', 'entityType', 'entityId', 'eventType', 'partOf'] as const

type Filter = Partial<Record<(typeof names)[number], string>>

/** The address of the feed with these filters. */
export const activityPath = (filter: Filter): string =>
  `/activity?${new URLSearchParams({ filter: JSON.stringify(filter) }).toString()}`

/**
 * Converts `/activity?entityType=asset&entityId=…` into the filter format of list addresses; undefined without
 * these parameters.
 */
export function namedFilter(search: URLSearchParams): string | undefined {
  const named = names.flatMap((name) => {
    const value = search.get(name)
    return value ? [[name, value] as const] : []
  })
  return named.length > 0 ? activityPath(Object.fromEntries(named)) : undefined
}
