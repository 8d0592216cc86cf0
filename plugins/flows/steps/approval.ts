import { newId, clock, randomId } from '@crossdock/kernel/database'
import { assetsRead } from '@crossdock/backend/assets'
import { text, type FieldError } from '@crossdock/kernel/ground'
import type { Output } from '@crossdock/kernel/shapes'
import { part } from '@crossdock/kernel/kinds'
import { currentContext } from '@crossdock/kernel/tenancy'
import vine, { SimpleMessagesProvider } from '@vinejs/vine'
import { approvalRows, ask } from '../approvals/ask.js'
import { recordDecision } from '../approvals/decide.js'
import { flowsRead } from '../contracts/permissions.js'
import {
  StepFailed,
  type ExpiredWait,
  type StepContext,
  type StepInput,
  type StepOutcome,
  type StepType,
} from '../contracts/step_type.js'
import { Approval, dueChoices } from '../models/approval.js'
import { filled } from './fill.js'
import { findPeople, namesPeople, peopleParts, unknownPeople } from '../queries/recipients.js'
import { namesOfUnits } from './names.js'

const units = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 } as const
const unitNames = Object.keys(units) as (keyof typeof units)[]
const longestMs = 366 * units.days

const mostQuestion = 200
const mostDetails = 2_000
const lineBreaks = /[\p{Cc}\p{Zl}\p{Zp}]+/gu

const list = (most: number) =>
  vine.array(vine.string().trim().minLength(1).maxLength(254)).maxLength(most)

const config = vine.create({
  question: part(vine.string().trim().minLength(1).maxLength(mostQuestion), {
    title: 'Question',
    description: '{trigger.body.order} inserts a value.',
    examples: ['May this order be released?'],
  }),
  details: part(vine.string().trim().maxLength(mostDetails).optional(), {
    title: 'Details',
    description: 'What people need to know to decide.',
  }),
  ...peopleParts(),
  within: part(vine.number({ strict: true }).min(0).optional(), {
    title: 'Time to decide',
    description: 'Leave empty for no limit. At most 366 days.',
    examples: ['2'],
  }),
  unit: part(vine.enum(unitNames).optional(), {
    title: 'Unit',
    default: 'days',
    ...namesOfUnits,
  }),
  onDue: part(vine.enum(dueChoices).optional(), {
    title: 'When the time is over',
    default: 'fail',
    'x-names': {
      fail: 'Fail the step',
      reject: 'Continue as rejected',
      deputy: 'Ask deputies, who get the same time',
    },
  }),
  deputyIds: part(list(100).optional(), {
    title: 'Deputies',
    description: 'People who are asked then.',
    'x-choose': 'people',
  }),
  deputyRoles: part(list(20).optional(), {
    title: 'Roles of deputies',
    description: 'All people who have one of these roles then.',
    'x-choose': 'roles',
  }),
})

config.messagesProvider = new SimpleMessagesProvider({
  'question.required': 'Write the question.',
  'question.minLength': 'Write the question.',
  maxLength: 'The {{ field }} may have at most {{ max }} characters.',
  'array.maxLength': 'The {{ field }} may have at most {{ max }} entries.',
  array: 'The {{ field }} must be a list.',
  string: 'The {{ field }} must be a text.',
  number: 'The {{ field }} must be a number.',
  min: 'The {{ field }} must be {{ min }} or more.',
  enum: 'The {{ field }} must be one of: {{ choices }}.',
})

type Config = Output<typeof config>

/** Asks people, and continues in the branch of their decision. */
export const approval: StepType<Config> = {
  label: 'Approval',
  description: 'Asks people and waits for their decision',
  icon: 'user-check',
  config,
  branches: ['approved', 'rejected'],
  outputPermission: flowsRead,
  // The question may contain content of the file, so the saver must be allowed to read files.
  permissions: [assetsRead],
  check,
  run,
  expired,
}

const deputiesOf = ({ deputyIds, deputyRoles }: Config) => ({
  ...(deputyIds ? { userIds: deputyIds } : {}),
  ...(deputyRoles ? { roles: deputyRoles } : {}),
})

const lengthOf = ({ within, unit = 'days' }: Config) =>
  within === undefined ? null : within * units[unit]

async function check({ config }: { config: Config }): Promise<FieldError[]> {
  const errors = await unknownPeople(config)
  if (!namesPeople(config)) {
    const sentence = text('Say who decides: people or roles.')
    errors.push({ field: 'config.userIds', rule: 'required', text: sentence })
  }
  const ms = lengthOf(config)
  if (ms !== null && (ms < units.minutes || ms > longestMs)) {
    const sentence = text('The time to decide must be from 1 minute to {days} days.', {
      days: longestMs / units.days,
    })
    errors.push({ field: 'config.within', rule: 'range', text: sentence })
  }
  if (config.onDue && config.onDue !== 'fail' && ms === null) {
    const sentence = text('Give the time to decide, after which this happens.')
    errors.push({ field: 'config.within', rule: 'required', text: sentence })
  }
  if (config.onDue !== 'deputy') return errors
  const deputies = deputiesOf(config)
  if (!namesPeople(deputies)) {
    const sentence = text('Say who is asked when the time is over.')
    errors.push({ field: 'config.deputyIds', rule: 'required', text: sentence })
  }
  const renamed = (field: string) =>
    field
      .replace('config.userIds', 'config.deputyIds')
      .replace('config.roles', 'config.deputyRoles')
  const unknown = await unknownPeople(deputies)
  return [...errors, ...unknown.map((one) => ({ ...one, field: renamed(one.field) }))]
}

/** Returns the texts for people, with placeholders filled and long values cut. */
async function inWords({ question, details }: Config, input: StepInput) {
  const words = async (template: string, most: number) => {
    const value = await filled(template, input)
    const whole = typeof value === 'string' ? value : JSON.stringify(value)
    return whole.length > most ? `${whole.slice(0, most - 1)}…` : whole
  }
  return {
    // The question is also the subject of the mail, so it must be one line.
    question: await words(question, mostQuestion).then((line) => line.replaceAll(lineBreaks, ' ')),
    details: details ? await words(details, mostDetails) : null,
  }
}

async function run({ step, execution, path, input }: StepContext<Config>) {
  const { config } = step
  const { people } = await findPeople(config)
  if (people.length === 0) {
    throw new StepFailed(
      'The people in this step are no longer in the organization. Choose others in the workflow.',
      { retryable: false }
    )
  }
  const texts = await inWords(config, input)
  const token = `${randomId()}${randomId()}`.slice(0, 64)
  const dueMs = lengthOf(config)
  const until = dueMs === null ? undefined : new Date(clock.now() + dueMs)
  const dueAt = until?.toISOString() ?? null
  const id = newId()
  const question = {
    id,
    runId: execution.id,
    flowId: execution.flowId,
    flowName: execution.flowName,
    executionId: execution.executionId,
    assetId: input.assetId,
    question: texts.question,
  }
  return {
    wait: { token, ...(until ? { until } : {}) },
    output: { approvalId: id, asked: people.length, ...(dueAt ? { dueAt } : {}) },
    async save() {
      await approvalRows().insert({
        id,
        run_id: execution.id,
        path,
        step_id: step.id,
        token,
        flow_id: execution.flowId,
        flow_name: execution.flowName,
        execution_id: execution.executionId,
        asset_id: input.assetId,
        run_environment_id: currentContext().environmentId,
        status: 'open',
        ...texts,
        due_at: dueAt,
        deputies: config.onDue === 'deputy' ? JSON.stringify(deputiesOf(config)) : null,
      })
      await ask(
        question,
        people.map(({ id: userId }) => userId)
      )
    },
  }
}

const noDecision = { comment: null, decidedBy: null, name: null }

/** Handles the deadline if no person has decided. */
async function expired({ step, token, output }: ExpiredWait<Config>): Promise<StepOutcome> {
  const { config } = step
  const approval = await Approval.findByOrFail({ token })
  const { id, deputies } = approval
  const people = deputies ? (await findPeople(deputies)).people : []
  if (people.length > 0) {
    const until = new Date(clock.now() + lengthOf(config)!)
    const dueAt = until.toISOString()
    return {
      wait: { token, until },
      output: { approvalId: id, asked: people.length, dueAt },
      async save() {
        await approvalRows().update({ id }, { due_at: dueAt, deputies: null })
        await ask(
          approval,
          people.map(({ id: userId }) => userId)
        )
      },
    }
  }
  const save = () => recordDecision(approval, { ...noDecision, decision: 'expired' })
  if (config.onDue === 'reject') {
    const decided = { decision: 'rejected', comment: null, approvalId: id, decidedBy: null }
    return { enter: 'rejected', output: { ...decided, expired: true }, save }
  }
  const late = { retryable: false, family: 'timeout', output, save } as const
  throw new StepFailed('No person decided in time.', late)
}
