import { call, sessionOf, type Caller } from '@crossdock/kernel/testing'
import { countMails, nextMail, withCode } from './mailbox.js'

/** The address of a product under test, and the location of its mail. */
export interface Place {
  url: string
  dataDir: string
}

/** Signs a person in like in the product: requests the mail, reads the code, sends the code. */
export async function signIn(
  { url, dataDir }: Place,
  email: string,
  organization?: string
): Promise<Caller> {
  const who = { email, tenantId: organization }
  const seen = await countMails(dataDir, email)
  const asked = await call(url, 'POST', '/api/auth/magic-link', { body: who })
  if (asked.status !== 200) throw new Error(`Asking for a code: ${JSON.stringify(asked.body)}`)
  const mail = await nextMail(dataDir, email, seen)
  const body = { ...who, code: withCode.exec(mail.text)?.[0] }
  const reply = await call(url, 'POST', '/api/auth/verify-code', { as: sessionOf(asked), body })
  if (reply.status !== 200) throw new Error(`Sign-in of ${email}: ${JSON.stringify(reply.body)}`)
  return sessionOf(reply)
}
