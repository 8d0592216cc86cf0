import { column } from '@adonisjs/lucid/orm'
import { jsonColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'
import type { WebhookOutcome } from '../../contracts/index.js'

/** A run that a request has started. */
export interface StartedRun {
  id: string
  executionId: string
  workflowId: string
}

/** A file of a form as runs read it: a handle of its version. */
export interface ReceivedFile {
  field: string
  name: string
  size: number
  type: string
  assetId: string
  version: number
  versionId: string
}

/** One request to a webhook address, and what became of it. */
export class WebhookRequest extends TenantModel {
  static override table = 'webhook_requests'

  @column()
  declare environmentId: string

  @column()
  declare addressId: string

  @column()
  declare workflowId: string | null

  @column()
  declare endpointId: string | null

  @column()
  declare method: string

  /** As it was sent, secrets masked. */
  @column()
  declare query: string

  /** Names in lower case, secrets masked. */
  @jsonColumn()
  declare headers: Record<string, string>

  @column()
  declare contentType: string | null

  /** Bytes of the body. */
  @column()
  declare size: number

  /** Of a form whose files were put into a folder; `body` holds its fields as JSON then. */
  @jsonColumn()
  declare files: ReceivedFile[] | null

  /** Null where there is none, it was not kept, or it lies in the content store. */
  @column()
  declare body: Buffer | null

  @column()
  declare contentId: string | null

  @column()
  declare ip: string | null

  @column()
  declare outcome: WebhookOutcome

  /** The status it was answered with. */
  @column()
  declare status: number

  /** Why it was refused. */
  @column()
  declare reason: string | null

  /** By what the same message is known again; of accepted ones. */
  @column()
  declare messageKey: string | null

  @jsonColumn()
  declare runs: StartedRun[]

  /** Of the first run. */
  @column()
  declare executionId: string | null

  /** The request that was run again. */
  @column()
  declare replayOf: string | null
}
