import {
  bootApp,
  freePort,
  type BootOptions,
  type Caller,
  type TestApp,
} from '@crossdock/backend/testing'
import { now, unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import { sessionOf, type Reply } from '@crossdock/kernel/testing'
import { clientId, clientSecret, TestProvider } from './provider.js'
import { ProviderVisit } from './provider_visit.js'

export interface Config {
  id: string
  isActive: boolean
  testedAt: string | null
  provenAt: string | null
  clientSecret: string | null
  issuer: string
  callbackUrl: string
  settings: Record<string, unknown>
}

/** An application that may call loopback, and a provider with a client for it. */
export async function appAndProvider(
  people: TestProvider['people'] = {},
  host = '127.0.0.1',
  more: BootOptions['settings'] = {}
): Promise<{ app: TestApp; provider: TestProvider; stop: () => Promise<void> }> {
  const port = await freePort()
  const APP_URL = `http://${host}:${port}`
  // Tests name their host in a header, as behind a proxy.
  const settings = {
    TRUST_PROXY: true,
    PORT: port,
    APP_URL,
    EGRESS_ALLOW: ['127.0.0.1/32'],
    ...more,
  }
  const app = await bootApp({ settings })
  const provider = new TestProvider(`${APP_URL}/api/auth/oidc/callback`)
  provider.people = people
  await provider.start()
  const stop = async () => {
    await provider.stop()
    await app.stop()
  }
  return { app, provider, stop }
}

/** Sets a provider up: save, test, switch on. */
export async function setUp(
  app: TestApp,
  as: Caller,
  provider: TestProvider,
  settings: Record<string, unknown> = {}
): Promise<Config> {
  const { issuer } = provider
  const body = {
    name: 'Harbor ID',
    issuer,
    clientId,
    clientSecret,
    settings: { allowedDomains: ['people.example'], ...settings },
  }
  const { id } = await app.ok<Config>('POST', '/api/oauth-configs', { as, body })
  await app.ok('POST', `/api/oauth-configs/${id}/test`, { as })
  await markProven(id)
  return app.ok<Config>('PUT', `/api/oauth-configs/${id}`, { as, body: { isActive: true } })
}

/** Simulates a successful trial; trials have their own spec. */
export const markProven = (id: string): Promise<unknown> =>
  asOperator('a test skips the trial', async () =>
    unscoped().from('oauth_configs').where('id', id).update({ proven_at: now() })
  )

let networks = 0

/** A browser that signs in with a provider, with cookies of Crossdock and of the provider. */
export class SsoBrowser {
  jar: Caller = { headers: {} }
  readonly visit = new ProviderVisit()
  /** A separate network for each browser, so that tests do not share limits. */
  readonly #network = `198.18.${(networks >> 8) & 255}.${networks++ & 255}`

  /** @param at host and port it opens, if different from the server's */
  constructor(
    private readonly app: TestApp,
    private readonly at?: string
  ) {}

  async get(path: string, headers: Record<string, string> = {}): Promise<Reply> {
    const host: Record<string, string> = this.at ? { 'x-forwarded-host': this.at } : {}
    const reply = await this.app.call('GET', path, {
      as: this.jar,
      headers: { 'x-forwarded-for': this.#network, ...host, ...headers },
    })
    this.jar = sessionOf(reply, this.jar)
    return reply
  }

  /** Where it is redirected when it begins. */
  async begin(config: Pick<Config, 'id'>, query = ''): Promise<string> {
    const reply = await this.get(`/api/auth/oidc/${config.id}${query}`)
    return reply.headers.get('location') ?? ''
  }

  /** Begins, signs in at the provider, and returns up to the answer of the callback. */
  async goThrough(config: Pick<Config, 'id'>, login: string | null, query = ''): Promise<string> {
    const back = await this.visit.signIn(await this.begin(config, query), login)
    return this.comeBack(back)
  }

  /** Path and query of the callback's redirect. */
  async comeBack(back: URL): Promise<string> {
    const reply = await this.get(back.pathname + back.search)
    const to = new URL(reply.headers.get('location') ?? '')
    return to.pathname + to.search
  }

  async me(): Promise<{ email: string; role: string; firstName: string | null } | null> {
    const { status, body } = await this.get('/api/auth/me')
    return status === 200 ? (body as { user: never }).user : null
  }
}
