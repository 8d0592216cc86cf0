import type { CommandParameters, CommandType } from '../protocol.js'
import type { State } from './state.js'

export interface CommandError {
  code: string
  message: string
  /** Whether a later attempt may succeed. */
  retryable?: boolean
}

export interface CommandResult {
  outcome: 'completed' | 'failed'
  result: Record<string, unknown>
  error: CommandError | null
}

/** A command as the server delivers it. */
export interface GivenCommand {
  commandId: string
  lease: number
  commandType: CommandType
  parameters: CommandParameters
  timeoutAt: string
}

/** `begun`: the agent may have changed something already. */
type Status = 'received' | 'begun' | 'ended'

export interface JournalEntry extends GivenCommand {
  status: Status
  /** Result of an ended command. */
  ended: CommandResult | undefined
  /** The number of the agent's start in which the status was written. */
  boot: number
}

/** Recorded commands may be delivered again for this time; then their ids are deleted. */
const keptDays = 30

/**
 * The commands of this agent by id. An id is stored before the agent acts, so that a command delivered twice
 * has one effect.
 */
export class Journal {
  constructor(
    private readonly state: State,
    private readonly boot: number,
    private readonly now: () => Date
  ) {}

  find(commandId: string): JournalEntry | undefined {
    const row = this.state.database.prepare('select * from commands where id = ?').get(commandId)
    return row && entryOf(row)
  }

  /**
   * Stores a new command.
   * @throws when the disk is full: then the agent must not act
   */
  receive(command: GivenCommand): void {
    this.state.database
      .prepare(
        `insert into commands (id, lease, type, parameters, timeout_at, status, boot, received_at)
         values (?, ?, ?, ?, ?, 'received', ?, ?)`
      )
      .run(
        command.commandId,
        command.lease,
        command.commandType,
        JSON.stringify(command.parameters),
        command.timeoutAt,
        this.boot,
        this.now().toISOString()
      )
  }

  /** Updates a command that was delivered again: its result must use the newest lease. */
  renew({ commandId, lease, timeoutAt }: GivenCommand): void {
    this.state.database
      .prepare('update commands set lease = ?, timeout_at = ? where id = ?')
      .run(lease, timeoutAt, commandId)
  }

  /** Records that the agent begins to carry out the command. */
  begin(commandId: string): void {
    this.state.database
      .prepare("update commands set status = 'begun', boot = ? where id = ?")
      .run(this.boot, commandId)
  }

  end(commandId: string, { outcome, result, error }: CommandResult): void {
    this.state.database
      .prepare(
        `update commands set status = 'ended', result = ?, error = ?, ended_at = ?
         where id = ? and status <> 'ended'`
      )
      .run(
        JSON.stringify({ outcome, result }),
        error && JSON.stringify(error),
        this.now().toISOString(),
        commandId
      )
  }

  /** Records that the server has received the result. */
  recorded(commandId: string): void {
    this.state.database
      .prepare("update commands set recorded_at = ? where id = ? and status = 'ended'")
      .run(this.now().toISOString(), commandId)
  }

  /** Commands that have not ended, oldest first. */
  unfinished(): JournalEntry[] {
    return this.state.database
      .prepare("select * from commands where status <> 'ended' order by received_at, rowid")
      .all()
      .map(entryOf)
  }

  /** Returns ended commands whose result the server may not have received. */
  unrecorded(): JournalEntry[] {
    return this.state.database
      .prepare(
        "select * from commands where status = 'ended' and recorded_at is null order by ended_at, rowid"
      )
      .all()
      .map(entryOf)
  }

  /** Returns the newest commands, for people. */
  newest(count: number): JournalEntry[] {
    return this.state.database
      .prepare('select * from commands order by received_at desc, rowid desc limit ?')
      .all(count)
      .map(entryOf)
  }

  forgetOld(): void {
    const before = new Date(this.now().getTime() - keptDays * 24 * 3_600_000)
    this.state.database
      .prepare('delete from commands where recorded_at < ?')
      .run(before.toISOString())
  }
}

function entryOf(row: Record<string, unknown>): JournalEntry {
  const result = row.result as string | null
  const error = row.error as string | null
  return {
    commandId: row.id as string,
    lease: row.lease as number,
    commandType: row.type as CommandType,
    parameters: JSON.parse(row.parameters as string) as CommandParameters,
    timeoutAt: row.timeout_at as string,
    status: row.status as Status,
    boot: row.boot as number,
    ended: result
      ? {
          ...(JSON.parse(result) as Pick<CommandResult, 'outcome' | 'result'>),
          error: error ? (JSON.parse(error) as CommandError) : null,
        }
      : undefined,
  }
}
