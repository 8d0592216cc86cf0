import { answerOf } from '@crossdock/kernel/shapes'
import type { Row } from '@crossdock/kernel/lists'
import type { FlowStep, TriggerConfig } from '../contracts/index.js'
import { branchesOf } from '../definition/tree.js'
import { maskStep, maskTrigger } from '../definition/sealed.js'
import type { Workflow } from '../models/workflow.js'
import { startableAnswer, workflowAnswer } from '../validators/workflow.js'
import { fieldsAskedFor } from '../definition/input_fields.js'
import { mayReadConfig } from './readable.js'

type ShownStep = Omit<FlowStep, 'branches' | 'name'> & {
  name: string | null
  configHidden: boolean
  branches?: Record<string, ShownStep[]>
}

/** Data from other tables. */
export interface WorkflowExtra {
  version: number | null
  savedByName: string | null
  /** Fields of its trigger that Crossdock sets. */
  derived: TriggerConfig
}

const shownBranches = (step: FlowStep) =>
  Object.fromEntries(branchesOf(step).map(([name, steps]) => [name, steps.map(toStep)]))

export function toStep(step: FlowStep): ShownStep {
  const configHidden = !mayReadConfig(step.type)
  const { branches, ...own } = maskStep(step)
  return {
    ...own,
    name: step.name ?? null,
    ...(configHidden ? { config: {} } : {}),
    configHidden,
    ...(branches ? { branches: shownBranches(step) } : {}),
  }
}

/** Returns a workflow as the API shows it. */
export const toWorkflow = (row: Row<Workflow>, { derived, ...extra }: WorkflowExtra) =>
  answerOf(workflowAnswer, row, {
    ...extra,
    triggerConfig: { ...maskTrigger(row.triggerConfig), ...derived },
    steps: row.steps.map(toStep),
  })

/** Returns a workflow in the list of workflows to start. */
export const toStartable = (row: Row<Workflow>) =>
  answerOf(startableAnswer, row, { fields: fieldsAskedFor(row) })
