import { column } from '@adonisjs/lucid/orm'
import { booleanColumn, instantColumn, jsonColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'
import type { WebhookMode } from '../../contracts/index.js'

/** An address that another system calls. */
export class WebhookAddress extends TenantModel {
  static override table = 'webhook_addresses'

  /** Where it works; rows stay there. */
  @column()
  declare environmentId: string

  /** The last part of its address: 192 random bits. */
  @column()
  declare token: string

  @column()
  declare workflowId: string | null

  @column()
  declare endpointId: string | null

  /** Of a workflow: the endpoint whose requests start it, too. */
  @column()
  declare listensTo: string | null

  /** Whether its workflow has a webhook trigger, and its endpoint is inbound. */
  @booleanColumn()
  declare isUsed: boolean

  /** Name of its kind. */
  @column()
  declare verification: string

  /** With its secret sealed. */
  @jsonColumn()
  declare verificationConfig: Record<string, unknown>

  /** The secret before the last rotation, sealed; good until then. */
  @jsonColumn()
  declare previousSecret: Record<string, unknown> | null

  @instantColumn()
  declare previousUntil: string | null

  @column()
  declare mode: WebhookMode

  @column()
  declare waitSeconds: number

  /** Whose output is the answer; null: that of the last step. */
  @column()
  declare answerStepId: string | null

  @column()
  declare maxBytes: number

  /** The folder that files of forms are put into; null: forms with files are refused. */
  @column()
  declare filesFolder: string | null

  /** Who chose it: files are put there with their rights. */
  @column()
  declare filesFolderBy: string | null

  @instantColumn()
  declare updatedAt: string
}
