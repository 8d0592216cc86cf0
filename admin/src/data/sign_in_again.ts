import type { SignedIn } from '@crossdock/client'
import type { Session } from '@crossdock/admin/kit'
import type { ApiClient } from './api.js'
import { API, sendRequest } from './wire.js'

const send = (path: string, body: object) =>
  sendRequest(`${API}/${path}`, { method: 'POST', body: JSON.stringify(body) })

const identity = ({ user, tenant }: Session) => ({
  email: user.email,
  ...(tenant && { tenantId: tenant.subdomain }),
})

/** Emails a code to the owner of this page. Returns the reason if the email has only a link. */
export async function sendCode(owner: Session): Promise<string | undefined> {
  const answer = await send('auth/magic-link', identity(owner))
  const { hasCode, message } = answer.json as { hasCode: boolean; message: string }
  return hasCode ? undefined : message
}

/**
 * Signs the same person in with the emailed code: waiting calls continue and other tabs are notified. Resolves to false
 * when a second factor is needed.
 */
export async function verifyCode(api: ApiClient, owner: Session, code: string): Promise<boolean> {
  const answer = await send('auth/verify-code', { ...identity(owner), code })
  if ((answer.json as SignedIn).secondFactor) return false
  await signedIn(api)
  return true
}

/** Must be called when a person has signed in again. If this person owns the page, the page continues. */
export async function signedIn(api: ApiClient): Promise<void> {
  await api.keeper.checkSession()
  api.keeper.announceSignIn()
}
