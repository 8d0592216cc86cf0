import { assetsRead } from '@crossdock/backend/assets'
import { notificationKinds } from '@crossdock/backend/notifications'
import {
  bootApp,
  until,
  type Caller,
  type TestApp,
  type TestTenant,
} from '@crossdock/backend/testing'
import { usersRead } from '@crossdock/backend/users'
import { now, transaction, unscoped } from '@crossdock/kernel/database'
import { defineEvent, recordEvent } from '@crossdock/kernel/events'
import { text } from '@crossdock/kernel/ground'
import { contribute, definePlugin } from '@crossdock/kernel/plugin'
import type { Settings } from '@crossdock/kernel/settings'
import { asOperator, inTenant } from '@crossdock/kernel/tenancy'
import type { FreshDatabase } from '@crossdock/kernel/testing'
import vine from '@vinejs/vine'

export interface Shown {
  id: string
  kind: string
  text: string
  count: number
  createdAt: string
  readAt: string | null
}

const described = { description: 'Something at the harbour', permission: null }

/** For all people who may read people. */
const flooded = defineEvent('quay_flooded', {
  ...described,
  payload: vine.object({ quay: vine.string() }),
})
/** For one person. */
const called = defineEvent('pilot_called', {
  ...described,
  payload: vine.object({ userId: vine.string(), ship: vine.string() }),
})
/** About a file. */
const stained = defineEvent('paper_stained', {
  ...described,
  payload: vine.object({ userId: vine.string(), assetId: vine.string() }),
})

const kindOf = { description: text('Something at the harbour'), label: text('Harbour') }

/** An example of a plugin that notifies people. */
export const harbour = definePlugin({
  name: 'harbour',
  version: '1.0.0',
  compatibility: '^0.1',
  eventTypes: [flooded, called, stained],
  contributes: [
    contribute(notificationKinds, (kinds) => {
      kinds.add('harbour.flood', {
        ...kindOf,
        on: [flooded],
        permission: usersRead,
        to: 'holders',
        defaults: { console: true, mail: true },
        bundle: ({ payload }) => String(payload.quay),
        quotes: true,
        sentence: ({ quay }) => text('Quay {quay} is flooded', { quay: String(quay) }),
        several: ({ quay }, count) =>
          text('Quay {quay} was flooded {count} times', { quay: String(quay), count }),
      })
      kinds.add('harbour.pilot', {
        ...kindOf,
        on: [called],
        permission: null,
        to: ({ payload }) => [String(payload.userId)],
        defaults: { console: true, mail: true },
        sentence: ({ ship }) => text('{ship} waits for you', { ship: String(ship) }),
      })
      kinds.add('harbour.paper', {
        ...kindOf,
        on: [stained],
        permission: assetsRead,
        to: ({ payload }) => [String(payload.userId)],
        defaults: { console: true },
        sentence: () => text('A paper is stained'),
      })
    }),
  ],
  texts: { de: async () => ({ default: { '{ship} waits for you': '{ship} wartet auf Sie' } }) },
})

/** Helpers for the tests of notifications. */
export class Lab {
  private constructor(
    readonly app: TestApp,
    readonly acme: TestTenant,
    readonly globex: TestTenant
  ) {}

  static async start(settings: Partial<Settings> = {}, database?: FreshDatabase): Promise<Lab> {
    const app = await Lab.boot(settings, database)
    return new Lab(app, await app.tenant('acme'), await app.tenant('globex'))
  }

  static boot(settings: Partial<Settings> = {}, database?: FreshDatabase): Promise<TestApp> {
    return bootApp({ plugins: [harbour], settings, ...(database && { database }) })
  }

  /** The same people in another process. */
  at(app: TestApp): Lab {
    return new Lab(app, this.acme, this.globex)
  }

  flood = (...quays: string[]) =>
    this.#inside(async () => {
      for (const quay of quays) await recordEvent(flooded, { payload: { quay } })
    })

  call = (userId: string, ...ships: string[]) =>
    this.#inside(async () => {
      for (const ship of ships) await recordEvent(called, { payload: { userId, ship } })
    })

  stain = (userId: string, assetId: string) =>
    this.#inside(() => recordEvent(stained, { payload: { userId, assetId } }))

  #inside(work: () => Promise<unknown>) {
    return this.app.inside(() => inTenant(this.acme.id, () => transaction(work)))
  }

  /** Runs `work` across all tenants. */
  acrossTenants<T>(work: () => Promise<T>): Promise<T> {
    return this.app.inside(() => asOperator('a test looks', work))
  }

  async idOf(as: Caller): Promise<string> {
    return (await this.app.ok<{ user: { id: string } }>('GET', '/api/auth/me', { as })).user.id
  }

  list(as: Caller, query = ''): Promise<Shown[]> {
    return this.app.ok<Shown[]>('GET', `/api/notifications${query}`, { as })
  }

  async texts(as: Caller): Promise<string[]> {
    return (await this.list(as)).map(({ text }) => text).filter((one) => !/first time/.test(one))
  }

  /** Waits until a person has a notification. */
  notified(as: Caller, sentence: string): Promise<Shown> {
    return until(`"${sentence}" in the notifications`, async () =>
      (await this.list(as)).find(({ text }) => text === sentence)
    )
  }

  async unread(as: Caller): Promise<number> {
    return (await this.app.ok<{ count: number }>('GET', '/api/notifications/unread', { as })).count
  }

  set(as: Caller, kind: string, channels: { console?: boolean; mail?: boolean }) {
    const body = { kinds: [{ kind, ...channels }] }
    return this.app.call<{ code: string }>('PUT', '/api/notifications/settings', { as, body })
  }

  mailJobs(): Promise<{ id: string; state: string; attempts: number }[]> {
    return this.acrossTenants(async () =>
      unscoped().from('jobs').where('name', 'notifications.mail')
    )
  }

  /** Makes the scheduled mail jobs due now. */
  async hurry(): Promise<void> {
    await this.acrossTenants(() =>
      unscoped()
        .from('jobs')
        .where({ name: 'notifications.mail', state: 'scheduled' })
        .update({ run_at: now() })
    )
  }

  /** Waits until all notices are delivered in the console. Mails may still wait for their digest. */
  async settle(): Promise<void> {
    await until('notices to be delivered', async () => {
      const jobs = await this.acrossTenants(async () =>
        unscoped().from('jobs').where('name', 'notifications.deliver')
      )
      return jobs.length === 0
    })
  }

  async mailed(): Promise<void> {
    await this.hurry()
    await until('mail to be sent', async () => (await this.mailJobs()).length === 0)
  }
}
