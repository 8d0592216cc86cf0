import type { TestApp, TestTenant } from '@crossdock/backend/testing'
import type { Caller } from '@crossdock/kernel/testing'

/** A tenant in the form of the API. */
export interface ShownTenant {
  id: string
  name: string
  subdomain: string
  status: string
  statusReason: string | null
  statusChangedAt: string | null
  statusChangedBy: string | null
  deletesAt: string | null
}

export interface Refusal {
  code: string
  message: string
}

/** Calls the API for tenants as an operator. */
export class Operator {
  constructor(readonly app: TestApp) {}

  async call<T = ShownTenant & Refusal>(method: string, path: string, body?: unknown) {
    return this.app.call<T>(method, `/api/tenants/${path}`, {
      as: await this.app.superAdmin(),
      ...(body === undefined ? {} : { body }),
    })
  }

  async ok<T = ShownTenant>(method: string, path: string, body?: unknown): Promise<T> {
    const reply = await this.call<T>(method, path, body)
    if (reply.status < 300) return reply.body
    throw new Error(`${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`)
  }

  suspend = ({ id }: { id: string }, reason?: string) =>
    this.ok('POST', `${id}/suspend`, reason === undefined ? {} : { reason })

  reactivate = ({ id }: { id: string }) => this.ok('POST', `${id}/reactivate`, {})

  delete = ({ id, subdomain }: Pick<TestTenant, 'id' | 'subdomain'>) =>
    this.ok('DELETE', `${id}?confirm=${subdomain}`)

  read = ({ id }: { id: string }) => this.ok('GET', id)

  /** A super administrator who works in a tenant. */
  async inside({ id }: { id: string }): Promise<Caller> {
    const { headers } = await this.app.superAdmin()
    return { headers: { ...headers, 'x-tenant': id } }
  }
}
