import type { SignedIn } from '@crossdock/client'
import type { Session } from '@crossdock/admin/kit'
import type { ApiClient } from './api.js'
import { API, wire } from './wire.js'

const send = (path: string, body: object) =>
  wire(`${API}/${path}`, { method: 'POST', body: JSON.stringify(body) })

const identity = ({ user, tenant }: Session) => ({
  email: user.email,
  ...(tenant && { tenantId: tenant.subdomain }),
})

/** Mail the person this page belongs to a code; undefined, or why the mail has a link only. */
export async function sendCode(owner: Session): Promise<string | undefined> {
  const answer = await send('auth/magic-link', identity(owner))
  const { hasCode, message } = answer.json as { hasCode: boolean; message: string }
  return hasCode ? undefined : message
}

/**
 * Sign the same person in with the mailed code: what waits goes on, other tabs hear of it. False where a second
 * factor is asked for.
 */
export async function verifyCode(api: ApiClient, owner: Session, code: string): Promise<boolean> {
  const answer = await send('auth/verify-code', { ...identity(owner), code })
  if ((answer.json as SignedIn).secondFactor) return false
  await signedIn(api)
  return true
}

/** Somebody is signed in again: if it is the same person, the page goes on. */
export async function signedIn(api: ApiClient): Promise<void> {
  await api.keeper.look()
  api.keeper.tellOthers()
}
