import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { AgentError, reasonOf } from '../errors.js'
import { placeOf } from '../files/allow_list.js'
import { HttpClient } from '../http/client.js'
import { newKeyPair, signText } from '../keys.js'
import { Sessions } from '../identity/session.js'
import { agentArch, agentPlatform, machineId, machineName, osVersion } from '../platform.js'
import {
  commandTypes,
  keyText,
  type AgentMessage,
  type AgentProfile,
  type ServerMessage,
} from '../protocol.js'
import { Journal, type CommandResult, type GivenCommand } from '../state/journal.js'
import { KnownHashes } from '../state/known_hashes.js'
import { Lock } from '../state/lock.js'
import type { Identity, State } from '../state/state.js'
import { removeParts } from '../transfer/download.js'
import { Pace } from '../transfer/pace.js'
import { Sync } from '../sync/sync.js'
import { agentVersion } from '../version.js'
import { CommandRunner, stopping } from './command_runner.js'
import { Connection } from './connection.js'
import { diagnosticsText } from './diagnostics.js'
import { releaseMemory } from './release_memory.js'
import { Log, type LogLine } from '../log.js'
import { openProfile, whenActive } from '../transfer/profile.js'
import { StatusPage } from './status_page.js'
import { diskRoom, rssBytes } from './system_info.js'
import type { AgentStatus } from './status.js'
import { carryOut } from './work.js'
import { endUpdate, makeFinal, rollBack, update, updateAtStart } from '../update/update.js'

/** A key is replaced after this many days. */
const keyDays = 90
const dayMs = 24 * 3_600_000
/** How often a refused agent checks for a new enrollment. */
const stoppedMs = 15_000
/** How often an agent that is quarantined, or whose organization is inactive, checks whether that has changed. */
const refusedMs = 10 * 60_000
const logMs = 5_000
/** A new program that does not reach the server within this time is rolled back. */
const updateMs = 10 * 60_000
const linesAtOnce = 50

/** Why the process ends. */
export type Ending = 'stopped' | 'restart'

/** A running agent: one identity, one connection, the commands of its journal. */
export class Agent {
  readonly #instanceId = randomUUID()
  readonly #log: Log
  readonly #startedAt = new Date()
  readonly #stop = new AbortController()
  readonly #up = new Pace()
  readonly #down = new Pace()
  readonly #boot: number
  readonly #journal: Journal
  readonly #runner: CommandRunner
  #ending: Ending = 'stopped'
  #sessions: Sessions | undefined
  #connection: Connection | undefined
  #sync: Sync | undefined
  #welcome: Extract<ServerMessage, { type: 'welcome' }> | undefined
  /** Monotonic time at which the server sent its welcome. */
  #welcomedAt = 0
  #connectedSince: Date | undefined
  #lastError: string | undefined
  #isUpdating = false
  #heartbeat: NodeJS.Timeout | undefined
  /** Ends the connection of the present identity. */
  #identityEnds = new AbortController()

  private constructor(
    private readonly state: State,
    onLine: (line: LogLine) => void
  ) {
    this.#log = new Log(state.folder, onLine)
    this.#boot = (state.get('boots') ?? 0) + 1
    state.set('boots', this.#boot)
    this.#journal = new Journal(state, this.#boot, () => this.#now())
    this.#runner = new CommandRunner({
      journal: this.#journal,
      log: this.#log,
      work: (command, signal, onProgress) => this.#work(command, signal, onProgress),
      send: (message) => this.#connection?.send(message) ?? false,
      until: (time) => Date.parse(time) - this.#now().getTime(),
      // Until the welcome, and while this machine pauses the agent, no new command starts. Running commands
      // are finished.
      isHeld: () => !this.#welcome || this.isPausedHere,
    })
  }

  /**
   * Runs an agent until the signal, or until a command restarts it.
   * @throws AgentError when another process runs with the same state
   */
  static async run(
    state: State,
    signal: AbortSignal,
    onLine: (line: LogLine) => void
  ): Promise<Ending> {
    const lock = await Lock.take(state.folder)
    try {
      const agent = new Agent(state, onLine)
      signal.addEventListener('abort', () => agent.#stop.abort(stopping()), { once: true })
      if (signal.aborted) agent.#stop.abort(stopping())
      return await agent.#run()
    } finally {
      lock.free()
    }
  }

  get isPausedHere(): boolean {
    return this.state.get('isPausedHere') ?? false
  }

  async #run(): Promise<Ending> {
    const page = await StatusPage.open({
      secret: randomBytes(16).toString('hex'),
      status: () => this.#status(),
      pause: (isPaused) => this.#pause(isPaused),
      reload: () => this.#identityEnds.abort(),
      update: () => void this.#update('the newest version'),
      rotate: () => this.#rotate(),
    })
    const logs = setInterval(() => this.#sendLog(), logMs)
    try {
      this.state.set('page', { port: page.port, secret: page.secret, pid: process.pid })
      this.#log.info(`Crossdock agent ${agentVersion} started (start ${this.#boot}).`)
      const found = updateAtStart(this.state)
      if (found === 'rolled_back') return 'restart'
      if (found === 'new') setTimeout(() => this.#giveUpUpdate(), updateMs).unref()
      this.#runner.recover()
      await this.#tidy()
      while (!this.#stop.signal.aborted) await this.#serve()
      await this.#runner.stop()
      this.#log.info('The agent stops.')
      return this.#ending
    } finally {
      clearInterval(logs)
      clearInterval(this.#heartbeat)
      this.state.drop('page')
      await page.close()
    }
  }

  /** Serves one identity until it changes, or until the agent stops. */
  async #serve(): Promise<void> {
    this.#identityEnds = new AbortController()
    const signal = AbortSignal.any([this.#stop.signal, this.#identityEnds.signal])
    const wait = (ms: number) => pause(ms, undefined, { signal }).catch(() => undefined)
    const identity = this.state.get('identity')
    const stopped = this.state.get('stopped')
    if (!identity) {
      this.#lastError = 'This agent is not enrolled. Run: crossdock-agent enroll'
      this.#log.error(this.#lastError)
      return void (await wait(stoppedMs))
    }
    if (stopped?.code === 'retired') return void (await wait(stoppedMs))
    if (stopped) await wait(refusedMs)
    if (signal.aborted) return
    this.#warnOfOtherMachine()
    const http = new HttpClient(identity.server)
    this.#sessions = new Sessions(this.state, identity, http, this.#instanceId)
    this.#connection = new Connection(this.#sessions, {
      hello: () => this.#hello(),
      onMessage: (message) => this.#onMessage(message, identity),
      onOpen: () => undefined,
      onClosed: (why) => this.#closed(why),
      onRefused: ({ code, message }) => {
        this.#halt(code === 'E_AGENT_RETIRED' ? 'retired' : 'refused', message)
      },
    })
    this.#beginSync(this.#sessions)
    try {
      await this.#connection.keep(signal)
    } finally {
      this.#closed(undefined)
      await this.#sync?.stop()
      this.#sync = undefined
      http.close()
    }
  }

  /** Starts sync. If that fails, the agent still does its other work. */
  #beginSync(sessions: Sessions): void {
    try {
      this.#sync = new Sync({
        state: this.state,
        sessions,
        log: this.#log,
        up: this.#up,
        down: this.#down,
        platform: agentPlatform(),
        folders: () => this.state.get('folders') ?? [],
        isPaused: () => this.isPausedHere || (this.#welcome?.isPaused ?? true),
        onIdle: releaseMemory,
        whenActive: (signal) => this.#whenActive(signal),
      })
    } catch (error) {
      this.#log.error(`The agent syncs no folder: ${reasonOf(error)}.`)
    }
  }

  #whenActive(signal: AbortSignal): Promise<void> {
    return whenActive(
      () => this.#profile,
      signal,
      () => this.#log.info('Transfers wait for the active hours of the profile.')
    )
  }

  #hello(): AgentMessage {
    return {
      type: 'hello',
      bootId: this.#boot,
      instanceId: this.#instanceId,
      version: agentVersion,
      platform: agentPlatform(),
      arch: agentArch(),
      osVersion: osVersion(),
      machineName: machineName(),
      folders: (this.state.get('folders') ?? []).map(({ path }) => path.slice(0, 1_000)),
      capabilities: commandTypes,
      running: this.#journal.unfinished().map(({ commandId }) => commandId),
    }
  }

  #onMessage(message: ServerMessage, identity: Identity): void {
    try {
      switch (message.type) {
        case 'welcome':
          return this.#welcomed(message, identity)
        case 'command':
          return this.#runner.take(message)
        case 'cancel':
          return this.#runner.cancel(message.commandId, message.reason)
        case 'recorded':
          return this.#journal.recorded(message.commandId)
        case 'quarantined':
        case 'retired':
          return this.#halt(message.type === 'retired' ? 'retired' : 'refused', message.message)
        case 'diagnose':
          return void this.#diagnose(message.requestId)
        case 'sync':
          return this.#sync?.hint()
        case 'update':
          return void this.#update(message.version)
      }
    } catch (error) {
      this.#log.error(`The agent failed at the message "${message.type}": ${reasonOf(error)}.`)
    }
  }

  #welcomed(message: Extract<ServerMessage, { type: 'welcome' }>, identity: Identity): void {
    const isFirst = this.#connectedSince === undefined
    this.#welcome = message
    this.#welcomedAt = performance.now()
    this.#up.set(message.profile.uploadKbps)
    this.#down.set(message.profile.downloadKbps)
    if (message.agentName !== identity.agentName) {
      this.state.set('identity', { ...identity, agentName: message.agentName })
    }
    if (isFirst) {
      this.#connectedSince = new Date()
      this.#lastError = undefined
      this.#connection!.resetBackoff()
      this.state.drop('stopped')
      this.#log.info(`The agent "${message.agentName}" is connected to ${identity.server}.`)
      clearInterval(this.#heartbeat)
      this.#heartbeat = setInterval(
        () => void this.#sendHeartbeat(),
        message.heartbeatSeconds * 1000
      )
      void this.#sendHeartbeat()
      this.#runner.reconnected()
      this.#journal.forgetOld()
      this.#keepKeyFresh()
    }
    this.#runner.goOn()
    this.#sync?.wake()
    if (isFirst) this.#sync?.hint()
  }

  #closed(why: string | undefined): void {
    if (why !== undefined && why !== this.#lastError) this.#log.warn(why)
    if (why !== undefined) this.#lastError = why
    this.#connectedSince = undefined
    clearInterval(this.#heartbeat)
  }

  /** Stops all work: the server refuses this agent until it is enrolled again or released. */
  #halt(code: 'refused' | 'retired', message: string): void {
    this.state.set('stopped', { code, message })
    this.#lastError = message
    this.#log.error(`${message} To enroll this machine again: crossdock-agent enroll`)
    this.#identityEnds.abort()
  }

  async #sendHeartbeat(): Promise<void> {
    const folders = (this.state.get('folders') ?? []).map(({ real }) => real)
    const disks = await diskRoom(folders.length > 0 ? folders : [this.state.folder])
    const free = disks.map(({ freeBytes }) => freeBytes)
    this.#connection?.send({
      type: 'heartbeat',
      pending: this.#runner.pending,
      freeBytes: free.length > 0 ? Math.min(...free) : 0,
      rssBytes: rssBytes(),
    })
    if (!this.#connectedSince) return
    makeFinal(this.state)
    this.#sendUpdateResult()
  }

  #sendLog(): void {
    if (!this.#connectedSince) return
    const lines = this.#log.take(linesAtOnce)
    if (lines.length === 0) return
    if (!this.#connection?.send({ type: 'log', lines })) this.#log.putBack(lines)
  }

  async #diagnose(requestId: string): Promise<void> {
    const text = await diagnosticsText(this.state, await this.#status())
    this.#connection?.send({ type: 'diagnostics', requestId, text })
  }

  /** Returns the server's time; before the first message of the server, returns the local time. */
  #now(): Date {
    if (!this.#welcome) return new Date()
    return new Date(Date.parse(this.#welcome.serverTime) + performance.now() - this.#welcomedAt)
  }

  get #profile(): AgentProfile {
    return this.#welcome?.profile ?? openProfile
  }

  async #work(
    command: GivenCommand,
    signal: AbortSignal,
    onProgress: (done: number, total: number, message: string) => void
  ): Promise<CommandResult> {
    const { commandType, commandId } = command
    const { allowedCommands } = this.#profile
    if (allowedCommands && !allowedCommands.includes(commandType)) {
      throw new AgentError(
        'E_COMMAND_NOT_ALLOWED',
        `The profile of this agent does not allow the command ${commandType}.`
      )
    }
    const sessions = this.#sessions!
    return await carryOut(command, {
      commandId,
      state: this.state,
      hashes: new KnownHashes(this.state),
      sessions,
      signal,
      platform: agentPlatform(),
      up: this.#up,
      down: this.#down,
      onProgress,
      agentName: this.#welcome?.agentName ?? sessions.identity.agentName,
      whenActive: () => this.#whenActive(signal),
      onWait: ({ message }, ms) =>
        this.#log.warn(`${message} Trying again in ${Math.ceil(ms / 1000)} s.`),
      restart: () => this.#restart(signal),
    })
  }

  async #update(version: string): Promise<void> {
    // The server requests the update again on each connection.
    if (this.#isUpdating) return
    this.#isUpdating = true
    try {
      this.#log.info(`The agent updates itself to ${version}.`)
      if (await update(this.state, this.#stop.signal)) return this.#endForRestart()
      endUpdate(this.state, 'installed', agentVersion, 'This is the newest version.')
      this.#log.info(`The version ${agentVersion} is the newest.`)
    } catch (error) {
      if (this.#stop.signal.aborted) return
      const message = error instanceof AgentError ? error.message : `${reasonOf(error)}.`
      this.#log.error(message)
      endUpdate(this.state, 'failed', version, message)
    } finally {
      this.#isUpdating = false
    }
    this.#sendUpdateResult()
  }

  #sendUpdateResult(): void {
    const updated = this.state.get('updated')
    if (!updated || !this.#connectedSince) return
    if (this.#connection?.send({ type: 'updated', ...updated })) this.state.drop('updated')
  }

  #giveUpUpdate(): void {
    if (!this.state.get('updating')) return
    const why = 'it did not reach the server in ten minutes.'
    this.#log.error(`The update is given up: ${why}`)
    if (rollBack(this.state, why)) this.#endForRestart()
  }

  #endForRestart(): void {
    this.#ending = 'restart'
    this.#stop.abort(stopping())
  }

  async #restart(signal: AbortSignal): Promise<never> {
    this.#log.info('The agent restarts.')
    this.#endForRestart()
    await new Promise<void>((ended) => {
      if (signal.aborted) ended()
      else signal.addEventListener('abort', () => ended(), { once: true })
    })
    throw stopping()
  }

  #pause(isPaused: boolean): void {
    this.state.set('isPausedHere', isPaused)
    this.#log.info(isPaused ? 'The agent is paused on this machine.' : 'The agent goes on.')
    this.#runner.goOn()
    this.#sync?.wake()
  }

  #keepKeyFresh(): void {
    const madeAt = this.state.get('keyMadeAt')
    const now = this.#now()
    if (!madeAt) return this.state.set('keyMadeAt', now.toISOString())
    if (now.getTime() - Date.parse(madeAt) > keyDays * dayMs) this.#rotate()
  }

  /**
   * Offers a new key to the server. The key is stored before it is offered. It becomes the agent's key once a
   * session has begun with it.
   */
  #rotate(): void {
    const { agentId } = this.#sessions!.identity
    const candidate = newKeyPair()
    this.state.set('candidateKey', candidate)
    this.state.set('keyMadeAt', this.#now().toISOString())
    const { publicKey } = candidate
    const signature = signText(candidate, keyText(agentId, publicKey))
    this.#connection?.send({ type: 'rotate', publicKey, signature })
    this.#log.info('The agent offers the server a new key.')
    this.#sessions!.forget()
  }

  async #tidy(): Promise<void> {
    const live = new Set(this.#journal.unfinished().map(({ commandId }) => commandId))
    const folders = this.state.get('folders') ?? []
    await removeParts(
      this.state,
      (id) => live.has(id),
      (path) => placeOf(path, folders, agentPlatform())
    )
  }

  #warnOfOtherMachine(): void {
    const [then, now] = [this.state.get('machineId'), machineId()]
    if (then && now && then !== now) {
      this.#log.warn('This state was enrolled on another machine: it may be a copy.')
    }
  }

  async #status(): Promise<AgentStatus> {
    const identity = this.state.get('identity')
    const folders = this.state.get('folders') ?? []
    return {
      version: agentVersion,
      pid: process.pid,
      startedAt: this.#startedAt.toISOString(),
      starts: this.#boot,
      agentName: this.#welcome?.agentName ?? identity?.agentName ?? null,
      organization: identity?.organization ?? null,
      environment: identity?.environment.name ?? null,
      server: identity?.server ?? null,
      connectedSince: this.#connectedSince?.toISOString() ?? null,
      problem: this.state.get('stopped')?.message ?? this.#lastError ?? null,
      isPausedHere: this.isPausedHere,
      isPausedByServer: this.#welcome?.isPaused ?? false,
      profile: this.#profile,
      folders: await diskRoom(folders.map(({ path }) => path)),
      sync: this.#sync?.status ?? [],
      waiting: this.#runner.pending - this.#runner.running.length,
      running: this.#runner.running.map(({ command, done, total, message }) => ({
        commandId: command.commandId,
        commandType: command.commandType,
        done,
        total,
        message,
      })),
      newest: this.#journal.newest(20).map(({ commandId, commandType, status, ended }) => ({
        commandId,
        commandType,
        message: ended?.error?.message ?? null,
        status: ended?.outcome ?? (status === 'begun' ? 'running' : 'waiting'),
      })),
      rssBytes: rssBytes(),
      stateFolder: this.state.folder,
    }
  }
}
