import type { SignInMail } from '@crossdock/client'
import type { LoginRequest } from './use_request_code.js'

const key = 'crossdock.sign-in'
const sentKey = 'crossdock.sign-in.sent'
/** As long as a code is good for. */
const CODE_LIFE = 10 * 60_000

/** Who signed in the last time in this browser; no more than the form shows. */
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
  keep(localStorage, key, { email, tenantId })
}

interface Sent {
  request: LoginRequest
  mail: SignInMail
}

/** The mail this tab waits for the code of: phones load the page anew after a look at the mail. */
export function recallSent(): Sent | undefined {
  try {
    const sent = JSON.parse(sessionStorage.getItem(sentKey) ?? '{}') as Sent & { at: number }
    return Date.now() - sent.at < CODE_LIFE ? sent : undefined
  } catch {
    return undefined
  }
}

export function rememberSent(sent: Sent): void {
  keep(sessionStorage, sentKey, { ...sent, at: Date.now() })
}

export function forgetSent(): void {
  keep(sessionStorage, sentKey, {})
}

function keep(storage: Storage, name: string, value: object): void {
  try {
    storage.setItem(name, JSON.stringify(value))
  } catch {
    // A browser that keeps nothing is asked again.
  }
}
