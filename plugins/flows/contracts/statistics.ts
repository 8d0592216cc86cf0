import { service } from '@crossdock/kernel/plugin'

export interface FlowSummary {
  totalWorkflows: number
  activeWorkflows: number
  /** Runs created since midnight UTC. */
  executionsToday: number
  /** Percentage of the runs ended today that completed, with one decimal; null if none has ended. */
  successRate: number | null
}

/**
 * Statistics of the flows of the context's environment. Outside any environment, they cover the context's
 * tenant; for an operator, they cover all tenants.
 */
export interface FlowStatistics {
  summary(): Promise<FlowSummary>
}

export const flowStatistics = service<FlowStatistics>('flows.statistics')
