export interface CommandForm {
  agentId: string
  commandType: string
  parameters: { path?: string; action?: string; folder?: string }
  priority: number
  maxRetries: number
  scheduledFor: string
}
