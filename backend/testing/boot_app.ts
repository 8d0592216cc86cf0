import type { AddressInfo } from 'node:net'
import type { ApplicationService } from '@adonisjs/core/types'
import { signInLinks } from '@crossdock/backend/access'
import { accounts } from '@crossdock/backend/users'
import { unscoped } from '@crossdock/kernel/database'
import { inApplication, pluginHost, type PluginDeclaration } from '@crossdock/kernel/plugin'
import type { Bounds } from '@crossdock/kernel/http'
import { scheduler } from '@crossdock/kernel/jobs'
import type { Settings } from '@crossdock/kernel/settings'
import { asOperator } from '@crossdock/kernel/tenancy'
import {
  call,
  sessionOf,
  notifySeen,
  testClock,
  type Caller,
  type CallOptions,
  type FreshDatabase,
  type Reply,
} from '@crossdock/kernel/testing'
import { config } from '../config/index.js'
import { installed } from '../plugins.js'
import { createIgnitor } from '../start/app.js'
import { serve } from '../start/serve.js'
import { completeSettings } from '../start/settings.js'
import { ApiContract } from './api_contract.js'
import { assertEventsKept } from './event_contract.js'
import { countMails, nextMail, withCode, type ReceivedMail } from './mailbox.js'
import { generousLimits } from './generous_limits.js'
import { leftStopped, noteStarted, noteStopped } from './left_running.js'
import { migratedDatabase } from './migrated_database.js'

export interface TestTenant {
  id: string
  name: string
  subdomain: string
  /** Signed-in people, one per built-in role. */
  admin: Caller
  editor: Caller
  viewer: Caller
  /** An API token of the admin. */
  token: Caller
}

export interface BootOptions {
  settings?: Partial<Settings>
  /** Plugins in addition to the installed ones. */
  plugins?: PluginDeclaration[]
  /** Overrides of the default bounds, for tests that cannot wait that long. */
  bounds?: Partial<Bounds>
  /** Folder of a built console. Defaults to the repository's own. */
  console?: string
  /** A database of another application, or an empty one. Defaults to a new database with all tables. */
  database?: FreshDatabase
}

const adminEmail = 'operator@crossdock.example'

/** The whole application on a new database and a free port, used only through its public interfaces. */
export class TestApp {
  #superAdmin: Promise<Caller> | undefined

  constructor(
    readonly app: ApplicationService,
    readonly url: string,
    readonly database: FreshDatabase,
    private readonly ownsDatabase: boolean,
    private readonly contract: ApiContract
  ) {}

  /** The clock of this process, which the application uses. `stop` resets it to the machine's time. */
  readonly clock = testClock

  /** Sends one request. Fails when the operation does not declare the answer. */
  async call<T = unknown>(method: string, path: string, options?: CallOptions): Promise<Reply<T>> {
    const reply = await call<T>(this.url, method, path, options)
    this.contract.assertKept(method, path, reply)
    return reply
  }

  /** Like `call`, but fails unless the request succeeds. */
  async ok<T = unknown>(method: string, path: string, options?: CallOptions): Promise<T> {
    const reply = await this.call<T>(method, path, options)
    if (reply.status >= 300) {
      throw new Error(`${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`)
    }
    return reply.body
  }

  /** Returns the mail of this `kind` that `trigger` causes to be sent to `address`. */
  async mailTo(
    address: string,
    trigger: () => Promise<unknown>,
    kind = withCode
  ): Promise<ReceivedMail> {
    const seen = await countMails(this.database.dataDir, address, kind)
    await trigger()
    return nextMail(this.database.dataDir, address, seen, kind)
  }

  /** Signs a person in with a link, without a mail: a mail costs as much as the action under test. */
  async signIn(email: string, organization?: string): Promise<Caller> {
    const link = await this.inside(async () => {
      const { account } = await accounts.use().resolve(email, organization ?? null)
      if (!account) throw new Error(`${email} has no account in ${organization ?? 'no tenant'}.`)
      return signInLinks.use().create(account.id)
    })
    const body = { token: new URL(link).searchParams.get('token'), confirm: true }
    const reply = await this.call('POST', '/api/auth/verify-link', { body })
    if (reply.status !== 200) throw new Error(`Sign-in of ${email}: ${JSON.stringify(reply.body)}`)
    return sessionOf(reply)
  }

  superAdmin(): Promise<Caller> {
    this.#superAdmin ??= this.signIn(adminEmail)
    return this.#superAdmin
  }

  /**
   * Creates a tenant with signed-in people and a token.
   * @param limits `stored` keeps the limits of every new tenant, instead of limits that no test reaches
   */
  async tenant(subdomain: string, limits: 'generous' | 'stored' = 'generous'): Promise<TestTenant> {
    const mailbox = (role: string) => `${role}@${subdomain}.example`
    const name = `${subdomain[0]!.toUpperCase()}${subdomain.slice(1)} Freight`
    const { id } = await this.ok<{ id: string }>('POST', '/api/tenants', {
      as: await this.superAdmin(),
      body: { name, subdomain, adminEmail: mailbox('admin') },
    })
    if (limits === 'generous') await this.limit(id, generousLimits)
    const admin = await this.signIn(mailbox('admin'), subdomain)
    for (const role of ['editor', 'viewer']) {
      await this.ok('POST', '/api/users', { as: admin, body: { email: mailbox(role), role } })
    }
    const { token } = await this.ok<{ token: string }>('POST', '/api/api-tokens', {
      as: admin,
      body: { name: 'test' },
    })
    return {
      id,
      name,
      subdomain,
      admin,
      editor: await this.signIn(mailbox('editor'), subdomain),
      viewer: await this.signIn(mailbox('viewer'), subdomain),
      token: { headers: { authorization: `Bearer ${token}` } },
    }
  }

  /** Sets limits of a tenant's environments, by column, and notifies this application. */
  async limit(tenantId: string, limits: Record<string, number | string>): Promise<void> {
    await this.inside(() =>
      asOperator('tests set limits', async () => {
        await unscoped().from('tenant_environments').where('tenant_id', tenantId).update(limits)
        notifySeen({ eventType: 'limits', tenantId, targetType: 'environment', targetId: null })
      })
    )
  }

  /** Runs `work` in this application. Needed when the process has several applications. */
  inside<T>(work: () => Promise<T>): Promise<T> {
    return inApplication(this.app, work)
  }

  /** Stops the application. Fails when a recorded event does not match its type's declaration. */
  async stop(): Promise<void> {
    try {
      await this.inside(assertEventsKept)
    } finally {
      await this.app.terminate()
      testClock.reset()
      if (this.ownsDatabase) await this.database.remove()
    }
  }
}

/** Boots the application in this process. */
export async function bootApp(options: BootOptions = {}): Promise<TestApp> {
  await leftStopped()
  const plugins = [...installed, ...(options.plugins ?? [])]
  const database = options.database ?? (await migratedDatabase(plugins))
  const settings = {
    ...completeSettings({
      NODE_ENV: 'test',
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: database.dataDir,
      DATABASE_URL: database.databaseUrl,
      SQLITE_DRIVER: process.env.SQLITE_DRIVER,
      ADMIN_EMAIL: adminEmail,
      DEMO: 'false',
      LOG_LEVEL: process.env.LOG_LEVEL ?? 'error',
    }),
    ...options.settings,
  }
  const ignitor = createIgnitor(settings, plugins)
  const { console: folder } = options
  if (folder) {
    ignitor.tap((app) =>
      inApplication(app, () => app.useConfig({ ...config(settings), console: { folder } }))
    )
  }
  await serve(ignitor, options.bounds)
  const app = ignitor.getApp()!
  // No nightly or hourly job starts on its own in a test, whatever the time.
  await inApplication(app, async () => scheduler.peek()?.stop())
  const server = await app.container.make('server')
  const http = server.getNodeServer()!
  // Otherwise the server may close an idle connection at the moment a test reuses it.
  http.keepAliveTimeout = 0
  const { port } = http.address() as AddressInfo
  const contract = await inApplication(app, async () =>
    ApiContract.of(await pluginHost.use().operations())
  )
  const started = new TestApp(
    app,
    `http://127.0.0.1:${port}`,
    database,
    !options.database,
    contract
  )
  noteStarted(started)
  app.terminating(() => noteStopped(started))
  return started
}
