import { answerOf, type Row } from '@crossdock/kernel/http'
import { maskTrigger } from '../definition/sealed.js'
import { countSteps } from '../definition/tree.js'
import type { WorkflowVersion } from '../models/workflow_version.js'
import { versionAnswer, wholeVersionAnswer } from '../validators/workflow.js'
import { toStep } from './workflow.js'

/** A definition a workflow has or had, without what is in it. */
export const showVersion = (row: Row<WorkflowVersion>, savedByName: string | null) =>
  answerOf(versionAnswer, row, { savedByName, stepCount: countSteps(row.steps) })

/** The same with its trigger and steps, secrets masked. */
export const showWholeVersion = (row: Row<WorkflowVersion>, savedByName: string | null) =>
  answerOf(wholeVersionAnswer, row, {
    savedByName,
    triggerConfig: maskTrigger(row.triggerConfig),
    steps: row.steps.map(toStep),
  })
