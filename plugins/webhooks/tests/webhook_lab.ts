import {
  bootApp,
  until,
  type Caller,
  type TestApp,
  type TestTenant,
} from '@crossdock/backend/testing'
import type { PluginDeclaration } from '@crossdock/kernel/plugin'
import type { Reply } from '@crossdock/kernel/testing'
import { Receiver } from './receiver.js'

export interface Subscription {
  id: string
  name: string
  url: string
  status: string
  isActive: boolean
  disabledReason: string | null
  failures: number
  failingSince: string | null
  headers: { name: string; value: string }[]
  lastDelivery: { status: string; statusCode: number | null } | null
  previousSecretUntil: string | null
  receiverPage: { expiresAt: string } | null
  secret: string
}

export interface Delivery {
  id: string
  messageId: string
  eventId: string | null
  eventType: string
  status: string
  attempts: number
  statusCode: number | null
  error: string | null
  nextAttemptAt: string | null
  isExample: boolean
}

export interface Details extends Delivery {
  body: string | null
  headers: { name: string; value: string }[]
  tries: {
    number: number
    statusCode: number | null
    error: string | null
    answer: string | null
    isManual: boolean
  }[]
}

const path = '/api/webhooks'

/** An application with a tenant, its webhooks, and receivers. */
export class WebhookLab {
  readonly receivers: Receiver[] = []

  private constructor(
    readonly app: TestApp,
    public acme: TestTenant
  ) {}

  static async boot(plugins: PluginDeclaration[] = []): Promise<WebhookLab> {
    const app = await bootApp({ settings: { EGRESS_ALLOW: ['127.0.0.1/32'] }, plugins })
    return new WebhookLab(app, await app.tenant('acme'))
  }

  async stop(): Promise<void> {
    for (const receiver of this.receivers) receiver.stop()
    await this.app.stop()
  }

  async receiver(): Promise<Receiver> {
    const receiver = await Receiver.start()
    this.receivers.push(receiver)
    return receiver
  }

  /** Subscribes a webhook to new files and folders by default. */
  async subscribe(url: string, fields: object = {}, as = this.acme.token): Promise<Subscription> {
    const body = { name: 'Orders', url, eventTypes: ['file_upload', 'folder_create'], ...fields }
    return this.app.ok<Subscription>('POST', path, { as, body })
  }

  call<T = { code: string; message: string }>(
    method: string,
    rest: string,
    body?: object,
    as: Caller = this.acme.token
  ): Promise<Reply<T>> {
    return this.app.call<T>(method, `${path}${rest}`, { as, ...(body ? { body } : {}) })
  }

  shown = (id: string) => this.app.ok<Subscription>('GET', `${path}/${id}`, { as: this.acme.token })

  deliveries = (id: string, query = '') =>
    this.app.ok<Delivery[]>('GET', `${path}/${id}/deliveries${query}`, { as: this.acme.token })

  details = (id: string, deliveryId: string) =>
    this.app.ok<Details>('GET', `${path}/${id}/deliveries/${deliveryId}`, { as: this.acme.token })

  /**
   * Causes an event: creates a folder.
   * @returns its name
   */
  async folder(name: string, as = this.acme.token): Promise<{ id: string }> {
    const body = { name, type: 'folder', parentId: null }
    return this.app.ok<{ id: string }>('POST', '/api/assets', { as, body })
  }

  /** Waits until the newest `count` deliveries have this status. */
  async become(id: string, status: string, count = 1): Promise<Delivery[]> {
    return until(`${count} deliveries to be ${status}`, async () => {
      const found = await this.deliveries(id, `?status=${status}`)
      return found.length >= count && found
    })
  }
}
