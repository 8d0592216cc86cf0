import { answerOf } from '@crossdock/kernel/shapes'
import type { Row } from '@crossdock/kernel/lists'
import { maskTrigger } from '../definition/sealed.js'
import { countSteps } from '../definition/tree.js'
import type { WorkflowVersion } from '../models/workflow_version.js'
import { versionAnswer, wholeVersionAnswer } from '../validators/workflow.js'
import { toStep } from './workflow.js'

/** Returns a present or former definition of a workflow, without its content. */
export const showVersion = (row: Row<WorkflowVersion>, savedByName: string | null) =>
  answerOf(versionAnswer, row, { savedByName, stepCount: countSteps(row.steps) })

/** Returns a present or former definition with its trigger and steps, secrets masked. */
export const showWholeVersion = (row: Row<WorkflowVersion>, savedByName: string | null) =>
  answerOf(wholeVersionAnswer, row, {
    savedByName,
    triggerConfig: maskTrigger(row.triggerConfig),
    steps: row.steps.map(toStep),
  })
