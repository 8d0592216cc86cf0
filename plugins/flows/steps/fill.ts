import { isNested } from '@crossdock/kernel/json'
import { holdsMask } from '@crossdock/kernel/secrets'
import { StepFailed, type StepInput } from '../contracts/index.js'
import { valuePath } from '../expressions/value_path.js'
import { readValue } from '../expressions/read_value.js'

const placeholder =
  /\{((?:file|user|event|data|trigger|steps|item|index)(?:\.[\w-]+|\[\d+\]|\["(?:[^"\\]|\\.)*"\])*)\}/g

/**
 * Copies a value with the placeholders in its texts filled. A text that is a single placeholder keeps the type
 * of the value.
 * @throws StepFailed that names a placeholder without a value
 */
export async function filled(template: unknown, input: StepInput): Promise<unknown> {
  if (typeof template === 'string') return filledText(template, input)
  if (!isNested(template)) return template
  if (Array.isArray(template)) return Promise.all(template.map((part) => filled(part, input)))
  const parts = Object.entries(template).map(
    async ([name, part]) => [name, await filled(part, input)] as const
  )
  return Object.fromEntries(await Promise.all(parts))
}

async function filledText(text: string, input: StepInput): Promise<unknown> {
  const found = [...text.matchAll(placeholder)]
  const [first] = found
  if (!first) return text
  const values = await Promise.all(found.map(([written, path]) => valueOf(written, path!, input)))
  if (first[0] === text) return values[0]
  let at = 0
  return text.replaceAll(placeholder, () => textOf(values[at++]))
}

async function valueOf(written: string, path: string, input: StepInput): Promise<unknown> {
  const names = valuePath(path) ?? []
  const value = await readValue(names, input)
  if (value === undefined || value === null) {
    throw refused(`There is no value for ${written}. Check the names in it.`)
  }
  if ((names[0] === 'steps' || names[0] === 'item') && holdsMask(value)) {
    throw refused(
      `${written} contains a secret of this environment, which is masked, so it cannot be passed on. Read a part without it.`
    )
  }
  return value
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

const refused = (message: string) =>
  new StepFailed(message, { retryable: false, family: 'invalid' })
