import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { until } from '@crossdock/backend/testing'
import { call, type Caller } from '@crossdock/kernel/testing'
import { Shell, type Running } from '../../../../cli/tests/shell.js'
import { deploy, type ShownAgent, type ShownCommand } from '../../tests/agent_lab.js'
import type { AgentStatus } from '../run/status.js'
import type { Identity } from '../state/state.js'

/** A machine with an agent: its own folders, and the real program as a process that can be killed. */
export class Machine {
  identity!: Identity
  #running: Running | undefined

  private constructor(
    readonly shell: Shell,
    /** The allowed folder. */
    readonly folder: string,
    /** The server's address for the agent. */
    readonly url: string
  ) {}

  /**
   * Enrolls a machine with a token that `as` creates.
   * @param through the address that the agent uses
   */
  static async enrolled(url: string, as: Caller, through = url): Promise<Machine> {
    const shell = await Shell.open()
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'crossdock-desk-')))
    const machine = new Machine(shell, folder, through)
    await machine.enroll((await deploy(url, as)).token)
    return machine
  }

  async enroll(token: string, ...more: string[]): Promise<void> {
    this.identity = await this.shell.json<Identity>([
      'agent',
      'enroll',
      '--server',
      this.url,
      '--token',
      token,
      // All agents of the tests share one real machine, so each gets its own id.
      '--allow',
      this.folder,
      '--machine-id',
      this.folder,
      ...more,
    ])
  }

  get stateFolder(): string {
    return this.shell.path('agent')
  }

  path(...names: string[]): string {
    return join(this.folder, ...names)
  }

  async write(name: string, content: string | Buffer): Promise<void> {
    await mkdir(dirname(this.path(name)), { recursive: true })
    await writeFile(this.path(name), content)
  }

  read(name: string): Promise<string> {
    return readFile(this.path(name), 'utf8')
  }

  /** Starts the agent and waits until its server knows it. */
  async start(): Promise<this> {
    this.spawn()
    await this.#running!.shows('is connected to')
    return this
  }

  spawn(): Running {
    this.#running = this.shell.start(['agent', 'run'])
    return this.#running
  }

  get running(): Running {
    return this.#running!
  }

  status(): Promise<AgentStatus & { page: string }> {
    return this.shell.json(['agent', 'status'])
  }

  async kill(): Promise<void> {
    this.#running?.child.kill('SIGKILL')
    await this.#running?.outcome
  }

  async stop(): Promise<void> {
    this.#running?.child.kill('SIGTERM')
    await this.#running?.outcome
  }

  async close(): Promise<void> {
    this.#running?.child.kill('SIGKILL')
    // A restarted agent is no longer a child process.
    const pid = await this.status().then(
      (status) => status.pid,
      () => undefined
    )
    if (pid) process.kill(pid, 'SIGKILL')
    await this.#running?.outcome
    await this.shell.close()
    await rm(this.folder, { recursive: true, force: true })
  }
}

/** A person who sends commands to agents. */
export class Sender {
  constructor(
    private readonly url: string,
    private readonly as: Caller
  ) {}

  async #ok<T>(method: string, path: string, body?: object): Promise<T> {
    const reply = await call<T>(this.url, method, path, { as: this.as, ...(body && { body }) })
    if (reply.status >= 300) throw new Error(`${path}: ${JSON.stringify(reply.body)}`)
    return reply.body
  }

  send(
    { identity }: Machine,
    commandType: string,
    parameters: object = {},
    more: object = {}
  ): Promise<ShownCommand> {
    return this.#ok('POST', '/api/desktop-agents/commands', {
      clientId: identity.clientId,
      commandType,
      parameters,
      ...more,
    })
  }

  show(id: string): Promise<ShownCommand> {
    return this.#ok('GET', `/api/desktop-agents/commands/${id}`)
  }

  cancel({ id }: Pick<ShownCommand, 'id'>): Promise<ShownCommand> {
    return this.#ok('POST', `/api/desktop-agents/commands/${id}/cancel`, {})
  }

  /** The command when it has ended. */
  ended({ id }: Pick<ShownCommand, 'id'>): Promise<ShownCommand> {
    return until('the command to end', async () => {
      const command = await this.show(id)
      return ['completed', 'failed', 'cancelled'].includes(command.status) && command
    })
  }

  /** Sends a command and waits for its end. */
  async run(machine: Machine, commandType: string, parameters: object = {}): Promise<ShownCommand> {
    return this.ended(await this.send(machine, commandType, parameters))
  }

  agent({ identity }: Machine): Promise<ShownAgent> {
    return this.#ok('GET', `/api/desktop-agents/${identity.agentId}`)
  }

  change({ identity }: Machine, how: 'pause' | 'resume' | 'retire'): Promise<ShownAgent> {
    return this.#ok('POST', `/api/desktop-agents/${identity.agentId}/${how}`, {})
  }

  /** The files whose names begin with a prefix, with their versions, by path. */
  async files(
    search: string
  ): Promise<Record<string, { id: string; version: number; size: number }>> {
    const query = new URLSearchParams({ filter: JSON.stringify({ search }), range: '[0,999]' })
    type Row = { path: string; type: string; id: string; version: number; size: number }
    const rows = await this.#ok<Row[]>('GET', `/api/assets?${query}`)
    const files = rows.filter(({ type }) => type === 'file')
    return Object.fromEntries(
      files.map(({ path, id, version, size }) => [path, { id, version, size }])
    )
  }
}
