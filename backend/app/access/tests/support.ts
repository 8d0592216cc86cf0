import { unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import { sessionOf, notifySeen, type Caller, type Reply } from '@crossdock/kernel/testing'
import { withCode, type TestApp } from '@crossdock/backend/testing'

export const operator = 'operator@crossdock.example'

export interface SignInMail {
  code: string
  /** The token of the first link. */
  token: string
  text: string
  subject: string
}

export interface SignInReply {
  message: string
  code: string
  redirectUrl?: string
  organizations?: { id: string; name: string; subdomain: string }[]
}

/** A browser with its own cookie jar; `ip` places it in a network (behind TRUST_PROXY). */
export class Browser {
  jar: Caller = { headers: {} }

  constructor(
    private readonly app: TestApp,
    private readonly ip?: string
  ) {}

  async send<T = SignInReply>(
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {}
  ): Promise<Reply<T>> {
    const network: Record<string, string> = this.ip ? { 'x-forwarded-for': this.ip } : {}
    const reply = await this.app.call<T>(method, path, {
      as: this.jar,
      headers: { ...network, ...headers },
      body,
    })
    this.jar = sessionOf(reply, this.jar)
    return reply
  }

  requestMail(email: string, tenantId?: string, next?: string) {
    return this.send('POST', '/api/auth/magic-link', { email, tenantId, next })
  }

  /** Requests a sign-in mail and reads it. */
  async mail(email: string, tenantId?: string, next?: string): Promise<SignInMail> {
    const { text, subject } = await this.app.mailTo(email, async () => {
      const { status, body } = await this.requestMail(email, tenantId, next)
      if (status !== 200) throw new Error(`No mail for ${email}: ${JSON.stringify(body)}`)
    })
    return { code: withCode.exec(text)![0], token: linkTokens(text)[0]!, text, subject }
  }

  code(email: string, code: string, tenantId?: string, more: object = {}) {
    return this.send('POST', '/api/auth/verify-code', { email, code, tenantId, ...more })
  }

  link(token: string, more: object = {}) {
    return this.send('POST', '/api/auth/verify-link', { token, ...more })
  }

  look<T = Record<string, unknown>>(token: string) {
    return this.send<T>('POST', '/api/auth/link', { token })
  }

  /** The address of the signed-in person, or null. */
  async me(): Promise<string | null> {
    const { status, body } = await this.send<{ user: { email: string } }>('GET', '/api/auth/me')
    return status === 200 ? body.user.email : null
  }
}

/** The tokens of all links in a mail. */
export const linkTokens = (text: string): string[] =>
  [...text.matchAll(/\/login\?token=(\w+)/g)].map((found) => found[1]!)

export const anotherCode = (code: string): string => (code === '111111' ? '222222' : '111111')

/** Events for rows that tests change directly, for example to let time pass. */
const targetOf: Record<string, string> = { users: 'user', sessions: 'user', tenants: 'tenant' }

/** Changes rows and records the event that a real change of people and tenants records. */
export async function alter(
  table: string,
  where: { id?: string; user_id?: string; email?: string },
  values: object
): Promise<void> {
  await asOperator('a test makes time pass', async () =>
    unscoped().from(table).where(where).update(values)
  )
  const [targetType, targetId] = [targetOf[table] ?? null, where.user_id ?? where.id ?? null]
  notifySeen({ eventType: 'altered', tenantId: null, targetType, targetId })
}

export function rows<T>(table: string, where: object): Promise<T[]> {
  return asOperator('a test looks at what is stored', async () =>
    unscoped().from(table).where(where)
  )
}

export const minutesAgo = (minutes: number): string =>
  new Date(Date.now() - minutes * 60_000).toISOString()
