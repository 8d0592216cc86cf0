import { column } from '@adonisjs/lucid/orm'
import { instantColumn, jsonColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'
import type { CommandParameters, CommandStatus, CommandType } from '../contracts/index.js'

/** The progress of an agent with a command. */
export interface CommandProgress {
  done: number
  total: number
  message: string
  at: string
}

/** A command to an agent. */
export class AgentCommand extends TenantModel {
  static override table = 'command_queue'

  @column()
  declare environmentId: string

  @column()
  declare commandType: CommandType

  /** 1 is sent first. */
  @column()
  declare priority: number

  /** `user`, `api` or `workflow`. */
  @column()
  declare triggerSource: string

  @column()
  declare triggerEventId: string | null

  @column()
  declare targetSystemId: string | null

  @column()
  declare targetAssetId: string | null

  @column()
  declare targetUserId: string | null

  /** The parameters as sent. */
  @jsonColumn()
  declare payload: CommandParameters

  @column()
  declare status: CommandStatus

  /** Row id of the agent. */
  @column()
  declare assignedAgent: string

  @instantColumn()
  declare scheduledFor: string | null

  @instantColumn()
  declare startedAt: string | null

  @instantColumn()
  declare completedAt: string | null

  @jsonColumn()
  declare result: Record<string, unknown> | null

  @column()
  declare errorMessage: string | null

  @column()
  declare errorCode: string | null

  @column()
  declare retryCount: number

  @column()
  declare maxRetries: number

  /** The command is attempted until this time. */
  @instantColumn()
  declare timeoutAt: string

  /** Earliest time of delivery. */
  @instantColumn()
  declare dueAt: string

  /** Counts the deliveries of the command. */
  @column()
  declare lease: number

  @jsonColumn()
  declare progress: CommandProgress | null

  @column()
  declare requestedBy: string | null

  @column({ serializeAs: null })
  declare waitToken: string | null

  @instantColumn()
  declare updatedAt: string
}
