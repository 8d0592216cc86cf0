import type { EventType } from '@crossdock/kernel/events'

const named = (text: (name: string, payload: Record<string, unknown>) => string) => ({
  permission: 'integrations.read',
  activity: (payload: Record<string, unknown>) => text(String(payload.name), payload),
})

/** What this plugin tells the log, with the sentences of the activity feed. */
export const eventTypes: EventType[] = [
  { name: 'egress_allowed', description: 'The operator opened a private range to the tenant' },
  { name: 'egress_closed', description: 'The operator closed a private range to the tenant' },
  {
    name: 'system_created',
    description: 'An external system was connected',
    security: true,
    ...named((name) => `Connected ${name}`),
  },
  {
    name: 'system_updated',
    description: 'An external system was changed',
    security: true,
    ...named((name) => `Updated the connection to ${name}`),
  },
  {
    name: 'system_deleted',
    description: 'An external system was disconnected and deleted',
    security: true,
    ...named((name) => `Disconnected ${name}`),
  },
  {
    name: 'endpoint_created',
    description: 'An endpoint was added to an external system',
    ...named((name, { systemName }) => `Added the endpoint ${name} to ${String(systemName)}`),
  },
  {
    name: 'endpoint_updated',
    description: 'An endpoint of an external system was changed',
    ...named((name, { systemName }) => `Updated the endpoint ${name} of ${String(systemName)}`),
  },
  {
    name: 'endpoint_deleted',
    description: 'An endpoint of an external system was deleted',
    ...named((name, { systemName }) => `Deleted the endpoint ${name} of ${String(systemName)}`),
  },
]
