import { answerOf, type Row } from '@crossdock/kernel/http'
import { countSteps } from '../definition/tree.js'
import type { WorkflowVersion } from '../models/workflow_version.js'
import { versionAnswer } from '../validators/workflow.js'

/** A definition a workflow has or had, without what is in it. */
export const showVersion = (row: Row<WorkflowVersion>, savedByName: string | null) =>
  answerOf(versionAnswer, row, { savedByName, stepCount: countSteps(row.steps) })
