import vine, { SimpleMessagesProvider } from '@vinejs/vine'
import { accounts } from '@crossdock/backend/users'
import { assetLibrary, assetsRead } from '@crossdock/backend/assets'
import { Problem, text, type FieldError, type Output } from '@crossdock/kernel/http'
import { part } from '@crossdock/kernel/kinds'
import { flowsRead, type SeenFiles, type StepInput, type StepType } from '../contracts/index.js'
import { compare, needsOther, operators } from './compare.js'

const sources = ['file', 'user', 'event', 'data', 'steps', 'item', 'index'] as const

const pathRule = vine.createRule((value, _options: undefined, field) => {
  const [source] = String(value).split('.')
  if (sources.some((name) => name === source)) return
  field.report('{{ field }} must begin with one of: {{ choices }}.', 'path', field, {
    choices: sources,
  })
})

const config = vine.create({
  value: part(vine.string().trim().minLength(1).maxLength(500).use(pathRule(undefined)), {
    title: 'Value',
    description: 'Where it is read: of the file, the user, the event, or what a step put out.',
    examples: ['file.metadata.status', 'steps.call.body.total'],
  }),
  operator: part(vine.enum(operators), { title: 'Comparison', default: 'equals' }),
  other: part(vine.string().maxLength(1_000).optional(), {
    title: 'Compared with',
    examples: ['approved'],
  }),
})

config.messagesProvider = new SimpleMessagesProvider({
  required: 'The {{ field }} is required.',
  string: 'The {{ field }} must be a text.',
  enum: 'The {{ field }} must be one of: {{ choices }}.',
})

type Config = Output<typeof config>

/** Goes one of two ways. */
export const condition: StepType<Config> = {
  label: 'Condition',
  description: 'Compares a value and goes one of two ways',
  icon: 'split',
  config,
  branches: ['yes', 'no'],
  outputPermission: flowsRead,
  // It tells by the way it goes what is in the file.
  permissions: [assetsRead],
  check,
  warn,
  async run({ step: { config }, input }) {
    const value = await read(config.value.split('.'), input)
    const branch = compare(value, config.operator, config.other) ? 'yes' : 'no'
    return { enter: branch, output: { branch } }
  },
}

function check({ config: { operator, other } }: { config: Config }): FieldError[] {
  if (!needsOther(operator) || (other !== undefined && other !== '')) return []
  const sentence = text('Say what the value is compared with.')
  return [{ field: 'config.other', rule: 'required', text: sentence }]
}

/** Most likely a slip of the pen. */
function warn({ config: { value } }: { config: Config }, seen: SeenFiles): FieldError[] {
  const [source, ...names] = value.split('.')
  const path = names.join('.')
  if (source !== 'file' || path === '' || seen.has(path)) return []
  const sentence = text('None of the last {count} files has "{source}".', {
    count: seen.count,
    source: value,
  })
  return [{ field: 'config.value', rule: 'seen', text: sentence }]
}

/** What a path names; undefined where there is nothing. */
async function read([source, ...names]: string[], input: StepInput): Promise<unknown> {
  let value: unknown = await sourceOf(source as (typeof sources)[number], input)
  for (const name of names) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = (value as Record<string, unknown>)[name]
  }
  return value
}

async function sourceOf(source: (typeof sources)[number], input: StepInput): Promise<unknown> {
  if (source === 'file') return input.assetId && fileOf(input.assetId)
  if (source === 'user') return input.userId && personOf(input.userId)
  return input[source]
}

/** Of a file that is gone there is nothing. */
async function fileOf(id: string): Promise<unknown> {
  try {
    return await assetLibrary.use().find(id)
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return undefined
    throw error
  }
}

async function personOf(id: string): Promise<unknown> {
  const account = await accounts.use().known(id)
  return account && { id, email: account.email, role: account.role, name: account.label }
}
