import vine, { SimpleMessagesProvider } from '@vinejs/vine'
import { randomUUID } from 'node:crypto'
import { assetsRead } from '@crossdock/backend/assets'
import { newId } from '@crossdock/kernel/database'
import { anything, type Output } from '@crossdock/kernel/shapes'
import { text, type FieldError } from '@crossdock/kernel/ground'
import { part, reference } from '@crossdock/kernel/kinds'
import { startWorkflow } from '../actions/start_execution.js'
import { flowsRun, flowsWrite, StepFailed, type StepType } from '../contracts/index.js'
import { Execution } from '../models/execution.js'
import { Workflow } from '../models/workflow.js'
import { fitsIn, maxOutputBytes } from '../runs/stored_output.js'
import { filled } from './fill.js'

/** Maximum length of a chain of workflows that call each other. */
const mostDeep = 10
/** Maximum number of runs that one run may start, including runs that its children start. */
const mostRuns = 2_000

const config = vine.create({
  workflowId: reference('workflows', { title: 'Workflow' }),
  data: part(vine.record(anything()).optional(), {
    title: 'Data',
    description: 'The workflow reads it as trigger. May contain placeholders.',
    examples: ['{ "order": "{item.number}" }'],
  }),
  withFile: part(vine.boolean({ strict: true }).optional(), {
    title: 'About the same file',
    default: true,
  }),
  wait: part(vine.boolean({ strict: true }).optional(), {
    title: 'Wait for its end',
    description: 'The step then has the last output of the workflow, or fails with it.',
    default: true,
  }),
})

config.messagesProvider = new SimpleMessagesProvider({
  string: 'The {{ field }} must be a text.',
  boolean: 'The {{ field }} field must be true or false.',
  record: 'The {{ field }} field must be a JSON object.',
})

type Config = Output<typeof config>

/** Starts another workflow of the environment, and waits for its end. */
export const callWorkflow: StepType<Config> = {
  label: 'Call workflow',
  description: 'Starts another workflow, and waits for its end',
  icon: 'workflow',
  config,
  // The outputs of the called workflow's steps may require any permission, so this is the strictest one.
  outputPermission: flowsWrite,
  permissions: [flowsRun, assetsRead],
  check,
  outputShape: ({ wait = true }) => (wait ? {} : { properties: { runId: {} } }),
  async run({ step: { config }, input, execution }) {
    const { workflowId = '', data = {}, withFile = true, wait = true } = config
    const given = await filled(data, input)
    if (!fitsIn(given)) {
      throw refused(`The data for a workflow may have at most ${maxOutputBytes} bytes of JSON.`)
    }
    const parent = await Execution.findOrFail(execution.id)
    const firstId = parent.firstId ?? parent.id
    await assertBounded(parent, firstId)
    const childId = newId()
    const token = wait ? randomUUID() : null
    const start = {
      triggerType: 'workflow',
      event: null,
      userId: input.userId,
      data: given,
      assetId: withFile ? input.assetId : null,
      depth: parent.depth + 1,
      parent: { childId, id: parent.id, token, firstId },
    }
    const save = async () => void (await startWorkflow(workflowId, start))
    const output = { runId: childId }
    return token ? { wait: { token }, output, save } : { output, save }
  },
}

async function assertBounded({ depth }: Execution, firstId: string): Promise<void> {
  if (depth >= mostDeep) {
    throw refused(
      `Workflows may call each other at most ${mostDeep} deep. Check whether they call each other in a circle.`
    )
  }
  const [row] = await Execution.query().where('first_id', firstId).count('* as total')
  if (Number(row!.$extras.total) < mostRuns) return
  throw refused(
    `A run and those it starts may start at most ${mostRuns} runs. Check whether workflows call each other in a circle.`
  )
}

const refused = (message: string) =>
  new StepFailed(message, { retryable: false, family: 'invalid' })

async function check({ config: { workflowId } }: { config: Config }): Promise<FieldError[]> {
  if (!workflowId) {
    const sentence = text('Choose the workflow this step starts.')
    return [{ field: 'config.workflowId', rule: 'required', text: sentence }]
  }
  if (await Workflow.find(workflowId)) return []
  const sentence = text('There is no workflow with the id "{id}" in this environment.', {
    id: workflowId,
  })
  return [{ field: 'config.workflowId', rule: 'exists', text: sentence }]
}
