import vine from '@vinejs/vine'
import { operation } from '@crossdock/kernel/http'
import { catalogue } from '@crossdock/kernel/kinds'
import { flowsRead, flowsWrite, stepTypes, triggerTypes } from '../contracts/index.js'
import { expressionPreviewAnswer, previewExpressionBody } from '../validators/expression.js'
import { scheduleTimesAnswer, scheduleTimesQuery } from '../validators/schedule.js'

const schedules = () => import('../controllers/schedules_controller.js')

export default [
  catalogue('GET /flows/step-types', stepTypes, {
    summary: 'List the types of steps there are',
    permission: flowsRead,
    entry: 'StepType',
    more: {
      shape: {
        permissions: vine.array(vine.string()).meta({
          description: 'What who saves a workflow with such a step must hold.',
        }),
        branches: vine.array(vine.string()).meta({ description: 'Names of its branches.' }),
        branchesByConfig: vine.boolean({ strict: true }).meta({
          description: 'Its config says which branches it has, in `branches`.',
        }),
        perItem: vine.boolean({ strict: true }).meta({
          description: 'Its branches are done once for each item.',
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
  catalogue('GET /flows/triggers', triggerTypes, {
    summary: 'List the types of triggers there are',
    permission: flowsRead,
    entry: 'TriggerType',
  }),
  operation(
    'POST /flows/expressions/preview',
    {
      summary: 'Evaluate an expression on a sample',
      description:
        'As a step of the type `transform` would, in the same threads and with the same limits. Stores nothing.',
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
      summary: 'Tell when a schedule is due',
      description:
        'The schedule in words, and the next five times of a cron expression of five fields, meant in a time zone (default UTC). When clocks are put forward, a time in the lost hour comes right behind it; when they are put back, a time in the doubled hour comes once.',
      permission: flowsRead,
      query: scheduleTimesQuery,
      response: scheduleTimesAnswer,
    },
    schedules,
    'times'
  ),
]
