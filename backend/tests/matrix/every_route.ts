import { bootApp, type Reply, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import type { Operation } from '@crossdock/kernel/http'
import { pluginHost } from '@crossdock/kernel/plugin'
import { encoded } from './encoded.js'

export interface ProblemBody {
  status: number
  code: string
  message: string
  errors: { field: string }[]
}

/** An id that no object has. */
export const unknownId = '01999999-9999-7999-8999-999999999999'

export const pathOf = ({ path }: Operation, id = unknownId) =>
  path.replace(/\{\w+\}/g, encodeURIComponent(id))

/** Calls every operation, as a caller with permission. */
export class EveryRoute {
  private constructor(
    readonly app: TestApp,
    readonly acme: TestTenant,
    readonly operations: Operation[]
  ) {}

  static async boot(): Promise<EveryRoute> {
    const app = await bootApp()
    const acme = await app.tenant('acme')
    const operations = (await pluginHost.use().operations()).filter(
      ({ route }) => route !== 'POST /auth/logout'
    )
    return new EveryRoute(app, acme, operations)
  }

  get withBody(): Operation[] {
    return this.operations.filter(({ body }) => body)
  }

  async send(
    operation: Operation,
    body: unknown,
    headers?: Record<string, string>,
    path = pathOf(operation)
  ): Promise<Reply<ProblemBody>> {
    const as = await this.#callerOf(operation)
    const sent = encoded(operation, operation.method === 'HEAD' ? undefined : body)
    return this.app.call<ProblemBody>(operation.method, path, {
      as,
      body: sent.body,
      headers: { ...sent.headers, ...headers },
    })
  }

  #callerOf({ access }: Operation) {
    if (access === 'public') return undefined
    return access === 'operator' ? this.app.superAdmin() : this.acme.admin
  }
}

export function complain(
  found: string[],
  operation: Operation,
  what: string,
  reply: Reply<unknown>
) {
  found.push(
    `${operation.route}, ${what}: ${reply.status} ${JSON.stringify(reply.body).slice(0, 200)}`
  )
}
