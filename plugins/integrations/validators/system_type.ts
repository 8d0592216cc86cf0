import vine from '@vinejs/vine'
import { connectors, systemTypes } from '../contracts/index.js'

/** The specification's types and those that installed connectors add. */
export const knownSystemType = vine.createRule((value, _options, field) => {
  const choices = new Set<string>([...systemTypes, ...connectors.entries().map(([name]) => name)])
  if (choices.has(value as string)) return
  field.report('The {{ field }} field must be one of: {{ choices }}.', 'enum', field, {
    choices: [...choices],
  })
})
