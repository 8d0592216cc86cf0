import type { Execution } from '@crossdock/client'

/** The URL of the list of runs with a filter. */
export const runsWhere = (filter: Record<string, unknown>): string =>
  `/flow-execution?filter=${encodeURIComponent(JSON.stringify(filter))}`

/** The URL of the runs of a workflow. */
export const runsOf = (flowId: string): string => runsWhere({ flowId })

/** The URL of the page of a run. */
export const runPath = ({ executionId }: Pick<Execution, 'executionId'>): string =>
  `/flow-execution/${encodeURIComponent(executionId)}`
