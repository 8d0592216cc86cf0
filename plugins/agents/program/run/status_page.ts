import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { stateText, statusRows, type AgentStatus } from './status.js'

interface Deps {
  /** Secret part of the address, so that other users of the machine do not know the address. */
  secret: string
  status: () => Promise<AgentStatus>
  pause: (isPaused: boolean) => void
  /** Reads the state again, because the identity may have changed. */
  reload: () => void
  update: () => void
  rotate: () => void
}

/** The status of a running agent on loopback, for a browser and for the commands of this program. */
export class StatusPage {
  private constructor(
    private readonly server: Server,
    private readonly deps: Deps
  ) {}

  static async open(deps: Deps): Promise<StatusPage> {
    const server = createServer()
    const page = new StatusPage(server, deps)
    server.on('request', (request, response) => void page.#answer(request, response))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return page
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port
  }

  get secret(): string {
    return this.deps.secret
  }

  async close(): Promise<void> {
    this.server.closeAllConnections()
    this.server.close()
    await once(this.server, 'close')
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const base = `/${this.secret}/`
    const { method = 'GET', url = '/' } = request
    const isOurs = request.headers.host === `127.0.0.1:${this.port}` && url.startsWith(base)
    // A page from another site knows neither this host name nor the secret.
    if (!isOurs) return void response.writeHead(404).end('Nothing is here.\n')
    const what = `${method} ${url.slice(base.length)}`
    const headers = {
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'",
    }
    // A program gets an empty answer, and a browser goes back to the page.
    const isProgram = request.headers.accept === 'application/json'
    const back = () =>
      isProgram
        ? response.writeHead(204, headers).end()
        : response.writeHead(303, { ...headers, location: base }).end()
    switch (what) {
      case 'GET status.json': {
        const type = { 'content-type': 'application/json' }
        response
          .writeHead(200, { ...headers, ...type })
          .end(JSON.stringify(await this.deps.status()))
        return
      }
      case 'GET ': {
        const type = { 'content-type': 'text/html; charset=utf-8' }
        response.writeHead(200, { ...headers, ...type }).end(pageOf(await this.deps.status()))
        return
      }
      case 'POST pause':
        this.deps.pause(true)
        return void back()
      case 'POST resume':
        this.deps.pause(false)
        return void back()
      case 'POST reload':
        this.deps.reload()
        return void back()
      case 'POST update':
        this.deps.update()
        return void back()
      case 'POST rotate':
        this.deps.rotate()
        return void back()
      default:
        response.writeHead(404, headers).end('Nothing is here.\n')
    }
  }
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`)

function pageOf(status: AgentStatus): string {
  const rows = statusRows(status)
    .map(
      ([name, value]) => `<tr><th scope="row">${escaped(name)}</th><td>${escaped(value)}</td></tr>`
    )
    .join('')
  const commands = status.newest
    .map(
      ({ commandType, status: state, message, commandId }) =>
        `<tr><td>${escaped(commandType)}</td><td>${state}</td><td>${escaped(message ?? '')}</td><td>${escaped(commandId)}</td></tr>`
    )
    .join('')
  const [action, label] = status.isPausedHere ? ['resume', 'Resume'] : ['pause', 'Pause']
  const heading = escaped(status.agentName ?? 'Crossdock agent')
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="refresh" content="5">
<meta name="viewport" content="width=device-width"><title>${heading}</title><style>
:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse;width:100%;margin:1rem 0}th,td{text-align:left;padding:.35rem .75rem;border-bottom:1px solid #8884;vertical-align:top;overflow-wrap:anywhere}
button{font:inherit;padding:.35rem 1rem}</style></head><body><main><h1>${heading}</h1><p>${escaped(stateText(status))}</p>
<form method="post" action="${action}"><button>${label}</button></form><table>${rows}</table>
<h2>Newest commands</h2>${
    commands === ''
      ? '<p>This agent has no commands yet.</p>'
      : `<table><thead><tr><th>Command</th><th>State</th><th>Message</th><th>Id</th></tr></thead><tbody>${commands}</tbody></table>`
  }</main></body></html>`
}
