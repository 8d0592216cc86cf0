import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { backOffMs } from '../http/retry.js'
import { HttpProblem, problemOf, Unreachable } from '../http/problem.js'
import type { Sessions } from '../identity/session.js'
import { maxFrameBytes, type AgentMessage, type ServerMessage } from '../protocol.js'

const pingMs = 30_000
/** Time limit for opening a connection, in case a proxy never answers. */
const openingMs = 30_000
/** Minimum wait before reconnecting to a busy server. */
const busyMs = 30_000

interface Listeners {
  /** The first message on each connection. */
  hello: () => AgentMessage
  onMessage: (message: ServerMessage) => void
  onOpen: () => void
  onClosed: (why: string) => void
  /** Called when the server refuses this agent and retries would not help. */
  onRefused: (problem: HttpProblem) => void
}

/** Codes of permanent refusals. */
const final = /^E_AGENT_(RETIRED|QUARANTINED|UNKNOWN)$/

/** The single connection of an agent. Reconnects until it is stopped. */
export class Connection {
  #socket: WebSocket | undefined
  /** Increases until the server sends its welcome. */
  #attempt = 0

  constructor(
    private readonly sessions: Sessions,
    private readonly listeners: Listeners
  ) {}

  get isOpen(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN
  }

  /** @returns whether the message was sent */
  send(message: AgentMessage): boolean {
    const socket = this.#socket
    if (socket?.readyState !== WebSocket.OPEN) return false
    socket.send(JSON.stringify(message))
    return true
  }

  /** Called after the server's welcome, so that the next reconnects wait only briefly. */
  resetBackoff(): void {
    this.#attempt = 0
  }

  /** Keeps the connection until the signal. */
  async keep(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      let waitMs = 0
      try {
        await this.#once(signal)
      } catch (error) {
        if (signal.aborted) return
        this.listeners.onClosed((error as Error).message)
        if (error instanceof HttpProblem) {
          if (final.test(error.code)) return this.listeners.onRefused(error)
          if (error.status === 401) this.sessions.forget()
          if (error.status === 503) waitMs = Math.max(busyMs, error.retryAfterMs ?? 0)
          else waitMs = error.retryAfterMs ?? 0
        }
      }
      // The server already spreads the times at which its agents return. The random delay spreads agents
      // behind a proxy that sends all the same time.
      const ms = waitMs > 0 ? waitMs + backOffMs(2) : backOffMs(this.#attempt++)
      await pause(ms, undefined, { signal }).catch(() => undefined)
    }
  }

  /**
   * Opens a connection and keeps it until it breaks.
   * @throws HttpProblem when the opening is refused, Unreachable when the connection breaks
   */
  async #once(signal: AbortSignal): Promise<void> {
    const { http } = this.sessions
    const token = await this.sessions.token()
    const url = `${http.server.replace(/^http/, 'ws')}/api/desktop-agents/connect`
    const socket = new WebSocket(url, {
      headers: { authorization: `Bearer ${token}`, 'user-agent': 'crossdock-agent' },
      perMessageDeflate: false,
      maxPayload: maxFrameBytes,
      agent: http.agent,
    })
    const end = () => socket.close(1000, 'The agent stops.')
    signal.addEventListener('abort', end, { once: true })
    let problem: Error | undefined
    socket.on('error', (error) => (problem ??= new Unreachable(http.server, error)))
    socket.on('unexpected-response', (request, response) => {
      void refusal(response).then((found) => {
        problem = found
        request.destroy()
        socket.terminate()
      })
    })
    const opening = setTimeout(() => {
      problem ??= new Unreachable(http.server, new Error('the connection did not open in time'))
      socket.terminate()
    }, openingMs)
    let isAlive = true
    const ping = setInterval(() => {
      if (!isAlive) {
        problem ??= new Unreachable(http.server, new Error('it went silent'))
        return socket.terminate()
      }
      isAlive = false
      socket.ping()
    }, pingMs)
    socket.on('open', () => {
      clearTimeout(opening)
      this.#socket = socket
      this.send(this.listeners.hello())
      this.listeners.onOpen()
    })
    socket.on('pong', () => (isAlive = true))
    socket.on('message', (data, isBinary) => {
      isAlive = true
      const message = isBinary ? undefined : read(String(data as Buffer))
      if (message) this.listeners.onMessage(message)
    })
    try {
      const [code, reason] = (await once(socket, 'close')) as [number, Buffer]
      if (signal.aborted) return
      throw problem ?? closed(http.server, code, String(reason))
    } finally {
      signal.removeEventListener('abort', end)
      clearTimeout(opening)
      clearInterval(ping)
      this.#socket = undefined
    }
  }

  /** Closes the connection; `keep` opens another one. */
  drop(): void {
    this.#socket?.terminate()
  }
}

/** Close codes from 4000 on are 4000 plus an HTTP status. */
function closed(server: string, code: number, reason: string): Error {
  if (code >= 4400 && code < 4600) {
    return new HttpProblem(code - 4000, `E_CLOSED_${code}`, reason || `Code ${code}.`, undefined)
  }
  const why = reason === '' ? `the connection was closed with code ${code}` : reason
  return new Unreachable(server, new Error(why))
}

async function refusal(response: IncomingMessage): Promise<Error> {
  let body = ''
  try {
    for await (const piece of response) {
      body += String(piece)
      if (body.length > 64 * 1024) break
    }
  } catch {
    // The body cannot be read. The status alone is enough.
  }
  const { statusCode = 0, headers } = response
  return problemOf(statusCode, body, headers['retry-after'], '/api/desktop-agents/connect')
}

/** Ignores an unreadable message: a newer server may send kinds that this agent does not know. */
function read(text: string): ServerMessage | undefined {
  try {
    const message = JSON.parse(text) as ServerMessage
    return typeof message?.type === 'string' ? message : undefined
  } catch {
    return undefined
  }
}
