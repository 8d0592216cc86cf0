import type { EnvironmentVariable } from '@crossdock/client'

/** The values of the variable form. */
export interface VariableForm {
  name: string
  value: string
  isSecret: boolean
  description: string
}

/** A secret value cannot be read, so its field starts empty. */
export const toForm = (variable?: EnvironmentVariable): VariableForm => ({
  name: variable?.name ?? '',
  value: variable?.value ?? '',
  isSecret: variable?.isSecret ?? false,
  description: variable?.description ?? '',
})

/** The request body. An empty field of a secret sends no value, so the secret is kept. */
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

/** Converts typed names: `partner-host` becomes PARTNER_HOST. */
export const toName = (typed: string): string => typed.toUpperCase().replace(/[\s-]/g, '_')

const longest = 8 * 1024
export const isTooLong = (value: string | null): boolean =>
  new TextEncoder().encode(value ?? '').length > longest
