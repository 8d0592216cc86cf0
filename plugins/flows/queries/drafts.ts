import { personNames } from '@crossdock/backend/users'
import { answerOf } from '@crossdock/kernel/shapes'
import type { Reader } from '@crossdock/kernel/http'
import { sameJson } from '@crossdock/kernel/json'
import { problemsOf } from '../definition/check_draft.js'
import { derivedOf } from '../definition/derived.js'
import { maskTrigger } from '../definition/sealed.js'
import type { Workflow } from '../models/workflow.js'
import { WorkflowDraft } from '../models/workflow_draft.js'
import { toStep } from '../transformers/workflow.js'
import { draftAnswer } from '../validators/draft.js'
import { draftOf, draftOwner } from './own_draft.js'
import { versionOf } from './versions.js'

/** Maximum number of other people who are shown. */
const mostOthers = 10

/** Returns the caller's draft of a workflow; without one, the workflow as it is. */
export async function showDraft(workflow: Workflow, reader: Reader, saved?: WorkflowDraft) {
  const version = await versionOf(workflow)
  const draft = saved ?? (await draftOf(workflow.id)) ?? unsaved(workflow, version)
  const derived = (await derivedOf([workflow]))(workflow)
  const problems = await problemsOf(draft, workflow)
  return answerOf(draftAnswer, draft, {
    version,
    isChanged: !sameJson(contentOf(draft), contentOf(workflow)),
    triggerConfig: {
      ...maskTrigger(draft.triggerConfig),
      ...(draft.triggerType === workflow.triggerType ? derived : {}),
    },
    steps: draft.steps.map(toStep),
    problems: problems.map(({ field, text }) => ({ field, message: reader.say(text) })),
    others: await othersOf(workflow.id),
    updatedAt: draft.revision === 0 ? null : draft.updatedAt,
  })
}

const contentOf = (one: Workflow | WorkflowDraft) => {
  const { name, description, triggerType, triggerConfig, steps } = one
  return { name, description, triggerType, triggerConfig, steps }
}

function unsaved(workflow: Workflow, baseVersion: number | null): WorkflowDraft {
  const { id, name, description, triggerType, triggerConfig, steps, updatedAt } = workflow
  return new WorkflowDraft().fill({
    name,
    description,
    triggerType,
    triggerConfig,
    steps,
    updatedAt,
    workflowId: id,
    userId: draftOwner(),
    baseVersion,
    revision: 0,
    samples: {},
  })
}

/** Returns other people with a draft of the workflow. Their drafts are kept when this draft is activated. */
async function othersOf(workflowId: string) {
  const rows = await WorkflowDraft.query()
    .where('workflow_id', workflowId)
    .whereNot('user_id', draftOwner())
    .orderBy('updated_at', 'desc')
    .limit(mostOthers)
    .select('user_id', 'updated_at')
  const nameOf = await personNames(rows.map(({ userId }) => userId))
  return rows.map(({ userId, updatedAt }) => ({ userId, name: nameOf(userId), updatedAt }))
}
