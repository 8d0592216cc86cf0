import type { Logger } from '@adonisjs/core/logger'
import { transaction } from '@crossdock/kernel/database'
import { securityLog } from '@crossdock/kernel/ground'
import { rotateConfig } from '@crossdock/kernel/kinds'
import { SecretError } from '@crossdock/kernel/secrets'
import { asOperator, systemActor } from '@crossdock/kernel/tenancy'
import { resealAddress } from '../alerts/sealed_address.js'
import { sealedFor } from '../definition/sealed.js'
import { FlowAlert } from '../models/flow_alert.js'
import { Workflow } from '../models/workflow.js'
import { WorkflowDraft } from '../models/workflow_draft.js'
import { WorkflowVersion } from '../models/workflow_version.js'

const batch = 200

/**
 * Seals secrets of workflows, and of versions that runs use, with the present APP_KEY if they are sealed with a
 * former one, like the credentials of systems. The security log records the number of rows.
 */
export async function rotateFlowSecrets(logger: Logger): Promise<void> {
  let count = 0
  await asOperator('seal the secrets of every tenant’s flows with the present key', async () => {
    await eachId(Workflow, async (id) => {
      if (await rotateWorkflow(id, logger)) count++
    })
    await eachId(WorkflowVersion, async (id) => {
      if (await rotateVersion(id, logger)) count++
    })
    await eachId(WorkflowDraft, async (id) => {
      if (await rotateDraft(id, logger)) count++
    })
    await eachId(FlowAlert, async (id) => {
      if (await rotateAlert(id, logger)) count++
    })
  })
  if (count > 0) {
    securityLog()?.allowed({ event: 'flow_secrets_rotated', actor: systemActor, count })
  }
}

async function eachId(
  model: typeof Workflow | typeof WorkflowVersion | typeof WorkflowDraft | typeof FlowAlert,
  work: (id: string) => Promise<void>
): Promise<void> {
  for (let last = ''; ;) {
    const query = model.query().select('id').where('id', '>', last).orderBy('id').limit(batch)
    const rows = await query
    for (const { id } of rows) await work(id)
    if (rows.length < batch) return
    last = rows.at(-1)!.id
  }
}

/** Seals the secrets of one workflow. The row is locked, so that a concurrent save is not overwritten. */
function rotateWorkflow(id: string, logger: Logger): Promise<boolean> {
  return transaction(async () => {
    const row = await Workflow.query().where('id', id).forUpdate().first()
    const rotated = row && rotate(row, row.id, logger)
    if (rotated) await Workflow.query().where('id', id).update(rotated)
    return Boolean(rotated)
  })
}

async function rotateVersion(id: string, logger: Logger): Promise<boolean> {
  const row = await WorkflowVersion.find(id)
  const rotated = row && rotate(row, row.workflowId, logger)
  if (rotated) await WorkflowVersion.query().where('id', id).update(rotated)
  return Boolean(rotated)
}

/** Like `rotateWorkflow`, for drafts. */
function rotateDraft(id: string, logger: Logger): Promise<boolean> {
  return transaction(async () => {
    const row = await WorkflowDraft.query().where('id', id).forUpdate().first()
    const rotated = row && rotate(row, row.workflowId, logger)
    if (rotated) await WorkflowDraft.query().where('id', id).update(rotated)
    return Boolean(rotated)
  })
}

/** Like `rotateWorkflow`, for alerts. */
function rotateAlert(id: string, logger: Logger): Promise<boolean> {
  return transaction(async () => {
    const row = await FlowAlert.query().where('id', id).forUpdate().first()
    const sealed = row && unlessLost({ alertId: id }, logger, () => resealAddress(row))
    if (sealed) await FlowAlert.query().where('id', id).update({ webhook_address: sealed })
    return Boolean(sealed)
  })
}

/** Returns the columns that change; undefined if nothing is sealed with a former key. */
function rotate(
  { steps, triggerConfig }: Partial<Pick<Workflow, 'steps' | 'triggerConfig'>>,
  workflowId: string,
  logger: Logger
): { steps?: string; trigger_config?: string } | undefined {
  const context = sealedFor(workflowId)
  return unlessLost({ workflowId }, logger, () => {
    const columns = {
      steps: rotateConfig(steps, context),
      trigger_config: rotateConfig(triggerConfig, context),
    }
    const changed = Object.entries(columns).filter(([, value]) => value !== undefined)
    if (changed.length === 0) return undefined
    return Object.fromEntries(changed.map(([name, value]) => [name, JSON.stringify(value)]))
  })
}

/** Returns the result of `work`. If no known key opens the value, the value is kept and the log names it. */
function unlessLost<T>(about: object, logger: Logger, work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof SecretError)) throw error
    logger.warn({ ...about, code: error.code }, error.message)
    return undefined
  }
}
