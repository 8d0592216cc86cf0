import { answerOf, type Row } from '@crossdock/kernel/http'
import { maskTrigger } from '../definition/sealed.js'
import type { Workflow } from '../models/workflow.js'
import { systemFlowAnswer } from '../validators/system_flow.js'
import { toStep, type ToldOfWorkflow } from './workflow.js'

interface Rule {
  value: string
  operator: string
  other?: string | null
}

/** A workflow that events of a system start, by the words of such flows. */
export const showSystemFlow = (row: Row<Workflow>, told: Omit<ToldOfWorkflow, 'derived'>) => {
  const { systemId, eventType, validationRules = [] } = maskTrigger(row.triggerConfig)
  return answerOf(systemFlowAnswer, row, {
    ...told,
    triggerSystemId: String(systemId),
    triggerEventType: String(eventType),
    validationRules: (validationRules as Rule[]).map(({ value, operator, other }) => ({
      ...{ value, operator, other: other ?? null },
    })),
    flowSteps: row.steps.map(toStep),
  })
}
