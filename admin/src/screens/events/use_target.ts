import { useCallback } from 'react'
import { useEntityAddress } from '../../registry/use_entity_address.js'
import type { EventDetails, LogEvent } from './model.js'

type About = Pick<LogEvent | EventDetails, 'eventType' | 'payload'>

/**
 * Returns a function for the console address of the target or source of an event; undefined when no screen shows it.
 */
export function useThingAddress() {
  const addressOf = useEntityAddress()
  return useCallback(
    ({ eventType, payload }: About, entityType: string | null, entityId: string | null) =>
      addressOf({
        id: '',
        action: '',
        createdAt: '',
        userId: null,
        userName: null,
        eventType,
        entityType,
        entityId,
        metadata: { ...payload, eventType },
      }),
    [addressOf]
  )
}
