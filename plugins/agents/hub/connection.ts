import { AsyncLocalStorage } from 'node:async_hooks'
import { clock, randomId, transaction } from '@crossdock/kernel/database'
import { english, Problem, text } from '@crossdock/kernel/ground'
import type { Channel } from '@crossdock/kernel/http'
import { inTenant, type Context } from '@crossdock/kernel/tenancy'
import { isSignedBy } from '../access/keys.js'
import { quarantined, retired } from '../actions/begin_session.js'
import {
  keyText,
  type AgentMessage,
  type AgentMessageOf,
  type ServerMessage,
} from '../contracts/index.js'
import type { AgentCommand } from '../models/agent_command.js'
import { DesktopAgent } from '../models/desktop_agent.js'
import type { AgentLogLine } from '../models/agent_details.js'
import { claim, quarantine, type Claim } from './claim.js'
import { takeCommands } from './deliver.js'
import { mostLines, storeDetails } from '../actions/details.js'
import { releaseAgent } from './leave.js'
import { recordAccepted, recordProgress, recordResult } from './report.js'
import { requestedUpdate } from '../updates/state.js'
import { recordUpdate } from './updated.js'
import { welcomeOf } from './welcome.js'
import { readWireId, wireId } from './wire_id.js'

/** A command is sent again if the agent has not accepted it within this time. */
const acceptMs = 30_000
/** Time limit for the first message of the agent (`hello`). */
const helloMs = 30_000
/** Minimum interval between stored progress reports. */
const progressMs = 2_000
const sampleMs = 10 * 60_000

type Timer = ReturnType<typeof clock.after>

/** The methods of the hub that a connection calls. */
export interface ConnectionHub {
  /** Called when a connection becomes the agent's only one. */
  joined(connection: AgentConnection): void
  /** Called when another process with the same key is connected as the agent. The hub then checks again soon. */
  contested(connection: AgentConnection): void
}

/** The connection of one agent, from its handshake to its end. */
export class AgentConnection {
  readonly id = randomId()
  /** Time of the agent's last message, once this is the agent's only connection. */
  heardAt = clock.now()
  groupId: string | null = null
  #state: 'new' | 'waiting' | 'live' | 'over' = 'new'
  #claim: Claim | undefined
  #contest: { holder: string; since: number } | undefined
  #again: 'all' | Set<string> = new Set()
  #wanted = false
  #pumping = false
  #next: Timer | undefined
  #lines: AgentLogLine[] = []
  #sampledAt = Number.NEGATIVE_INFINITY
  /** Commands that were sent but not accepted yet, by row id. */
  readonly #unaccepted = new Map<string, number>()
  readonly #progress = new Map<string, number>()
  readonly #late: Timer

  constructor(
    private readonly channel: Channel,
    readonly agentId: string,
    private readonly place: Pick<Context, 'tenantId' | 'environmentId' | 'actor'>,
    private readonly hub: ConnectionHub
  ) {
    this.#late = clock.after(helloMs, () => this.end(408, 'Say hello within 30 seconds.')).unref()
  }

  get isLive(): boolean {
    return this.#state === 'live'
  }

  /** Runs `work` as the agent, in its tenant and environment. */
  inside<T>(work: () => Promise<T>): Promise<T> {
    const { tenantId, environmentId, actor } = this.place
    return inTenant(tenantId!, work, { environmentId, actor, permissions: new Set() })
  }

  send(message: ServerMessage): void {
    this.channel.send(message)
  }

  /**
   * Closes the connection.
   * @param status equivalent HTTP status
   */
  end(status: number, reason: string): void {
    this.channel.close(status, reason)
  }

  /**
   * Processes one message; messages arrive one at a time.
   * @throws Problem for an unexpected message
   */
  async receive(message: AgentMessage): Promise<void> {
    if (message.type === 'hello') return this.#greet(message)
    if (this.#state === 'new') {
      throw new Problem(
        409,
        'E_HELLO',
        text('Say hello first: the server does not know this process yet.')
      )
    }
    // Ignore messages until it is known which of the two processes is the agent. The agent sends them again.
    if (this.#state !== 'live') return
    this.heardAt = clock.now()
    await this.#take(message)
  }

  async #take(message: Exclude<AgentMessage, { type: 'hello' }>): Promise<void> {
    switch (message.type) {
      case 'heartbeat':
        return this.#sample(message)
      case 'accepted':
        this.#unaccepted.delete(readWireId(message.commandId).id)
        return recordAccepted(this.agentId, message)
      case 'progress':
        return this.#noteProgress(message)
      case 'result':
        return this.#record(message)
      case 'log':
        this.#lines = [...this.#lines, ...message.lines].slice(-mostLines)
        return
      case 'diagnostics':
        return storeDetails(this.agentId, { diagnostics: message })
      case 'rotate':
        return this.#rotate(message)
      case 'updated':
        return recordUpdate(this.agentId, message)
    }
  }

  async #greet(hello: AgentMessageOf<'hello'>): Promise<void> {
    if (this.#state !== 'new') throw new Problem(409, 'E_HELLO', text('Say hello once.'))
    this.#late.stop()
    this.#claim = { agentId: this.agentId, connectionId: this.id, hello }
    this.#state = 'waiting'
    await this.#tryClaim()
  }

  async #tryClaim(): Promise<void> {
    const claimed = await claim(this.#claim!)
    if (this.#state !== 'waiting') return releaseAgent(this.agentId, this.id)
    if (claimed.kind === 'retired') return this.retire()
    if (claimed.kind === 'quarantined') return this.#shutOut()
    if (claimed.kind === 'live') return this.#begin(claimed.agent)
    const { holder, seenAt } = claimed
    // Another process is connected as the agent. A new heartbeat of that process will prove that it is alive.
    if (this.#contest?.holder !== holder) this.#contest = { holder, since: clock.now() }
    if (Date.parse(seenAt) > this.#contest.since) {
      await quarantine(this.#claim!)
      return this.#shutOut()
    }
    this.hub.contested(this)
  }

  /** Checks again which process is the agent. A new heartbeat of the other process proves that it is alive. */
  contest(): Promise<void> {
    return this.#state === 'waiting' ? this.inside(() => this.#tryClaim()) : Promise.resolve()
  }

  async #begin(agent: DesktopAgent): Promise<void> {
    this.#state = 'live'
    this.heardAt = clock.now()
    this.groupId = agent.groupId
    this.hub.joined(this)
    this.send(await welcomeOf(agent))
    this.#askToUpdate(agent)
    this.#again = 'all'
    await this.pump()
  }

  /** Sends the agent its present settings. */
  async refresh(): Promise<void> {
    await this.inside(async () => {
      const agent = await DesktopAgent.find(this.agentId)
      if (!agent || this.#state !== 'live') return
      this.groupId = agent.groupId
      this.send(await welcomeOf(agent))
    })
    await this.pump()
  }

  /** Sends the agent an update request, if one is due. */
  async update(): Promise<void> {
    await this.inside(async () => {
      const agent = await DesktopAgent.find(this.agentId)
      if (agent && this.#state === 'live') this.#askToUpdate(agent)
    })
  }

  #askToUpdate(agent: DesktopAgent): void {
    const update = requestedUpdate(agent)
    if (update && update.version !== agent.version) {
      this.send({ type: 'update', version: update.version })
    }
  }

  /** Sends due commands, one round at a time. A call during a round causes another round. */
  async pump(): Promise<void> {
    this.#wanted = true
    if (this.#pumping) return
    this.#pumping = true
    try {
      while (this.#wanted && this.#state === 'live') {
        this.#wanted = false
        await this.inside(() => this.#deliver())
      }
    } finally {
      this.#pumping = false
    }
  }

  async #deliver(): Promise<void> {
    const again = this.#again
    this.#again = new Set()
    const taken = await takeCommands(this.agentId, this.id, again === 'all' ? again : [...again])
    if (!taken) return this.replaced()
    for (const command of taken.commands) {
      this.#unaccepted.set(command.id, clock.ticks())
      this.send(deliveryOf(command))
    }
    this.#next?.stop()
    if (taken.nextDueAt === null) return
    // A timer supports at most 24 days.
    const wait = Math.min(Math.max(0, taken.nextDueAt - clock.now()), 24 * 60 * 60_000)
    const pump = AsyncLocalStorage.bind(() => void this.pump().catch(() => undefined))
    this.#next = clock.after(wait, pump).unref()
  }

  /** Does the regular work: sends unaccepted commands again, and stores collected data. */
  async tick(): Promise<void> {
    if (this.#state !== 'live') return
    const late = clock.ticks() - acceptMs
    const due = [...this.#unaccepted].filter(([, sentAt]) => sentAt <= late).map(([id]) => id)
    if (due.length > 0 && this.#again !== 'all') for (const id of due) this.#again.add(id)
    if (due.length > 0) await this.pump()
    const lines = this.#lines
    if (lines.length === 0) return
    this.#lines = []
    await this.inside(() => storeDetails(this.agentId, { lines }))
  }

  async #sample({ pending, freeBytes, rssBytes }: AgentMessageOf<'heartbeat'>): Promise<void> {
    if (clock.ticks() - this.#sampledAt < sampleMs) return
    this.#sampledAt = clock.ticks()
    const at = clock.date().toISOString()
    await storeDetails(this.agentId, { sample: { at, pending, freeBytes, rssBytes } })
  }

  async #noteProgress(message: AgentMessageOf<'progress'>): Promise<void> {
    const before = this.#progress.get(message.commandId) ?? Number.NEGATIVE_INFINITY
    if (clock.ticks() - before < progressMs) return
    if (this.#progress.size > 1_000) this.#progress.clear()
    this.#progress.set(message.commandId, clock.ticks())
    await recordProgress(this.agentId, message)
  }

  async #record(message: AgentMessageOf<'result'>): Promise<void> {
    const { id } = readWireId(message.commandId)
    if ((await recordResult(this.agentId, message)) === 'recorded') {
      this.#unaccepted.delete(id)
      this.#progress.delete(message.commandId)
      this.send({ type: 'recorded', commandId: message.commandId })
    }
    await this.pump()
  }

  /**
   * Stores a new key as a candidate until a session begins with it.
   * @throws Problem for an invalid signature
   */
  async #rotate({ publicKey, signature }: AgentMessageOf<'rotate'>): Promise<void> {
    if (!isSignedBy(publicKey, keyText(this.agentId, publicKey), signature)) {
      throw new Problem(401, 'E_SIGNATURE', text('The signature does not fit the new key.'))
    }
    await transaction(async () => {
      const agent = await DesktopAgent.query().where('id', this.agentId).forUpdate().first()
      await agent?.merge({ candidateKey: publicKey }).save()
    })
  }

  retire(): void {
    this.send({ type: 'retired', message: english(retired) })
    this.end(403, 'The agent was retired.')
  }

  #shutOut(): void {
    this.send({ type: 'quarantined', message: english(quarantined) })
    this.end(403, 'This is a copy of an agent that runs elsewhere.')
  }

  /** Ends this connection because another one has replaced it. */
  replaced(): void {
    this.#state = 'over'
    this.end(409, 'Another connection of this agent took over.')
  }

  /**
   * Handles the end of the channel.
   * @returns whether this was the agent's only connection
   */
  async over(): Promise<boolean> {
    const wasLive = this.#state === 'live'
    this.#state = 'over'
    this.#late.stop()
    this.#next?.stop()
    if (wasLive) await this.inside(() => releaseAgent(this.agentId, this.id))
    return wasLive
  }
}

const deliveryOf = (command: AgentCommand): ServerMessage => ({
  type: 'command',
  commandId: wireId(command),
  lease: command.lease,
  commandType: command.commandType,
  parameters: command.payload,
  timeoutAt: command.timeoutAt,
})
