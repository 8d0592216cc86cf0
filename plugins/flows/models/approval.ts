import { column } from '@adonisjs/lucid/orm'
import { instantColumn, jsonColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'

export const approvalStatuses = ['open', 'approved', 'rejected', 'expired', 'withdrawn'] as const
/** What happens when no person has decided by the deadline. */
export const dueChoices = ['fail', 'reject', 'deputy'] as const

/** A question that a run asks people. */
export class Approval extends TenantModel {
  static override table = 'flow_approvals'

  @column()
  declare runId: string

  @column()
  declare path: string

  @column()
  declare stepId: string

  @column({ serializeAs: null })
  declare token: string

  @column()
  declare flowId: string

  @column()
  declare flowName: string

  @column()
  declare executionId: string

  @column()
  declare runEnvironmentId: string | null

  @column()
  declare assetId: string | null

  @column()
  declare question: string

  @column()
  declare details: string | null

  /** `withdrawn` if the run failed or was cancelled without a decision. A retry opens it again. */
  @column()
  declare status: (typeof approvalStatuses)[number]

  @instantColumn()
  declare dueAt: string | null

  /** The people asked after the deadline; null once they have been asked. */
  @jsonColumn()
  declare deputies: { userIds?: string[]; roles?: string[] } | null

  @column()
  declare decidedBy: string | null

  @column()
  declare decidedByName: string | null

  @column()
  declare comment: string | null

  @instantColumn()
  declare decidedAt: string | null
}
