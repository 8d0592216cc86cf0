import { column } from '@adonisjs/lucid/orm'
import { jsonColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'
import type { WebhookOutcome } from '../../contracts/index.js'

/** A run that a request started. */
export interface StartedRun {
  id: string
  executionId: string
  workflowId: string
}

/** A file of a form, as runs receive it: a reference to its version. */
export interface ReceivedFile {
  field: string
  name: string
  size: number
  type: string
  assetId: string
  version: number
  versionId: string
}

/** One request to a webhook address with its result. */
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

  /** The query as sent, with secrets masked. */
  @column()
  declare query: string

  /** The headers, with names in lower case and secrets masked. */
  @jsonColumn()
  declare headers: Record<string, string>

  @column()
  declare contentType: string | null

  /** Size of the body in bytes. */
  @column()
  declare size: number

  /** The files of a form that were stored in a folder. `body` then holds the fields of the form as JSON. */
  @jsonColumn()
  declare files: ReceivedFile[] | null

  /** The body; null if there is none, if it was not stored, or if it is in the content store. */
  @column()
  declare body: Buffer | null

  @column()
  declare contentId: string | null

  @column()
  declare ip: string | null

  @column()
  declare outcome: WebhookOutcome

  /** The status of its answer. */
  @column()
  declare status: number

  /** Why it was refused. */
  @column()
  declare reason: string | null

  /** Identifies repetitions of the message; only for accepted requests. */
  @column()
  declare messageKey: string | null

  @jsonColumn()
  declare runs: StartedRun[]

  /** Id of the first run. */
  @column()
  declare executionId: string | null

  /** The request that was replayed. */
  @column()
  declare replayOf: string | null
}
