import type { ExternalSystem } from '@crossdock/client'
import Alert from '@mui/material/Alert'
import { kindNamed, SchemaFields, type KindEntry } from '@crossdock/admin/kit'
import { required, useTranslate } from 'ra-core'
import { CheckboxGroupInput, SelectInput } from 'react-admin'
import { useFormContext, useWatch } from 'react-hook-form'
import type { SystemKinds } from './kinds.js'
import { fieldsOf, type SystemForm } from './system_form.js'

interface KindInputProps {
  kinds: SystemKinds
  system: ExternalSystem | undefined
}

/** What kind of system it is; each asks for things of its own, and knows some ways of authentication. */
export function SystemTypeInput({ kinds, system }: KindInputProps) {
  const translate = useTranslate()
  const { setValue, getValues, unregister } = useFormContext<SystemForm>()
  const begin = () => {
    const { systemType, authType } = getValues()
    const connector = kindNamed(kinds.connectors, systemType)
    const stored = system?.systemType === systemType ? system.config : undefined
    // Rules of fields that are gone would go on refusing the form.
    unregister('config')
    setValue('config', fieldsOf(connector, stored))
    const [first] = connector?.authTypes ?? []
    if (!first || connector?.authTypes.includes(authType)) return
    setValue('authType', first)
    unregister('authConfig')
    setValue('authConfig', fieldsOf(kindNamed(kinds.authTypes, first)))
  }
  return (
    <SelectInput
      source="systemType"
      label={translate('integrations.systems.form.systemType')}
      choices={useChoices('type', kinds.connectors, system?.systemType)}
      onChange={begin}
      validate={required()}
    />
  )
}

/** What the chosen kind of system asks for. */
export function ConnectorFields({ kinds, system }: KindInputProps) {
  const type = useWatch<SystemForm, 'systemType'>({ name: 'systemType' })
  const stored = system?.systemType === type ? system.config : undefined
  return (
    <Fields kind={kindNamed(kinds.connectors, type)} name={type} source="config" stored={stored} />
  )
}

/** How Crossdock signs in to the system, and the credentials for it. */
export function AuthFields({ kinds, system }: KindInputProps) {
  const translate = useTranslate()
  const { setValue, getValues, unregister } = useFormContext<SystemForm>()
  const systemType = useWatch<SystemForm, 'systemType'>({ name: 'systemType' })
  const authType = useWatch<SystemForm, 'authType'>({ name: 'authType' })
  const known = kindNamed(kinds.connectors, systemType)?.authTypes
  const offered = kinds.authTypes.filter(({ name }) => !known || known.includes(name))
  const storedOf = (type: string) => (system?.authType === type ? system.authConfig : undefined)
  const begin = () => {
    const type = getValues('authType')
    unregister('authConfig')
    setValue('authConfig', fieldsOf(kindNamed(kinds.authTypes, type), storedOf(type)))
  }
  return (
    <>
      <SelectInput
        source="authType"
        label={translate('integrations.systems.form.authType')}
        choices={useChoices('auth', offered, system?.authType)}
        onChange={begin}
        validate={required()}
      />
      <Fields
        kind={kindNamed(kinds.authTypes, authType)}
        name={authType}
        source="authConfig"
        stored={storedOf(authType)}
      />
    </>
  )
}

/** What the system is used for, of what its kind can do. */
export function Capabilities({ kinds }: { kinds: SystemKinds }) {
  const translate = useTranslate()
  const type = useWatch<SystemForm, 'systemType'>({ name: 'systemType' })
  const capabilities = kindNamed(kinds.connectors, type)?.capabilities ?? []
  return (
    <CheckboxGroupInput
      source="capabilities"
      label={translate('integrations.systems.form.capabilities')}
      choices={capabilities.map((id) => ({
        id,
        name: translate(`integrations.systems.capability.${id}`, { _: id }),
      }))}
      validate={required(translate('integrations.systems.form.capabilitiesRequired'))}
    />
  )
}

interface FieldsProps {
  kind: KindEntry | undefined
  name: string
  source: string
  stored: unknown
}

function Fields({ kind, name, source, stored }: FieldsProps) {
  const translate = useTranslate()
  if (kind) return <SchemaFields schema={kind.schema} source={source} stored={stored} />
  return (
    <Alert severity="warning">
      {translate('integrations.systems.form.notInstalled', { name })}
    </Alert>
  )
}

/** All that are installed, and the stored one if it is not. The console's own word goes before the plugin's. */
function useChoices(group: 'type' | 'auth', kinds: readonly KindEntry[], stored?: string) {
  const translate = useTranslate()
  const named = kinds.map(({ name, label }) => [name, label] as const)
  const missing = stored && !kinds.some(({ name }) => name === stored) ? [[stored, stored]] : []
  return [...named, ...missing].map(([id, label]) => ({
    id,
    name: translate(`integrations.systems.${group}.${id}`, { _: label }),
  }))
}
