import { transaction } from '@crossdock/kernel/database'
import type { Output } from '@crossdock/kernel/shapes'
import { sealDefinition } from '../definition/sealed.js'
import { testTrigger } from '../definition/test_trigger.js'
import { walk } from '../definition/tree.js'
import { Execution } from '../models/execution.js'
import type { Workflow } from '../models/workflow.js'
import { WorkflowDraft } from '../models/workflow_draft.js'
import { versionOf } from '../queries/versions.js'
import type { sampleBody } from '../validators/draft.js'
import { inputOf } from './draft_sample.js'
import { checkedDraft } from '../definition/check_draft.js'
import { draftOwner, lockedDraft } from '../queries/own_draft.js'
import { lockWorkflow } from './locked_workflow.js'
import { assertEnvironmentActive, startExecutions } from './start_execution.js'
import { keepTested } from './versions.js'

/**
 * Runs the caller's draft from its first step on a sample. The run has all effects of a real run, with the
 * caller's permissions, and is listed as a test. The active version is not affected. The step results become the
 * samples of these steps.
 * @throws Problem 404, 409 in an inactive environment, 422 for an incomplete draft
 */
export async function testDraft(id: string, sample: Output<typeof sampleBody>): Promise<Execution> {
  const input = await inputOf(sample)
  return transaction(async () => {
    const workflow = await lockWorkflow(id)
    await assertEnvironmentActive(workflow)
    const draft = await ownDraft(workflow)
    const checked = sealDefinition(id, await checkedDraft(draft, workflow), draft)
    const tested = { ...checked, id, name: draft.name, savedBy: draftOwner() }
    const versionId = await keepTested(tested)
    const { environmentId } = workflow
    const [started] = await startExecutions([
      {
        workflow: { ...tested, environmentId, versionId },
        start: { triggerType: testTrigger, depth: 0, ...input },
      },
    ])
    const ids = [...walk(checked.steps)].map(({ step }) => step.id)
    await keepSamples(draft, Object.fromEntries(ids.map((step) => [step, started!.id])))
    return Execution.findOrFail(started!.id)
  })
}

/** Locks the caller's draft; the first test of a workflow creates one. */
export async function ownDraft(workflow: Workflow): Promise<WorkflowDraft> {
  const draft = await lockedDraft(workflow.id)
  if (draft) return draft
  const { id: workflowId, name, description, triggerType, triggerConfig, steps } = workflow
  return WorkflowDraft.create({
    workflowId,
    name,
    description,
    triggerType,
    triggerConfig,
    steps,
    userId: draftOwner(),
    baseVersion: await versionOf(workflow),
    revision: 1,
    samples: {},
  })
}

/**
 * Stores which test runs hold the newest results of the draft's current steps. This does not count as a
 * change of the draft.
 */
export async function keepSamples(
  draft: WorkflowDraft,
  newer: Readonly<Record<string, string>>
): Promise<void> {
  const there = new Set([...walk(draft.steps)].map(({ step }) => step.id))
  const all = Object.entries({ ...draft.samples, ...newer }).filter(([step]) => there.has(step))
  await draft.merge({ samples: Object.fromEntries(all) }).save()
}
