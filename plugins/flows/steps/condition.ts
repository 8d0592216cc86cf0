import vine, { SimpleMessagesProvider } from '@vinejs/vine'
import { assetsRead } from '@crossdock/backend/assets'
import { text, type FieldError } from '@crossdock/kernel/ground'
import type { Output } from '@crossdock/kernel/shapes'
import { part } from '@crossdock/kernel/kinds'
import { holdsMask } from '@crossdock/kernel/secrets'
import { flowsRead, StepFailed, type SeenFiles, type StepType } from '../contracts/index.js'
import { valuePath } from '../expressions/value_path.js'
import { slashed } from '../definition/file_patterns.js'
import { compare, needsOther, operators } from '../expressions/compare.js'
import { readValue, valuePathShape } from '../expressions/read_value.js'
import { namesOfOperators } from './names.js'

const config = vine.create({
  value: part(valuePathShape(), {
    title: 'Value',
    description:
      'The path of a value, such as trigger.body.total, file.metadata.status or item.code.',
    examples: ['file.metadata.status', 'steps.call.body["customer name"]'],
  }),
  operator: part(vine.enum(operators), {
    title: 'Comparison',
    default: 'equals',
    ...namesOfOperators,
  }),
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

/** Continues in one of two branches. */
export const condition: StepType<Config> = {
  label: 'Condition',
  description: 'Compares a value and takes one of two branches',
  icon: 'split',
  config,
  branches: ['yes', 'no'],
  outputShape: () => ({ properties: { branch: {} } }),
  reads: ({ value }) => ({ value }),
  outputPermission: flowsRead,
  // The chosen branch reveals content of the file, so the saver must be allowed to read files.
  permissions: [assetsRead],
  check,
  warn,
  async run({ step: { config }, input }) {
    const path = valuePath(config.value) ?? []
    const value = await readValue(path, input)
    if (needsOther(config.operator) && isOfSteps(path) && holdsMask(value))
      throw masked(config.value)
    const branch = compare(value, config.operator, otherOf(config)) ? 'yes' : 'no'
    return { enter: branch, output: { branch } }
  },
}

/** Only outputs of steps are masked, because a file may contain the same characters by chance. */
const isOfSteps = ([source]: readonly string[]) => source === 'steps' || source === 'item'

const masked = (value: string) =>
  new StepFailed(
    `${value} contains a secret of this environment, which is masked, so it cannot be compared. Compare another value.`,
    { retryable: false }
  )

function check({ config: { operator, other } }: { config: Config }): FieldError[] {
  if (!needsOther(operator) || (other !== undefined && other !== '')) return []
  const sentence = text('Enter the value to compare with.')
  return [{ field: 'config.other', rule: 'required', text: sentence }]
}

/** Returns the text to compare with. Paths of files start with a slash, which people may omit. */
const otherOf = ({ value, operator, other }: Config): string | undefined =>
  value === 'file.path' && operator !== 'contains' && other ? slashed(other) : other

/** Warns about a missing value, which is probably a typing error. */
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
