import { column } from '@adonisjs/lucid/orm'
import { booleanColumn, instantColumn, jsonColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'
import type { WebhookMode } from '../../contracts/index.js'

/** An address that another system calls. */
export class WebhookAddress extends TenantModel {
  static override table = 'webhook_addresses'

  /** The environment; it never changes. */
  @column()
  declare environmentId: string

  /** The token in its URL: 192 random bits. */
  @column()
  declare token: string

  @column()
  declare workflowId: string | null

  @column()
  declare endpointId: string | null

  /** The endpoint whose requests also start the workflow; only for a workflow. */
  @column()
  declare listensTo: string | null

  /** Whether its workflow has a webhook trigger, or its endpoint is inbound. */
  @booleanColumn()
  declare isUsed: boolean

  /** Name of the verification. */
  @column()
  declare verification: string

  /** The configuration of the verification, with its secret sealed. */
  @jsonColumn()
  declare verificationConfig: Record<string, unknown>

  /** The secret before the last rotation, sealed. It is valid until `previousUntil`. */
  @jsonColumn()
  declare previousSecret: Record<string, unknown> | null

  @instantColumn()
  declare previousUntil: string | null

  @column()
  declare mode: WebhookMode

  @column()
  declare waitSeconds: number

  /** The step whose output is the answer; null: the last step. */
  @column()
  declare answerStepId: string | null

  @column()
  declare maxBytes: number

  /** The folder for files of forms; null: forms with files are refused. */
  @column()
  declare filesFolder: string | null

  /** The person who chose the folder: files are stored with their rights. */
  @column()
  declare filesFolderBy: string | null

  @instantColumn()
  declare updatedAt: string
}
