import type { EventType } from '@crossdock/kernel/events'

type Payload = Record<string, unknown>

function define(
  name: string,
  description: string,
  activity: (payload: Payload) => string
): EventType {
  return { name, description, permission: 'flows.read', activity }
}

/** What happens to workflows and their runs, each with its sentence in the activity feed. */
export const eventTypes: EventType[] = [
  define('workflow_created', 'A workflow was created', ({ name }) => `Created workflow ${name}`),
  define(
    'workflow_updated',
    'A workflow was changed',
    ({ name, change }) => `${change} workflow ${name}`
  ),
  define('workflow_deleted', 'A workflow was deleted', ({ name }) => `Deleted workflow ${name}`),
  define('flow_started', 'A run began', ({ flowName }) => `Started workflow ${flowName}`),
  define('flow_completed', 'A run completed', ({ flowName }) => `Completed workflow ${flowName}`),
  define(
    'flow_failed',
    'A run failed',
    ({ flowName, errorMessage }) => `Workflow ${flowName} failed: ${errorMessage}`
  ),
  define(
    'flow_cancelled',
    'A run was cancelled',
    ({ flowName }) => `Cancelled workflow ${flowName}`
  ),
  define(
    'flow_retried',
    'A failed run was taken up again',
    ({ flowName }) => `Retried workflow ${flowName}`
  ),
]
