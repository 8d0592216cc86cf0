import type { Row } from '@crossdock/kernel/http'
import type { FlowStep } from '../contracts/index.js'
import { branchesOf } from '../definition/tree.js'
import { maskStep, maskTrigger } from '../definition/sealed.js'
import type { Workflow } from '../models/workflow.js'
import { mayReadConfig } from './readable.js'

type ShownStep = Omit<FlowStep, 'branches'> & {
  configHidden: boolean
  branches?: Record<string, ShownStep[]>
}

const shownBranches = (step: FlowStep) =>
  Object.fromEntries(branchesOf(step).map(([name, steps]) => [name, steps.map(toStep)]))

function toStep(step: FlowStep): ShownStep {
  const configHidden = !mayReadConfig(step.type)
  const { branches, ...own } = maskStep(step)
  return {
    ...own,
    ...(configHidden ? { config: {} } : {}),
    configHidden,
    ...(branches ? { branches: shownBranches(step) } : {}),
  }
}

/** A workflow as the API shows it. */
export function toWorkflow(row: Row<Workflow>) {
  return {
    id: row.id,
    tenantId: row.tenantId,
    name: row.name,
    description: row.description,
    triggerType: row.triggerType,
    triggerConfig: maskTrigger(row.triggerConfig),
    steps: row.steps.map(toStep),
    isActive: row.isActive,
    savedBy: row.savedBy,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  }
}

/** A workflow where it is only to be started. */
export function toStartable({ id, name, triggerType, description, isActive }: Row<Workflow>) {
  return { id, name, triggerType, description, isActive }
}
