import { service } from '@crossdock/kernel/plugin'

export interface FlowSummary {
  totalWorkflows: number
  activeWorkflows: number
  /** Runs created since midnight UTC. */
  executionsToday: number
  /** Percent of today's finished runs that completed, one decimal; null when none has finished. */
  successRate: number | null
}

/** Numbers about the flows of the context's environment; outside of any of its tenant, as operator of all. */
export interface FlowStatistics {
  summary(): Promise<FlowSummary>
}

export const flowStatistics = service<FlowStatistics>('flows.statistics')
