import type { SignInMail } from '@crossdock/client'
import type { LoginRequest } from './use_request_code.js'

const key = 'crossdock.sign-in'
const sentKey = 'crossdock.sign-in.sent'
/** Lifetime of a code, in milliseconds. */
const CODE_LIFE = 10 * 60_000

/** Returns the last sign-in in this browser, with only the values that the form shows. */
export function recallSignIn(): LoginRequest {
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

export function rememberSignIn({ email, tenantId }: LoginRequest): void {
  storeJson(localStorage, key, { email, tenantId })
}

interface Sent {
  request: LoginRequest
  mail: SignInMail
}

/** Returns the email whose code this tab waits for. Phones reload the page while the person looks at the email. */
export function recallSent(): Sent | undefined {
  try {
    const sent = JSON.parse(sessionStorage.getItem(sentKey) ?? '{}') as Sent & { at: number }
    return Date.now() - sent.at < CODE_LIFE ? sent : undefined
  } catch {
    return undefined
  }
}

export function rememberSent(sent: Sent): void {
  storeJson(sessionStorage, sentKey, { ...sent, at: Date.now() })
}

export function forgetSent(): void {
  storeJson(sessionStorage, sentKey, {})
}

function storeJson(storage: Storage, name: string, value: object): void {
  try {
    storage.setItem(name, JSON.stringify(value))
  } catch {
    // Without storage, the person has to request another code.
  }
}
