import { kindNamed, type KindEntry } from '@crossdock/admin/kit'
import type { StepForm } from '../workflows/step_form.js'
import type { SampleState } from './use_sample.js'
import { isBarePath, namesIn } from './value_paths.js'

/** The placeholders of a text. Double braces are escaped braces, so their content is text. */
const placeholder = /(?<!\{)\{((?:trigger|steps)(?:\.[\w-]+|\[\d+\]|\["(?:[^"\\]|\\.)*"\])+)\}/g

/**
 * Returns the paths in a step's fields that lead to no value in the sample. A path is checked only if the sample
 * has what it starts with: the data of the trigger, or the output of that step.
 */
export function missingValues(
  step: Pick<StepForm, 'type' | 'config'>,
  kinds: readonly KindEntry[],
  { trigger, outputs }: Pick<SampleState, 'trigger' | 'outputs'>
): string[] {
  const { properties = {} } = kindNamed(kinds, step.type)?.schema ?? {}
  const paths = Object.entries(step.config).flatMap(([name, value]) =>
    typeof value === 'string' && isBarePath(properties[name]?.examples?.[0])
      ? [value.trim()]
      : pathsIn(value)
  )
  return [...new Set(paths)].filter((path) => {
    const [source, ...names] = namesIn(path) ?? []
    if (source === 'trigger') return isMissing(trigger, names)
    const [stepId, ...rest] = names
    return source === 'steps' && stepId !== undefined && Object.hasOwn(outputs, stepId)
      ? isMissing(outputs[stepId], rest)
      : false
  })
}

function pathsIn(value: unknown): string[] {
  if (typeof value === 'string') return [...value.matchAll(placeholder)].map(([, path]) => path!)
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(pathsIn)
}

/** A source without data, and the preview of a large output, say nothing about the names in a run. */
function isMissing(root: unknown, names: readonly string[]): boolean {
  if (typeof root !== 'object' || root === null || 'truncated' in root) return false
  let value: unknown = root
  for (const name of names) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return true
    value = (value as Record<string, unknown>)[name]
  }
  return value === undefined || value === null
}
