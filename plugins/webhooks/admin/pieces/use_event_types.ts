import type { WebhookEventType } from '@crossdock/client'
import { useRead } from '@crossdock/admin/kit'

/** The event types that the person may hear, read once for all who ask. */
export const useEventTypes = () => useRead<WebhookEventType[]>('webhooks/event-types')

/** Event types by their area, in the order in which the server lists the areas. */
export const byGroup = (types: readonly WebhookEventType[]) => [
  ...Map.groupBy(types, ({ group }) => group ?? 'other'),
]

/** Those with the search in their name or description. */
export function matching<T extends Pick<WebhookEventType, 'name' | 'description'>>(
  types: readonly T[],
  search: string
): T[] {
  const wanted = search.trim().toLowerCase()
  return types.filter(({ name, description }) =>
    `${name} ${name.replaceAll('_', ' ')} ${description}`.toLowerCase().includes(wanted)
  )
}
