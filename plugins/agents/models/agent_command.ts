import { column } from '@adonisjs/lucid/orm'
import { instantColumn, jsonColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'
import type { CommandParameters, CommandStatus, CommandType } from '../contracts/index.js'

/** How far an agent is with a command. */
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

  /** The parameters as they were sent. */
  @jsonColumn()
  declare payload: CommandParameters

  @column()
  declare status: CommandStatus

  /** Row of the agent. */
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

  /** Until when it is tried. */
  @instantColumn()
  declare timeoutAt: string

  /** From when on it may be sent. */
  @instantColumn()
  declare dueAt: string

  /** Counts its deliveries. */
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
