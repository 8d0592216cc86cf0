import { StepFailed, type StepContext, type StepType } from '@crossdock/flows/contracts'
import { clock, randomId } from '@crossdock/kernel/database'
import { english, text, type FieldError, type Text } from '@crossdock/kernel/ground'
import type { Output } from '@crossdock/kernel/shapes'
import { part, reference } from '@crossdock/kernel/kinds'
import { currentContext } from '@crossdock/kernel/tenancy'
import vine, { SimpleMessagesProvider } from '@vinejs/vine'
import { missingEndMessage } from '../actions/save_contract.js'
import { syncRead, syncRun } from '../contracts/permissions.js'
import { syncRuns } from '../contracts/runs.js'
import type { SyncContract } from '../models/sync_contract.js'
import { selectPresent } from '../queries/contracts.js'

const minuteMs = 60_000
const usualMinutes = 24 * 60

const config = vine.create({
  contractId: reference('sync-contracts', {
    title: 'Sync contract',
    description: 'The step waits until both ends are equal.',
  }),
  minutes: part(vine.number({ strict: true }).withoutDecimals().range([1, 43_200]).optional(), {
    title: 'Minutes until it must be done',
    description: 'The step fails after that. The default is one day.',
    examples: ['60'],
  }),
})

config.messagesProvider = new SimpleMessagesProvider({
  'contractId.required': 'Choose the sync contract.',
  'contractId.minLength': 'Choose the sync contract.',
  string: 'The {{ field }} must be a text.',
  number: 'The {{ field }} must be a number.',
  range: 'The {{ field }} must be between {{ min }} and {{ max }}.',
})

type Config = Output<typeof config>

/** Runs a sync contract, and waits for the end of the run. */
export const syncContractStep: StepType<Config> = {
  label: 'Run a sync contract',
  description: 'Starts a run of a sync contract and waits for its end',
  icon: 'refresh-cw',
  config,
  outputPermission: syncRead,
  permissions: [syncRun],
  check,
  run,
  outputShape: () => ({
    properties: {
      runId: {},
      status: {},
      files: {},
      bytes: {},
      created: {},
      changed: {},
      moved: {},
      deleted: {},
      conflicts: {},
      skipped: {},
      failed: {},
    },
  }),
  expired() {
    throw new StepFailed('The sync contract did not end in time.', {
      retryable: false,
      family: 'timeout',
    })
  },
}

async function check({ config: { contractId } }: { config: Config }): Promise<FieldError[]> {
  const wrong = whatIsWrong(contractId ?? '', await contractOf(contractId ?? ''), false)
  return wrong ? [{ field: 'config.contractId', rule: 'exists', text: wrong }] : []
}

const contractOf = (id: string) => selectPresent().where('id', id).first()

function whatIsWrong(id: string, contract: SyncContract | null, begins: boolean): Text | null {
  if (id === '') return text('Choose the sync contract.')
  if (!contract) return text('There is no sync contract with the id "{id}".', { id })
  if (!begins) return null
  const { name, isActive } = contract
  if (!isActive) return text('"{name}" is paused. Resume it, then it can be synced.', { name })
  return missingEndMessage(contract)
}

async function run({ step }: StepContext<Config>) {
  const { contractId, minutes = usualMinutes } = step.config
  const id = contractId ?? ''
  const contract = await contractOf(id)
  const wrong = whatIsWrong(id, contract, true)
  if (wrong) throw new StepFailed(english(wrong), { retryable: false, family: 'invalid' })
  const waitToken = randomId()
  const until = new Date(clock.now() + minutes * minuteMs)
  return {
    wait: { token: waitToken, until },
    output: { contract: contract!.name, until: until.toISOString() },
    async save() {
      const { userId } = currentContext().actor
      await syncRuns.use().request(id, 'step', { userId, waitToken })
    },
  }
}
