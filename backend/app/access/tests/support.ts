import { unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import type { TestApp } from '@crossdock/backend/testing'

export const operator = 'operator@crossdock.example'

export interface SignInMail {
  code: string
  token: string
  text: string
  subject: string
}

/** Asks for a sign-in mail and reads it. */
export async function signInMail(
  app: TestApp,
  email: string,
  tenantId?: string
): Promise<SignInMail> {
  const { text, subject } = await app.mailTo(email, () =>
    app.ok('POST', '/api/auth/magic-link', { body: { email, tenantId } })
  )
  return { code: /\b\d{6}\b/.exec(text)![0], token: linkToken(text), text, subject }
}

export const linkToken = (text: string): string => /\/login\?token=(\w+)/.exec(text)![1]!

export const anotherCode = (code: string): string => (code === '111111' ? '222222' : '111111')

export const verifyCode = (app: TestApp, email: string, code: string, tenantId?: string) =>
  app.call<{ message: string; code: string }>('POST', '/api/auth/verify-code', {
    body: { email, code, tenantId },
  })

export const verifyLink = (app: TestApp, token: string) =>
  app.call<{ message: string }>('POST', '/api/auth/verify-link', { body: { token } })

/** Changes rows behind the application's back, to make time pass or to do what has no door yet. */
export function alter(table: string, where: object, values: object): Promise<unknown> {
  return asOperator('a test makes time pass', async () =>
    unscoped().from(table).where(where).update(values)
  )
}

export function rows<T>(table: string, where: object): Promise<T[]> {
  return asOperator('a test looks at what is stored', async () =>
    unscoped().from(table).where(where)
  )
}

export const minutesAgo = (minutes: number): string =>
  new Date(Date.now() - minutes * 60_000).toISOString()
