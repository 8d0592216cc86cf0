import { bootApp, type TestApp } from '@crossdock/backend/testing'

export interface DemoRequest {
  id: string
  name: string
  email: string
  message: string | null
  status: string
  createdAt: string
  answeredAt: string | null
}

export const ada = { name: 'Ada Lund', email: 'ada@nordfjord.example', message: 'Nine sites.' }

/** Behind a proxy, so that a test may use many addresses. */
export const openApp = (): Promise<TestApp> => bootApp({ settings: { TRUST_PROXY: true } })

let client = 0
/** An address that has sent no request yet. */
export const newAddress = (): string => `203.0.113.${++client}`

/** Sends the form like a browser without scripts. */
export async function send(
  app: TestApp,
  form: Record<string, string>,
  { from = newAddress(), language = 'en' } = {}
) {
  const { status, headers, body } = await app.call<string>('POST', '/sales', {
    body: new URLSearchParams(form).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-forwarded-for': from,
      'accept-language': language,
      accept: 'text/html',
      origin: app.url,
    },
  })
  return { status, location: headers.get('location'), text: body }
}

/** Reads a page. */
export async function read(app: TestApp, path: string, headers: Record<string, string> = {}) {
  const reply = await app.call<string>('GET', path, {
    headers: { accept: 'text/html', ...headers },
  })
  return { ...reply, text: reply.body }
}
