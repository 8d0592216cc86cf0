import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One arrival announced to the partner. */
interface Declaration {
  reference: string
  idempotencyKey: string
  receivedAt: string
  document: unknown
}

/** A small customs broker with an HTTP API, which the demo tenant calls. */
export interface Partner {
  url: string
  port: number
  close(): Promise<void>
}

const maxBody = 64 * 1024
const kept = 200

async function readBody(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) {
    text += chunk
    if (text.length > maxBody) throw new Error('too large')
  }
  return text
}

function reply(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

/** Accepts a declaration once per Idempotency-Key, as a real broker's API would. */
function brokerApi() {
  const declarations = new Map<string, Declaration>()
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method === 'GET') return reply(response, 200, [...declarations.values()])
    if (request.headers.authorization !== `Bearer ${partnerToken}`) {
      return reply(response, 401, { error: 'unknown token' })
    }
    const key = String(request.headers['idempotency-key'] ?? crypto.randomUUID())
    const known = declarations.get(key)
    if (known) return reply(response, 200, known)
    const declaration = {
      reference: `TC-${crypto.randomUUID().slice(0, 8).toUpperCase()}`,
      idempotencyKey: key,
      receivedAt: new Date().toISOString(),
      document: JSON.parse((await readBody(request)) || 'null'),
    }
    if (declarations.size >= kept) declarations.delete(declarations.keys().next().value!)
    declarations.set(key, declaration)
    return reply(response, 201, declaration)
  }
}

/** The bearer token of the demo tenant's calls. */
export const partnerToken = 'tidewater-demo-token'

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
}

/** Starts the partner. @throws the error of listen() */
export async function startPartner(port: number): Promise<Partner> {
  const handle = brokerApi()
  const server = createServer((request, response) => {
    handle(request, response).catch(() => reply(response, 400, { error: 'unreadable document' }))
  })
  const listensOn = await listen(server, port)
  server.unref()
  return {
    port: listensOn,
    url: `http://127.0.0.1:${listensOn}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
