import { AsyncLocalStorage } from 'node:async_hooks'
import { clock } from '@crossdock/kernel/database'
import { onSeen, type SeenEvent } from '@crossdock/kernel/events'
import { loggable, Problem, text } from '@crossdock/kernel/ground'
import type { Channel } from '@crossdock/kernel/http'
import { logger, perApplication } from '@crossdock/kernel/plugin'
import type { Context } from '@crossdock/kernel/tenancy'
import { targetType } from '../access/identity.js'
import {
  agentHandedOver,
  agentRetired,
  agentUpdated,
  commandCancelled,
  commandQueued,
  diagnosticsRequested,
  groupDeleted,
  groupUpdated,
  updateRequested,
} from '../event_types.js'
import { busySeconds, connectsPerSecond } from '../limits.js'
import { AgentConnection, type ConnectionHub } from './connection.js'
import { askForDiagnostics } from './diagnose.js'
import { markOffline } from './leave.js'
import { agentsOfCommands, agentsWithDue, type CommandOf } from './look_up.js'
import { onSignal } from './signals.js'
import { storeHeartbeats } from './heartbeats.js'
import { wireId } from './wire_id.js'

/** Interval at which heartbeats are stored. */
const tickMs = 5_000
/** Number of ticks between checks of the queue. They find commands that no event reported. */
const queueCheckTicks = 6
/** An agent that reconnects within this time never becomes offline. */
const graceMs = 10_000

/** The agents that are connected to this process. */
export class Hub implements ConnectionHub {
  readonly #live = new Map<string, AgentConnection>()
  readonly #contested = new Set<AgentConnection>()
  readonly #commandIds = new Set<string>()
  readonly #inside = AsyncLocalStorage.snapshot()
  readonly #timer = clock.every(tickMs, () => this.#inside(() => void this.#tick())).unref()
  readonly #stopEvents = onSeen((event) => this.#onEvent(event))
  readonly #stopSignals = onSignal((agentId, contractId) =>
    this.#live.get(agentId)?.send({ type: 'sync', contractId })
  )
  #ticks = 0
  #ticking = false
  #stopping = false
  /** Times of the last accepted connections, as many as are allowed in a second; the oldest is at `#oldest`. */
  readonly #connectTimes = Array.from({ length: connectsPerSecond }, () => -Infinity)
  #oldest = 0

  /** @throws Problem 503 when too many agents connect at a time */
  assertRoom(): void {
    const at = clock.ticks()
    if (at - this.#connectTimes[this.#oldest]! >= 1_000 && !this.#stopping) {
      this.#connectTimes[this.#oldest] = at
      this.#oldest = (this.#oldest + 1) % connectsPerSecond
      return
    }
    // The delay is random, so that waiting agents do not return together.
    const seconds = busySeconds + Math.floor(Math.random() * busySeconds)
    throw new Problem(
      503,
      'E_BUSY',
      text('Many agents connect at the moment. Try again in {seconds} seconds.', { seconds }),
      { headers: { 'retry-after': String(seconds) } }
    )
  }

  /** Takes over a WebSocket channel that an agent has opened. */
  open(
    channel: Channel,
    agentId: string,
    place: Pick<Context, 'tenantId' | 'environmentId' | 'actor'>
  ): AgentConnection {
    const connection = new AgentConnection(channel, agentId, place, this)
    channel.onEnd(() => this.#inside(() => this.#logFailure(this.#onClosed(connection))))
    return connection
  }

  joined(connection: AgentConnection): void {
    this.#contested.delete(connection)
    const before = this.#live.get(connection.agentId)
    this.#live.set(connection.agentId, connection)
    if (before && before !== connection) before.replaced()
  }

  contested(connection: AgentConnection): void {
    this.#contested.add(connection)
  }

  async stop(): Promise<void> {
    this.#stopping = true
    this.#timer.stop()
    this.#stopEvents()
    this.#stopSignals()
    this.#live.clear()
  }

  /** Handles an event of any process that concerns an agent connected here. It neither waits nor throws. */
  #onEvent({ eventType, targetType: type, targetId }: SeenEvent): void {
    if (targetId === null || this.#live.size === 0) return
    if (eventType === commandQueued.name || eventType === commandCancelled.name) {
      if (this.#commandIds.size === 0)
        setImmediate(() => this.#inside(() => this.#logFailure(this.#sendNamed())))
      this.#commandIds.add(targetId)
      return
    }
    if (eventType === groupUpdated.name || eventType === groupDeleted.name) {
      for (const connection of this.#live.values()) {
        if (connection.groupId === targetId) this.#do(() => connection.refresh())
      }
      return
    }
    const connection = type === targetType ? this.#live.get(targetId) : undefined
    if (!connection) return
    if (eventType === agentRetired.name) connection.retire()
    if (eventType === agentUpdated.name || eventType === agentHandedOver.name)
      this.#do(() => connection.refresh())
    if (eventType === updateRequested.name) this.#do(() => connection.update())
    if (eventType === diagnosticsRequested.name) this.#do(() => askForDiagnostics(connection))
  }

  /** Sends the commands that events named. It reads their rows, because the events do not name the agents. */
  async #sendNamed(): Promise<void> {
    const ids = [...this.#commandIds]
    this.#commandIds.clear()
    const commands = await agentsOfCommands(ids)
    for (const command of commands) {
      const connection = this.#live.get(command.agentId)
      if (!connection) continue
      if (command.status === 'cancelled') sendCancel(connection, command)
      await connection.pump()
    }
  }

  async #tick(): Promise<void> {
    if (this.#ticking) return
    this.#ticking = true
    try {
      await this.#storeHeartbeats()
      // Copy the set: a connection that is still contested adds itself again.
      const contested = [...this.#contested]
      this.#contested.clear()
      for (const connection of contested) await connection.contest()
      for (const connection of Array.from(this.#live.values())) await connection.tick()
      if (this.#ticks++ % queueCheckTicks === 0) await this.#sendDue()
    } catch (error) {
      logger
        .use()
        .warn({ err: loggable(error) }, 'agents could not be looked after; tried again soon')
    } finally {
      this.#ticking = false
    }
  }

  #storedAt = 0

  async #storeHeartbeats(): Promise<void> {
    const since = this.#storedAt
    const heard = [...this.#live.values()].filter(({ heardAt }) => heardAt > since)
    this.#storedAt = clock.now()
    if (heard.length === 0) return
    const heartbeats = heard.map(({ agentId, id, heardAt }) => ({
      agentId,
      connectionId: id,
      at: heardAt,
    }))
    const lost = await storeHeartbeats(heartbeats)
    for (const connection of heard) if (lost.has(connection.id)) connection.replaced()
  }

  /** Sends due commands that no event reported. */
  async #sendDue(): Promise<void> {
    for (const agentId of await agentsWithDue([...this.#live.keys()])) {
      await this.#live.get(agentId)?.pump()
    }
  }

  async #onClosed(connection: AgentConnection): Promise<void> {
    this.#contested.delete(connection)
    if (this.#live.get(connection.agentId) === connection) this.#live.delete(connection.agentId)
    if (!(await connection.over()) || this.#stopping) return
    clock
      .after(graceMs, () =>
        this.#inside(() =>
          this.#logFailure(connection.inside(() => markOffline(connection.agentId)))
        )
      )
      .unref()
  }

  #do(work: () => Promise<void>): void {
    this.#inside(() => this.#logFailure(work()))
  }

  /** Logs a failure. The next tick, or the job for silent agents, repeats the work. */
  #logFailure(work: Promise<void>): void {
    work.catch((error: unknown) => {
      if (this.#stopping) return
      logger.use().warn({ err: loggable(error) }, 'work for an agent failed; tried again soon')
    })
  }
}

function sendCancel(connection: AgentConnection, command: CommandOf): void {
  const commandId = wireId({ id: command.id, retryCount: command.retryCount })
  connection.send({ type: 'cancel', commandId, reason: 'The command was canceled.' })
}

const started = perApplication<{ hub?: Hub }>(() => ({}))

/** Returns the hub of this process, created with its first agent, or when the process begins to serve. */
export const hub = (): Hub => (started().hub ??= new Hub())

export async function stopHub(): Promise<void> {
  await started().hub?.stop()
}
