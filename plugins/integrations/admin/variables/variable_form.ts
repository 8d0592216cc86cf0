import type { EnvironmentVariable } from '@crossdock/client'

/** What the form of a variable holds. */
export interface VariableForm {
  name: string
  value: string
  isSecret: boolean
  description: string
}

/** The value of a secret is nowhere to be read: its field starts empty. */
export const toForm = (variable?: EnvironmentVariable): VariableForm => ({
  name: variable?.name ?? '',
  value: variable?.value ?? '',
  isSecret: variable?.isSecret ?? false,
  description: variable?.description ?? '',
})

/** What is sent: of a secret whose field was left empty no value, so that it stays. */
export function toBody(form: VariableForm, variable?: EnvironmentVariable) {
  const { name, isSecret } = form
  const value = form.value ?? ''
  const description = form.description || null
  if (!variable) return { name, value, isSecret, description }
  const stays = variable.isSecret && value === ''
  return { isSecret, description, ...(stays ? {} : { value }) }
}

const shape = /^[A-Z][A-Z0-9_]{0,63}$/
export const isName = (name: string): boolean => shape.test(name)

/** As people write names: `partner-host` is meant as PARTNER_HOST. */
export const toName = (typed: string): string => typed.toUpperCase().replace(/[\s-]/g, '_')

const longest = 8 * 1024
export const isTooLong = (value: string | null): boolean =>
  new TextEncoder().encode(value ?? '').length > longest
