import type { WebhookEventType } from '@crossdock/client'
import { useRead } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'

/** The event types that the person may subscribe to; all callers share one read. */
export const useEventTypes = () => useRead<WebhookEventType[]>('webhooks/event-types')

/** Groups event types by area, sorted by the label of the area. */
export function useGroups(types: readonly WebhookEventType[]) {
  const translate = useTranslate()
  return [...Map.groupBy(types, ({ group }) => group ?? 'other')]
    .map(([group, some]) => ({ name: translate(`webhooks.group.${group}`, { _: group }), some }))
    .toSorted((one, other) => one.name.localeCompare(other.name))
}

/** Event types with the search text in their name or description. */
export function matching<T extends Pick<WebhookEventType, 'name' | 'description'>>(
  types: readonly T[],
  search: string
): T[] {
  const wanted = search.trim().toLowerCase()
  return types.filter(({ name, description }) =>
    `${name} ${name.replaceAll('_', ' ')} ${description}`.toLowerCase().includes(wanted)
  )
}
