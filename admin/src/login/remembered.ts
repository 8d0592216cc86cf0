import type { LoginRequest } from './use_request_code.js'

const key = 'crossdock.sign-in'

/** What was entered the last time in this browser; no more than the form shows. */
export function recall(): LoginRequest {
  try {
    const { email, tenantId } = JSON.parse(
      localStorage.getItem(key) ?? '{}'
    ) as Partial<LoginRequest>
    return {
      email: typeof email === 'string' ? email : '',
      ...(typeof tenantId === 'string' && { tenantId }),
    }
  } catch {
    return { email: '' }
  }
}

export function remember({ email, tenantId }: LoginRequest): void {
  try {
    localStorage.setItem(key, JSON.stringify({ email, tenantId }))
  } catch {
    // A browser that keeps nothing is asked again.
  }
}
