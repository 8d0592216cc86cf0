import { AgentError, isDiskFull, reasonOf } from '../errors.js'
import { HttpProblem, Unreachable } from '../http/problem.js'
import type { AgentMessage } from '../protocol.js'
import type { CommandResult, GivenCommand, Journal, JournalEntry } from '../state/journal.js'
import { releaseMemory } from './release_memory.js'
import type { Log } from '../log.js'

/** Carries out a command. */
export type Work = (
  command: GivenCommand,
  signal: AbortSignal,
  onProgress: (done: number, total: number, message: string) => void
) => Promise<Pick<CommandResult, 'outcome' | 'result' | 'error'>>

interface Deps {
  journal: Journal
  work: Work
  log: Log
  send: (message: AgentMessage) => boolean
  /** Milliseconds until a server time. */
  until: (time: string) => number
  /** Whether new commands wait. */
  isHeld: () => boolean
}

/** Returns whether a command moves files. These commands run one at a time, and restart after a crash. */
const isTransfer = ({ commandType }: Pick<GivenCommand, 'commandType'>): boolean =>
  /^(sync_folder|upload_files|download_files)$/.test(commandType)

interface Running {
  command: GivenCommand
  abort: AbortController
  done: number
  total: number
  message: string
  reportedAt: number
  ended: Promise<void>
}

/** Interval of progress messages. */
const progressMs = 2_000
const rewriteMs = 10_000
/** Time until the server has delivered all open commands again. It may need a moment when it is busy. */
const redeliveredMs = 60_000

export const stopping = (): AgentError => new AgentError('E_STOPPING', 'The agent stops.')

/** Runs the commands of the journal, each once. */
export class CommandRunner {
  readonly #running = new Map<string, Running>()
  #waiting: string[] = []
  /** Results that could not be stored because the disk was full. */
  readonly #unwritten = new Map<string, CommandResult>()
  /** Commands that were delivered since the connection was opened. */
  #delivered = new Set<string>()
  #isStopped = false

  constructor(private readonly deps: Deps) {}

  /** Returns the number of running and waiting commands. */
  get pending(): number {
    return this.#running.size + this.#waiting.length
  }

  get running(): readonly Omit<Running, 'abort' | 'reportedAt' | 'ended'>[] {
    return [...this.#running.values()]
  }

  /** Accepts a delivered command, known or new. */
  take(command: GivenCommand): void {
    const { journal, log } = this.deps
    this.#delivered.add(command.commandId)
    try {
      const known = journal.find(command.commandId)
      if (known) journal.renew(command)
      else journal.receive(command)
      const ended = known?.ended ?? this.#unwritten.get(command.commandId)
      if (ended) return this.#sendResult(command, ended)
    } catch (error) {
      // A command that is not in the journal is not run. The server delivers it again.
      log.error(`The agent cannot note the command ${command.commandId}: ${reasonOf(error)}.`)
      return
    }
    const { commandId, lease } = command
    const running = this.#running.get(commandId)
    if (running) running.command.lease = lease
    this.deps.send({ type: 'accepted', commandId, lease })
    if (!running && !this.#waiting.includes(commandId)) {
      log.info(`The server sends the command ${command.commandType} ${commandId}.`)
      this.#waiting.push(commandId)
    }
    this.goOn()
  }

  /** Cancels a command. A command that has ended keeps its result. */
  cancel(commandId: string, reason: string): void {
    const error = new AgentError('E_CANCELLED', reason || 'The command was canceled.')
    const running = this.#running.get(commandId)
    if (running) return running.abort.abort(error)
    const entry = this.deps.journal.find(commandId)
    if (!entry || entry.ended) return
    this.#waiting = this.#waiting.filter((id) => id !== commandId)
    this.#end(entry, failure(error))
  }

  /**
   * Ends commands that the agent began before it was restarted. The command `restart_agent` is complete by now;
   * for other commands, the effect is unknown. Transfers restart with their next delivery, because they detect
   * finished work by content.
   */
  recover(): void {
    for (const entry of this.deps.journal.unfinished()) {
      if (isTransfer(entry) || entry.status === 'received') continue
      if (entry.commandType === 'restart_agent') {
        this.#end(entry, { outcome: 'completed', result: { restarted: true }, error: null })
      } else {
        const message = 'The agent ended while it worked on this command.'
        this.#end(entry, failure(new AgentError('E_INTERRUPTED', message)))
      }
    }
  }

  /**
   * Handles a new connection. The server delivers all commands again whose result it needs. Commands that it
   * does not deliver were canceled or timed out.
   */
  reconnected(): void {
    this.#delivered = new Set()
    const delivered = this.#delivered
    const before = this.deps.journal.unfinished().map(({ commandId }) => commandId)
    setTimeout(() => {
      // A newer connection makes its own check.
      if (this.#delivered !== delivered) return
      for (const commandId of before) {
        if (!delivered.has(commandId)) {
          this.cancel(commandId, 'The server no longer waits for this command.')
        }
      }
    }, redeliveredMs).unref()
    this.#sendUnrecorded()
  }

  /** Sends the results that the server may not have. */
  #sendUnrecorded(): void {
    for (const entry of this.deps.journal.unrecorded()) this.#sendResult(entry, entry.ended!)
    for (const [commandId, ended] of this.#unwritten) {
      const entry = this.deps.journal.find(commandId)
      if (entry) this.#sendResult(entry, ended)
    }
  }

  /** Starts waiting commands that can run. */
  goOn(): void {
    if (this.#isStopped || this.deps.isHeld()) return
    const isBusy = () => [...this.#running.values()].some(({ command }) => isTransfer(command))
    for (const commandId of Array.from(this.#waiting)) {
      const entry = this.deps.journal.find(commandId)
      if (entry && !entry.ended && isTransfer(entry) && isBusy()) continue
      this.#waiting = this.#waiting.filter((id) => id !== commandId)
      if (entry && !entry.ended) this.#begin(entry)
    }
  }

  /** Stops all work so that the next start of the agent continues it. */
  async stop(): Promise<void> {
    this.#isStopped = true
    const all = [...this.#running.values()]
    for (const { abort } of all) abort.abort(stopping())
    await Promise.all(all.map(({ ended }) => ended))
  }

  #begin(entry: JournalEntry): void {
    const abort = new AbortController()
    const running: Running = {
      command: { ...entry },
      abort,
      done: 0,
      total: 0,
      message: '',
      reportedAt: 0,
      ended: Promise.resolve(),
    }
    this.#running.set(entry.commandId, running)
    running.ended = this.#run(running).finally(() => {
      this.#running.delete(entry.commandId)
      this.goOn()
      if (isTransfer(entry) && this.pending === 0) releaseMemory()
    })
  }

  async #run(running: Running): Promise<void> {
    const { command, abort } = running
    const { journal, work, log } = this.deps
    const left = Math.max(0, this.deps.until(command.timeoutAt))
    const deadline = setTimeout(
      () => abort.abort(new AgentError('E_TIMEOUT', 'The time of the command is over.')),
      Math.min(left, 2 ** 31 - 1)
    )
    let ended: CommandResult
    try {
      journal.begin(command.commandId)
      const onProgress = (done: number, total: number, message: string) =>
        this.#progress(running, done, total, message)
      ended = await work(command, abort.signal, onProgress)
    } catch (error) {
      const { aborted, reason } = abort.signal
      const cause: unknown = aborted ? reason : error
      if (cause instanceof AgentError && cause.code === 'E_STOPPING') return
      ended = failure(cause)
    } finally {
      clearTimeout(deadline)
    }
    const what = `The command ${command.commandType} ${command.commandId}`
    if (ended.outcome === 'completed') log.info(`${what} is completed.`)
    else log.warn(`${what} failed: ${ended.error?.message ?? 'no reason is known.'}`)
    this.#end(command, ended)
  }

  #end(command: GivenCommand, ended: CommandResult): void {
    const { commandId } = command
    try {
      this.deps.journal.end(commandId, ended)
      this.#unwritten.delete(commandId)
    } catch (error) {
      if (!isDiskFull(error)) throw error
      this.#unwritten.set(commandId, ended)
      setTimeout(() => this.#end(command, ended), rewriteMs).unref()
    }
    this.#sendResult(command, ended)
  }

  #sendResult({ commandId, lease }: GivenCommand, { outcome, result, error }: CommandResult): void {
    this.deps.send({ type: 'result', commandId, lease, outcome, result, error })
  }

  #progress(running: Running, done: number, total: number, message: string): void {
    Object.assign(running, { done, total, message })
    const now = performance.now()
    if (now - running.reportedAt < progressMs) return
    running.reportedAt = now
    const { commandId, lease } = running.command
    this.deps.send({
      type: 'progress',
      commandId,
      lease,
      done,
      total: Math.max(done, total),
      message: message.slice(-300),
    })
  }
}

function failure(error: unknown): CommandResult {
  const retryable =
    isDiskFull(error) ||
    error instanceof Unreachable ||
    (error instanceof HttpProblem && (error.isPassing || error.status >= 500))
  const known = error instanceof AgentError
  const code = isDiskFull(error) ? 'E_DISK_FULL' : known ? error.code : 'E_AGENT'
  const message = known ? error.message : `The agent failed: ${reasonOf(error)}.`
  return {
    outcome: 'failed',
    result: {},
    error: { code: code.slice(0, 50), message: message.slice(0, 1_000), retryable },
  }
}
