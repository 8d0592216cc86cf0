import type { WebhookEventType } from '@crossdock/client'
import { useRead } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'

/** The event types that the person may hear, read once for all who ask. */
export const useEventTypes = () => useRead<WebhookEventType[]>('webhooks/event-types')

/** Event types by their area, in the order of what the areas are called. */
export function useGroups(types: readonly WebhookEventType[]) {
  const translate = useTranslate()
  return [...Map.groupBy(types, ({ group }) => group ?? 'other')]
    .map(([group, some]) => ({ name: translate(`webhooks.group.${group}`, { _: group }), some }))
    .toSorted((one, other) => one.name.localeCompare(other.name))
}

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
