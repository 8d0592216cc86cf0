import vine from '@vinejs/vine'
import { operation } from '@crossdock/kernel/http'
import { catalog } from '@crossdock/kernel/kinds'
import { flowsRead, flowsWrite, stepTypes, triggerTypes } from '../contracts/index.js'
import { expressionPreviewAnswer, previewExpressionBody } from '../validators/expression.js'
import { scheduleTimesAnswer, scheduleTimesQuery } from '../validators/schedule.js'

const schedules = () => import('../controllers/schedules_controller.js')

export default [
  catalog('GET /flows/step-types', stepTypes, {
    summary: 'List the step types',
    permission: flowsRead,
    entry: 'StepType',
    more: {
      shape: {
        permissions: vine.array(vine.string()).meta({
          description: 'Permissions that the person who saves a workflow with this step needs.',
        }),
        branches: vine.array(vine.string()).meta({ description: 'Names of its branches.' }),
        branchesByConfig: vine.boolean({ strict: true }).meta({
          description: 'Its config defines its branches, in `branches`.',
        }),
        perItem: vine.boolean({ strict: true }).meta({
          description: 'Its branches run once for each item.',
        }),
      },
      show: ({ permissions, branches, branchesBy, perItem = false }) => ({
        permissions: permissions.map(({ name }) => name),
        branches: [...(branches ?? [])],
        branchesByConfig: Boolean(branchesBy),
        perItem,
      }),
    },
  }),
  catalog('GET /flows/triggers', triggerTypes, {
    summary: 'List the trigger types',
    permission: flowsRead,
    entry: 'TriggerType',
  }),
  operation(
    'POST /flows/expressions/preview',
    {
      summary: 'Evaluate an expression on a sample',
      description:
        'Works like a step of the type `transform`, in the same threads and with the same limits. Stores nothing.',
      permission: flowsWrite,
      body: previewExpressionBody,
      response: expressionPreviewAnswer,
    },
    () => import('../controllers/expressions_controller.js'),
    'preview'
  ),
  operation(
    'GET /flows/schedule-times',
    {
      summary: 'Show when a schedule is due',
      description:
        'The schedule in words, and the next five times of a cron expression of five fields in a time zone (default UTC). When clocks are put forward, a time in the lost hour comes right after it. When they are put back, a time in the repeated hour comes once.',
      permission: flowsRead,
      query: scheduleTimesQuery,
      response: scheduleTimesAnswer,
    },
    schedules,
    'times'
  ),
]
