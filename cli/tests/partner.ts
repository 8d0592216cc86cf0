import type { ServerResponse } from 'node:http'
import { ScriptedServer } from './scripted_server.js'
import type { TestApp, TestTenant } from './server.js'

/** A business partner's system that flows call. The path decides whether it accepts, refuses or waits. */
export class Partner {
  readonly #server: ScriptedServer
  readonly #waiting: ServerResponse[]
  readonly #app: TestApp
  readonly #tenant: TestTenant

  private constructor(
    server: ScriptedServer,
    waiting: ServerResponse[],
    app: TestApp,
    tenant: TestTenant
  ) {
    this.#server = server
    this.#waiting = waiting
    this.#app = app
    this.#tenant = tenant
  }

  static async start(app: TestApp, tenant: TestTenant): Promise<Partner> {
    const waiting: ServerResponse[] = []
    const server = await ScriptedServer.start((request, response) => {
      response.setHeader('content-type', 'application/json')
      if (request.url === '/waits') waiting.push(response)
      else response.writeHead(request.url === '/refuses' ? 422 : 200).end('{}')
    })
    return new Partner(server, waiting, app, tenant)
  }

  /** Answers the waiting calls. */
  release(): void {
    for (const response of this.#waiting.splice(0)) response.end('{}')
  }

  /** Creates a manual workflow with one step, which calls this partner. */
  async workflow(name: string, path: '/accepts' | '/refuses' | '/waits'): Promise<{ id: string }> {
    const as = this.#tenant.token
    const system = await this.#app.ok<{ id: string }>('POST', '/api/integrations/systems', {
      as,
      body: {
        name: `${name} partner`,
        systemType: 'api',
        baseUrl: this.#server.url,
        authType: 'bearer',
        capabilities: ['receive'],
      },
    })
    const endpoint = await this.#app.ok<{ id: string }>(
      'POST',
      `/api/integrations/systems/${system.id}/endpoints`,
      {
        as,
        body: { name: 'Notify', path, method: 'POST', endpointType: 'outbound', triggers: [] },
      }
    )
    return this.#app.ok('POST', '/api/integrations/workflows', {
      as,
      body: {
        name,
        triggerType: 'manual',
        steps: [{ type: 'api_call', systemId: system.id, endpointId: endpoint.id, order: 1 }],
      },
    })
  }

  stop(): Promise<void> {
    this.release()
    return this.#server.stop()
  }
}
