import { required, useInput, useTranslate } from 'ra-core'
import { TenantSelect } from './TenantSelect.js'

/** The tenant of the new environment. */
export function TenantInput() {
  const translate = useTranslate()
  const { field, fieldState } = useInput<string | null>({
    source: 'tenantId',
    validate: required(translate('environments.form.tenantRequired')),
  })
  return (
    <TenantSelect
      required
      label={translate('environments.tenant')}
      value={(field.value as string | null) || null}
      onChange={field.onChange}
      problem={fieldState.error && problemOf(fieldState.error.message, translate)}
      inputRef={field.ref}
    />
  )
}

/** The error of a field, from a rule or from the server, for display below the input. */
export function problemOf(
  message: unknown,
  translate: (key: string, options?: { _?: string }) => string
): string {
  const text = typeof message === 'string' ? message : ''
  const plain = text.replace(/^@@react-admin@@"?|"$/g, '')
  return translate(plain, { _: plain })
}
