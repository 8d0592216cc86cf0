import vine, { SimpleMessagesProvider } from '@vinejs/vine'
import { StepFailed, type StepContext, type StepType } from '@crossdock/flows/contracts'
import { clock, randomId } from '@crossdock/kernel/database'
import { english, Problem, type FieldError } from '@crossdock/kernel/ground'
import type { Output } from '@crossdock/kernel/shapes'
import { part } from '@crossdock/kernel/kinds'
import { prepareCommand, queueCommand } from '../actions/commands.js'
import { agentsCommands, agentsRead, commandTypes } from '../contracts/index.js'

const minuteMs = 60_000
const usualMinutes = 24 * 60
/** Additional time, so that the command itself times out first, with its own reason. */
const slackMs = 5 * minuteMs

const config = vine.create({
  clientId: part(vine.string().trim().minLength(1).maxLength(36), {
    title: 'Agent',
    description: 'Client ID of the desktop agent.',
  }),
  commandType: part(vine.enum(commandTypes), { title: 'Command', examples: ['upload_files'] }),
  path: part(vine.string().trim().maxLength(1_000).optional(), {
    title: 'Path on the machine',
    description: 'A file or folder in the allow-list of the agent.',
    examples: ['/srv/share/orders'],
  }),
  action: part(vine.string().trim().maxLength(50).optional(), {
    title: 'Action',
    description: 'For sync_folder: "upload" or "download".',
  }),
  folder: part(vine.string().trim().maxLength(1_000).optional(), {
    title: 'Asset folder',
    description: 'The default is /Agents and the name of the agent.',
    examples: ['/Arrivals'],
  }),
  minutes: part(vine.number({ strict: true }).withoutDecimals().range([1, 43_200]).optional(), {
    title: 'Minutes until it must be done',
    description: 'The step fails after that. The default is one day.',
    examples: ['60'],
  }),
})

config.messagesProvider = new SimpleMessagesProvider({
  'clientId.required': 'Choose the agent.',
  'clientId.minLength': 'Choose the agent.',
  'commandType.required': 'Choose the command.',
  enum: 'The {{ field }} must be one of: {{ choices }}.',
  string: 'The {{ field }} must be a text.',
  number: 'The {{ field }} must be a number.',
})

type Config = Output<typeof config>

/** Makes a desktop agent run a command, and waits for its result. */
export const agentCommand: StepType<Config> = {
  label: 'Agent Command',
  description: 'Sends a command to a desktop agent and waits for its result',
  icon: 'monitor',
  config,
  outputPermission: agentsRead,
  permissions: [agentsCommands],
  check,
  run,
  outputShape: () => ({ properties: { commandId: {}, result: {} } }),
  expired() {
    throw new StepFailed('The agent did not report the result in time.', {
      retryable: false,
      family: 'timeout',
    })
  },
}

const commandOf = ({ clientId, commandType, path, action, folder }: Config) => ({
  clientId,
  commandType,
  parameters: {
    ...(path ? { path } : {}),
    ...(action ? { action } : {}),
    ...(folder ? { folder } : {}),
  },
})

/** Validates the command in the same way as sending the command now. */
async function check({ config }: { config: Config }): Promise<FieldError[]> {
  try {
    await prepareCommand(commandOf(config))
    return []
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error
    const [first] = error.errors
    const field = first?.field.replace('parameters.', '') ?? 'clientId'
    return [
      { field: `config.${field}`, rule: first?.rule ?? 'refused', text: first?.text ?? error.text },
    ]
  }
}

async function run({ step, input }: StepContext<Config>) {
  const { minutes = usualMinutes } = step.config
  const end = clock.now() + minutes * minuteMs
  const timeoutAt = new Date(end).toISOString()
  const waitToken = randomId()
  const prepared = await prepareCommand({ ...commandOf(step.config), timeoutAt }).catch(
    (error: unknown) => {
      if (!(error instanceof Problem) || error.status >= 500) throw error
      throw new StepFailed(english(error.text), { retryable: false, family: 'invalid' })
    }
  )
  return {
    wait: { token: waitToken, until: new Date(end + slackMs) },
    output: { agent: prepared.agent.agentName, until: timeoutAt },
    async save() {
      const triggerEventId = input.event?.id ?? null
      await queueCommand(prepared, { triggerSource: 'workflow', triggerEventId, waitToken })
    },
  }
}
