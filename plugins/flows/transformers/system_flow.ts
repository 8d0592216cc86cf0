import { answerOf } from '@crossdock/kernel/shapes'
import type { Row } from '@crossdock/kernel/lists'
import { maskTrigger } from '../definition/sealed.js'
import type { Workflow } from '../models/workflow.js'
import { systemFlowAnswer } from '../validators/system_flow.js'
import { toStep, type WorkflowExtra } from './workflow.js'

interface Rule {
  value: string
  operator: string
  other?: string | null
}

/** Returns a workflow started by events of a system, with the field names of system flows. */
export const showSystemFlow = (row: Row<Workflow>, extra: Omit<WorkflowExtra, 'derived'>) => {
  const { systemId, eventType, validationRules = [] } = maskTrigger(row.triggerConfig)
  return answerOf(systemFlowAnswer, row, {
    ...extra,
    triggerSystemId: String(systemId),
    triggerEventType: String(eventType),
    validationRules: (validationRules as Rule[]).map(({ value, operator, other }) => ({
      value,
      operator,
      other: other ?? null,
    })),
    flowSteps: row.steps.map(toStep),
  })
}
