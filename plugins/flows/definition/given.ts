import type { FlowStep, TriggerConfig } from '../contracts/index.js'

/** A step as received. */
export interface GivenStep {
  id?: string | null
  name?: string | null
  type?: string
  systemId?: string | null
  endpointId?: string | null
  config?: Record<string, unknown> | null
  order?: number
  /** The branches, which are checked when they are read. */
  branches?: Record<string, unknown[]> | null
}

/** A complete workflow definition before it is checked and saved. */
export interface Definition {
  name: string
  description: string | null
  triggerType: string
  triggerConfig: TriggerConfig
  steps: FlowStep[]
  isActive: boolean
}
