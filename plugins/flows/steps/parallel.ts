import vine, { SimpleMessagesProvider } from '@vinejs/vine'
import { text, type FieldError } from '@crossdock/kernel/ground'
import type { Output } from '@crossdock/kernel/shapes'
import { part } from '@crossdock/kernel/kinds'
import { allBranches, flowsRead, type StepType } from '../contracts/index.js'
import { errorBranch } from '../definition/step_settings.js'

const config = vine.create({
  branches: part(
    vine
      .array(vine.string().regex(/^[\w-]{1,64}$/))
      .minLength(2)
      .maxLength(10)
      .distinct(),
    {
      title: 'Branches',
      description: 'Names of the branches, which run at the same time.',
      examples: ['invoice', 'delivery'],
      default: ['branch-1', 'branch-2'],
    }
  ),
})

config.messagesProvider = new SimpleMessagesProvider({
  required: 'Name 2 to 10 branches.',
  'array.minLength': 'Name at least {{ min }} branches.',
  'array.maxLength': 'A step may have at most {{ max }} branches.',
  distinct: 'Give each branch another name.',
  regex: 'The name of a branch may hold letters, digits, dashes and underscores, at most 64.',
  array: 'The {{ field }} must be a list of names.',
  string: 'The name of a branch must be a text.',
})

type Config = Output<typeof config>

/** Runs several branches in parallel and completes when all have ended. */
export const parallel: StepType<Config> = {
  label: 'Parallel',
  description: 'Runs several branches at the same time',
  icon: 'split',
  config,
  branchesBy: ({ branches }) => branches,
  outputShape: ({ branches }) => ({
    properties: Object.fromEntries(branches.map((name) => [name, {}])),
  }),
  outputPermission: flowsRead,
  permissions: [],
  check,
  async run() {
    return { enter: allBranches }
  },
}

function check({ config: { branches } }: { config: Config }): FieldError[] {
  if (!branches.includes(errorBranch)) return []
  const sentence = text('"{name}" is the branch for errors of the step. Choose another name.', {
    name: errorBranch,
  })
  return [{ field: 'config.branches', rule: 'reserved', text: sentence }]
}
