import type { Actor } from '@crossdock/kernel/tenancy'

/** Returns the actor of a run: its flow, on behalf of a person. */
export function flowActor(flow: { id: string; name: string }, userId: string | null): Actor {
  return { type: 'flow', id: flow.id, userId, label: flow.name }
}
