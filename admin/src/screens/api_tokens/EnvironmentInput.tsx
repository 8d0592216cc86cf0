import { useTranslate } from 'ra-core'
import { SelectInput } from 'react-admin'
import { useEnvironments } from './use_environments.js'

/** The only environment in which a token works; hidden without environments. */
export function EnvironmentInput() {
  const translate = useTranslate()
  const environments = useEnvironments()
  if (environments.length === 0) return null
  return (
    <SelectInput
      source="environment"
      label={translate('apiTokens.form.environment')}
      choices={environments.map(({ id, displayName }) => ({ id, name: displayName }))}
      emptyText={translate('apiTokens.form.environmentAny')}
    />
  )
}
