import { generateKeyPairSync, sign } from 'node:crypto'
import { once } from 'node:events'
import { WebSocket } from 'ws'
import { until, type TestTenant } from '@crossdock/backend/testing'
import { call, type Caller, type Reply } from '@crossdock/kernel/testing'
import {
  commandTypes,
  sessionText,
  type AgentMessage,
  type Enrolled,
  type ServerMessage,
} from '../contracts/index.js'

export interface Deployment {
  id: string
  token: string
  expiresAt: string
  commands: Record<'linux' | 'macos' | 'windows', string>
}

export interface ShownAgent {
  id: string
  clientId: string
  machineName: string
  isOnline: boolean
  isPaused: boolean
  lastHeartbeat: string | null
  retiredAt: string | null
  copies: { instanceId: string; machineName: string }[]
}

export interface ShownCommand {
  id: string
  clientId: string
  status: string
  result: Record<string, unknown> | null
  errorCode: string | null
  errorMessage: string | null
  retryCount: number
  executedAt: string | null
}

type Delivered = Extract<ServerMessage, { type: 'command' }>

/** An Ed25519 key like those of agents. */
export function newKey() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  return {
    publicKey: publicKey
      .export({ format: 'der', type: 'spki' })
      .subarray(-32)
      .toString('base64url'),
    sign: (text: string) => sign(null, Buffer.from(text), privateKey).toString('base64url'),
  }
}

export const machine = (name: string) => ({
  machineName: name,
  platform: 'linux',
  arch: 'x64',
  version: '1.0.0',
  capabilities: [...commandTypes],
  folders: ['/srv/share'],
})

/** Creates the token of a new agent. */
export const deploy = async (url: string, as: Caller): Promise<Deployment> => {
  const reply = await call<Deployment>(url, 'POST', '/api/desktop-agents/deploy', { as, body: {} })
  if (reply.status !== 201) throw new Error(`deploy: ${JSON.stringify(reply.body)}`)
  return reply.body
}

/** The behavior of an agent's program, as seen by the server. */
export class TestAgent {
  readonly heard: ServerMessage[] = []
  readonly key = newKey()
  socket: WebSocket | undefined
  closed: { code: number; reason: string } | undefined
  enrolled!: Enrolled
  bearer: Caller = { headers: {} }

  constructor(
    public url: string,
    readonly name: string,
    public instanceId = crypto.randomUUID(),
    public bootId = 1
  ) {}

  enroll(token: string, body: object = {}): Promise<Reply<Enrolled>> {
    return call<Enrolled>(this.url, 'POST', '/api/desktop-agents/enroll', {
      body: {
        token,
        publicKey: this.key.publicKey,
        machineId: `id of ${this.name}`,
        ...machine(this.name),
        ...body,
      },
    })
  }

  async challenge(agentId = this.enrolled.agentId): Promise<string> {
    const path = '/api/desktop-agents/challenge'
    const body = { agentId }
    return (await call<{ challenge: string }>(this.url, 'POST', path, { body })).body.challenge
  }

  /** @param given overrides of the valid request */
  async session(given: object = {}, key = this.key) {
    const { agentId } = this.enrolled
    const challenge = await this.challenge()
    return call<{ token: string; expiresAt: string; code: string }>(
      this.url,
      'POST',
      '/api/desktop-agents/sessions',
      {
        body: {
          agentId,
          challenge,
          publicKey: key.publicKey,
          instanceId: this.instanceId,
          signature: key.sign(sessionText(agentId, challenge)),
          ...given,
        },
      }
    )
  }

  /** Enrolls with a token that `as` creates, and begins a session. */
  async join(as: Caller): Promise<this> {
    const { token } = await deploy(this.url, as)
    const reply = await this.enroll(token)
    if (reply.status !== 201) throw new Error(`enroll: ${JSON.stringify(reply.body)}`)
    this.enrolled = reply.body
    return this.begin()
  }

  async begin(key = this.key): Promise<this> {
    const { status, body } = await this.session({}, key)
    if (status !== 201) throw new Error(`session: ${JSON.stringify(body)}`)
    this.bearer = { headers: { authorization: `Bearer ${body.token}` } }
    return this
  }

  /** Opens a connection, and says hello by default. */
  async connect({ hello = true } = {}): Promise<this> {
    this.heard.length = 0
    this.closed = undefined
    const address = `${this.url.replace('http', 'ws')}/api/desktop-agents/connect`
    const socket = new WebSocket(address, { headers: this.bearer.headers })
    this.socket = socket
    socket.on('message', (data) => this.heard.push(JSON.parse(String(data))))
    socket.on('close', (code, reason) => (this.closed = { code, reason: String(reason) }))
    socket.on('error', () => undefined)
    await once(socket, 'open')
    if (hello) this.hello()
    return this
  }

  hello(body: object = {}): void {
    const { instanceId, bootId } = this
    this.say({
      type: 'hello',
      bootId,
      instanceId,
      osVersion: 'Linux 6.12',
      running: [],
      ...machine(this.name),
      ...body,
    } as unknown as AgentMessage)
  }

  say(message: AgentMessage | Record<string, unknown>): void {
    this.socket!.send(JSON.stringify(message))
  }

  heartbeat(): void {
    this.say({ type: 'heartbeat', pending: 0, freeBytes: 1_000, rssBytes: 2_000 })
  }

  welcomed(): Promise<ServerMessage> {
    return this.hears('welcome')
  }

  hears<T extends ServerMessage['type']>(
    type: T,
    fits: (message: Extract<ServerMessage, { type: T }>) => boolean = () => true
  ): Promise<Extract<ServerMessage, { type: T }>> {
    return until(`${this.name} to hear ${type}`, () =>
      this.heard.find(
        (message): message is Extract<ServerMessage, { type: T }> =>
          message.type === type && fits(message as never)
      )
    )
  }

  commands(): Delivered[] {
    return this.heard.filter((message): message is Delivered => message.type === 'command')
  }

  accept({ commandId, lease }: Delivered): void {
    this.say({ type: 'accepted', commandId, lease })
  }

  finish({ commandId, lease }: Delivered, body: object = {}): void {
    this.say({
      type: 'result',
      commandId,
      lease,
      outcome: 'completed',
      result: {},
      error: null,
      ...body,
    })
  }

  leave(): void {
    this.socket?.terminate()
  }
}

/** A second process on a copy of an agent's state. */
export function copyOf(
  agent: TestAgent,
  { url = agent.url, bootId = agent.bootId + 1 } = {}
): TestAgent {
  const copy = new TestAgent(url, `Copy of ${agent.name}`, crypto.randomUUID(), bootId)
  return Object.assign(copy, { key: agent.key, enrolled: agent.enrolled, bearer: agent.bearer })
}

/** Sends a command like a person. */
export async function send(
  url: string,
  as: Caller,
  clientId: string,
  body: object = {}
): Promise<ShownCommand> {
  const reply = await call<ShownCommand>(url, 'POST', '/api/desktop-agents/commands', {
    as,
    body: { clientId, commandType: 'system_info', parameters: {}, ...body },
  })
  if (reply.status !== 201) throw new Error(`command: ${JSON.stringify(reply.body)}`)
  return reply.body
}

/** People who add and manage agents. */
export type AgentPeople = Pick<TestTenant, 'admin' | 'editor' | 'viewer'>
