import type { Session } from '@crossdock/admin/kit'
import type { ApiClient } from './api.js'
import { API, whoami, wire } from './wire.js'

const send = (path: string, body: object) =>
  wire(`${API}/${path}`, { method: 'POST', body: JSON.stringify(body) })

const identity = ({ user, tenant }: Session) => ({
  email: user.email,
  ...(tenant && { tenantId: tenant.subdomain }),
})

/** Mail the person this page belongs to a code. */
export const sendCode = (owner: Session) => send('auth/magic-link', identity(owner))

/** Sign the same person in with the mailed code: what waits goes on, other tabs hear of it. */
export async function verifyCode(api: ApiClient, owner: Session, code: string): Promise<void> {
  await send('auth/verify-code', { ...identity(owner), code })
  api.keeper.saw(await whoami())
  api.keeper.tellOthers()
}
