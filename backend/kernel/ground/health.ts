/** Result of one component's health check. */
export interface Health {
  /** `unknown`: not tried yet. */
  status: 'ok' | 'unknown' | 'degraded' | 'down'
  message?: string
  latencyMs?: number
}

export interface HealthCheck {
  name: string
  /** No page can be served while it is down: a load balancer must remove the server. */
  isNeeded?: boolean
  check(): Promise<Health>
}
