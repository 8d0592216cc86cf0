import {
  countMails,
  nextMail,
  raiseLimits,
  type Caller,
  type Reply,
  type ServerProcess,
} from '@crossdock/backend/testing'
import { call, sessionOf } from '@crossdock/kernel/testing'

export const operatorEmail = 'admin@localhost'

/** The kinds of mails: with a code, or with a link. */
const codeText = /\b\d{6}\b/
const linkText = /http\S+\/login\?token=\S+/

/** The code in the mail that `trigger` causes. */
export const mailedCode = (server: ServerProcess, email: string, trigger: () => Promise<unknown>) =>
  mailed(server, email, codeText, trigger)

/** The sign-in link in the mail that `trigger` causes. */
export const mailedLink = (server: ServerProcess, email: string, trigger: () => Promise<unknown>) =>
  mailed(server, email, linkText, trigger)

async function mailed(
  server: ServerProcess,
  email: string,
  kind: RegExp,
  trigger: () => Promise<unknown>
): Promise<string> {
  const { dataDir } = server.database
  const seen = await countMails(dataDir, email, kind)
  await trigger()
  const { text } = await nextMail(dataDir, email, seen, kind)
  return kind.exec(text)![0]
}

async function ok<T>(reply: Promise<Reply<T>>, what: string): Promise<Reply<T>> {
  const answer = await reply
  if (answer.status >= 300) throw new Error(`${what}: ${JSON.stringify(answer.body)}`)
  return answer
}

/** Signs a person in without a browser, for journeys about something else. */
export async function signIn(
  server: ServerProcess,
  email: string,
  tenantId?: string
): Promise<Caller> {
  let asked!: Reply
  const code = await mailedCode(server, email, async () => {
    const body = { email, tenantId }
    asked = await ok(call(server.url, 'POST', '/api/auth/magic-link', { body }), email)
  })
  const options = { as: sessionOf(asked), body: { email, tenantId, code } }
  return sessionOf(await ok(call(server.url, 'POST', '/api/auth/verify-code', options), email))
}

/** Sends a request to the API as this person. */
export async function post<T = { id: string }>(
  server: ServerProcess,
  as: Caller,
  path: string,
  body: unknown
): Promise<T> {
  return (await ok(call<T>(server.url, 'POST', path, { as, body }), path)).body
}

/** A new tenant with its signed-in administrator. */
export async function makeTenant(server: ServerProcess, subdomain: string): Promise<Caller> {
  const adminEmail = `admin@${subdomain}.example`
  const operator = await signIn(server, operatorEmail)
  await post(server, operator, '/api/tenants', { name: 'Acme Freight', subdomain, adminEmail })
  await raiseLimits(server.database)
  return signIn(server, adminEmail, subdomain)
}

/** A colleague with this role, signed in. */
export async function makeColleague(
  server: ServerProcess,
  admin: Caller,
  subdomain: string,
  role: string
): Promise<Caller> {
  const email = `${role}@${subdomain}.example`
  await post(server, admin, '/api/users', { email, role })
  return signIn(server, email, subdomain)
}

/** A session's cookies as a browser keeps them. */
export const cookiesOf = (as: Caller, url: string) =>
  (as.headers.cookie ?? '').split('; ').map((pair) => {
    const at = pair.indexOf('=')
    return { name: pair.slice(0, at), value: pair.slice(at + 1), url }
  })
