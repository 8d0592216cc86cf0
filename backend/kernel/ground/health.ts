/** Result of one component's health check. */
export interface Health {
  status: 'ok' | 'degraded' | 'down'
  message?: string
  latencyMs?: number
}

export interface HealthCheck {
  name: string
  check(): Promise<Health>
}
