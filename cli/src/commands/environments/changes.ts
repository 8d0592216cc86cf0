import { UsageError } from '../../errors.js'
import type { Factory } from '../../factory.js'
import { jsonOf } from '../../local_file.js'
import { fieldsOf } from '../api/fields.js'

export interface ChangeOptions {
  set?: string[]
  input?: string
}

/**
 * The fields from the command line: those of the file, overridden by those given one by one.
 * @throws UsageError
 */
export async function changesOf(
  factory: Factory,
  { set = [], input }: ChangeOptions
): Promise<Record<string, unknown>> {
  const given = input === undefined ? {} : await jsonOf(factory, input)
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new UsageError('--input must contain a JSON object.')
  }
  return { ...given, ...(await fieldsOf(factory, [], set)) }
}
