import { Execution } from '../models/execution.js'

/** Returns the ids of the events that caused runs, by `executionId`. Runs without an event are omitted. */
export async function triggerEventsOf(
  executionIds: readonly string[]
): Promise<ReadonlyMap<string, string>> {
  if (executionIds.length === 0) return new Map()
  const found = await Execution.query()
    .whereIn('execution_id', [...executionIds])
    .whereNotNull('trigger_event_id')
    .select('execution_id', 'trigger_event_id')
  return new Map(found.map(({ executionId, triggerEventId }) => [executionId, triggerEventId!]))
}
