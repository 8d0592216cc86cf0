import type { Workflow } from '@crossdock/client'
import { kindNamed, kindOption, useKindDrafts, type KindEntry } from '@crossdock/admin/kit'
import { required, useTranslate } from 'ra-core'
import { SelectInput } from 'react-admin'
import { useFormContext, useWatch } from 'react-hook-form'
import { useKindLabel } from './kinds.js'
import { fieldsOf, type WorkflowForm } from './workflow_form.js'

interface TriggerTypeInputProps {
  kinds: readonly KindEntry[]
  stored: Pick<Workflow, 'triggerType' | 'triggerConfig'> | undefined
}

/** The trigger type; each has its own configuration. */
export function TriggerTypeInput({ kinds, stored }: TriggerTypeInputProps) {
  const translate = useTranslate()
  const label = useKindLabel('trigger')
  const { setValue, getValues, unregister } = useFormContext<WorkflowForm>()
  const drafts = useKindDrafts<WorkflowForm['triggerConfig']>()
  const left = useWatch<WorkflowForm, 'triggerType'>({ name: 'triggerType' })
  const begin = () => {
    const type = getValues('triggerType')
    const config = stored?.triggerType === type ? stored.triggerConfig : {}
    const entered = drafts(left, getValues('triggerConfig'), type)
    // Rules of removed fields would keep the form invalid.
    unregister('triggerConfig')
    setValue('triggerConfig', entered ?? fieldsOf(kinds, type, config))
  }
  return (
    <SelectInput
      source="triggerType"
      label={translate('flows.workflows.form.triggerType')}
      optionText={kindOption}
      choices={choicesOf(kinds, stored?.triggerType, label)}
      onChange={begin}
      validate={required()}
    />
  )
}

/** These come first; the others keep their order. */
const first = ['file_event', 'webhook', 'scheduled', 'manual']
const placeOf = ({ name }: { name: string }) => first.indexOf(name) + 1 || first.length + 1
const inOrder = (one: { name: string }, other: { name: string }) => placeOf(one) - placeOf(other)

/** All installed types, and the stored one if it is not installed. */
export function choicesOf(
  kinds: readonly KindEntry[],
  stored: string | undefined,
  label: (name: string) => string
) {
  const gone = stored && !kindNamed(kinds, stored)
  const choices = gone ? [...kinds, { name: stored, icon: null }] : [...kinds]
  return choices.sort(inOrder).map(({ name, icon }) => ({ id: name, name: label(name), icon }))
}
