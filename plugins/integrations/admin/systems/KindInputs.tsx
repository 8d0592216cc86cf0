import type { ExternalSystem } from '@crossdock/client'
import Alert from '@mui/material/Alert'
import {
  kindNamed,
  kindOption,
  SchemaFields,
  type KindDrafts,
  type KindEntry,
} from '@crossdock/admin/kit'
import { required, useTranslate } from 'ra-core'
import { CheckboxGroupInput, SelectInput } from 'react-admin'
import { useFormContext, useWatch } from 'react-hook-form'
import type { SystemKinds } from './kinds.js'
import { fieldsOf, sharedWith, type Fields, type SystemForm } from './system_form.js'

interface KindInputProps {
  kinds: SystemKinds
  system: ExternalSystem | undefined
}

/** Values that a person entered for kinds that are not selected now. */
export interface SystemDrafts {
  config: KindDrafts<Fields>
  authConfig: KindDrafts<Fields>
}

interface ChoosingProps extends KindInputProps {
  drafts: SystemDrafts
}

/** Selects the kind of system. Each kind has its own fields and authentication types. */
export function SystemTypeInput({ kinds, system, drafts }: ChoosingProps) {
  const translate = useTranslate()
  const { setValue, getValues, unregister } = useFormContext<SystemForm>()
  const left = useWatch<SystemForm, 'systemType'>({ name: 'systemType' })
  const begin = () => {
    const { systemType, authType } = getValues()
    const connector = kindNamed(kinds.connectors, systemType)
    const entered = drafts.config(left, getValues('config'), systemType)
    // Validation rules of removed fields would still block the form.
    unregister('config')
    setValue('config', entered ?? fieldsOf(connector, sharedWith(connector, system?.config)))
    const [first] = connector?.authTypes ?? []
    if (!first || connector?.authTypes.includes(authType)) return
    const credentials = drafts.authConfig(authType, getValues('authConfig'), first)
    const way = kindNamed(kinds.authTypes, first)
    setValue('authType', first)
    unregister('authConfig')
    setValue('authConfig', credentials ?? fieldsOf(way, sharedWith(way, system?.authConfig)))
  }
  return (
    <SelectInput
      source="systemType"
      label={translate('integrations.systems.form.systemType')}
      choices={useChoices('type', kinds.connectors, system?.systemType)}
      optionText={kindOption}
      onChange={begin}
      validate={required()}
    />
  )
}

/** The configuration fields of the selected kind. */
export function ConnectorFields({ kinds, system }: KindInputProps) {
  const type = useWatch<SystemForm, 'systemType'>({ name: 'systemType' })
  const kind = kindNamed(kinds.connectors, type)
  return (
    <KindFields kind={kind} name={type} source="config" stored={sharedWith(kind, system?.config)} />
  )
}

/** Selects the authentication type of the system, with its credentials. */
export function AuthFields({ kinds, system, drafts }: ChoosingProps) {
  const translate = useTranslate()
  const { setValue, getValues, unregister } = useFormContext<SystemForm>()
  const systemType = useWatch<SystemForm, 'systemType'>({ name: 'systemType' })
  const authType = useWatch<SystemForm, 'authType'>({ name: 'authType' })
  const known = kindNamed(kinds.connectors, systemType)?.authTypes
  const offered = kinds.authTypes.filter(({ name }) => !known || known.includes(name))
  const kind = kindNamed(kinds.authTypes, authType)
  const begin = () => {
    const type = getValues('authType')
    const chosen = kindNamed(kinds.authTypes, type)
    const entered = drafts.authConfig(authType, getValues('authConfig'), type)
    unregister('authConfig')
    setValue('authConfig', entered ?? fieldsOf(chosen, sharedWith(chosen, system?.authConfig)))
  }
  return (
    <>
      <SelectInput
        source="authType"
        label={translate('integrations.systems.form.authType')}
        choices={useChoices('auth', offered, system?.authType)}
        optionText={kindOption}
        onChange={begin}
        validate={required()}
      />
      <KindFields
        kind={kind}
        name={authType}
        source="authConfig"
        stored={sharedWith(kind, system?.authConfig)}
      />
    </>
  )
}

/** Selects capabilities of the system, among those of its kind. */
export function Capabilities({ kinds }: { kinds: SystemKinds }) {
  const translate = useTranslate()
  const type = useWatch<SystemForm, 'systemType'>({ name: 'systemType' })
  const capabilities = kindNamed(kinds.connectors, type)?.capabilities ?? []
  const missing = translate('integrations.systems.form.capabilitiesRequired')
  // Capabilities of another kind stay selected, so that switching back restores them.
  const isOfItsKind = (chosen: string[]) =>
    capabilities.length > 0 && !chosen.some((one) => capabilities.includes(one))
      ? missing
      : undefined
  return (
    <CheckboxGroupInput
      source="capabilities"
      label={translate('integrations.systems.form.capabilities')}
      choices={capabilities.map((id) => ({
        id,
        name: translate(`integrations.systems.capability.${id}`, { _: id }),
      }))}
      validate={[required(missing), isOfItsKind]}
    />
  )
}

interface KindFieldsProps {
  kind: KindEntry | undefined
  name: string
  source: string
  stored: unknown
}

function KindFields({ kind, name, source, stored }: KindFieldsProps) {
  const translate = useTranslate()
  if (kind) {
    return <SchemaFields key={name} schema={kind.schema} source={source} stored={stored} />
  }
  return (
    <Alert severity="warning">
      {translate('integrations.systems.form.notInstalled', { name })}
    </Alert>
  )
}

/**
 * All installed kinds. The stored kind is included even if it is not installed. Labels of the console take
 * precedence over those of the plugin.
 */
function useChoices(group: 'type' | 'auth', kinds: readonly KindEntry[], stored?: string) {
  const translate = useTranslate()
  const gone = stored && !kindNamed(kinds, stored)
  const choices = gone ? [...kinds, { name: stored, label: stored, icon: null }] : kinds
  return choices.map(({ name, label, icon }) => ({
    id: name,
    name: translate(`integrations.systems.${group}.${name}`, { _: label }),
    icon,
  }))
}
