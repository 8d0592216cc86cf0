import { FieldRow, kindNamed, kindOption, useKindDrafts } from '@crossdock/admin/kit'
import { maxLength, required, useTranslate } from 'ra-core'
import { SelectInput, TextInput } from 'react-admin'
import { useFormContext, useWatch } from 'react-hook-form'
import { KindFields } from './KindFields.js'
import { useKindLabel } from './kinds.js'
import { OnErrorFields } from './OnErrorFields.js'
import { StepLimitFields } from './StepLimitFields.js'
import { useStepsEditor } from './steps_context.js'
import { choicesOf } from './TriggerTypeInput.js'
import { fieldsOf } from './workflow_form.js'
import type { StepForm } from './step_form.js'

/** The fields that belong to the type of a step. */
const ofType = ['config', 'systemId', 'endpointId'] as const
type TypeFields = Pick<StepForm, (typeof ofType)[number]>

/** Name, type and configuration of one step. */
export function StepFields({ source }: { source: string }) {
  const translate = useTranslate()
  const text = (key: string) => translate(`flows.workflows.form.${key}`)
  const { kinds } = useStepsEditor()
  const label = useKindLabel('stepType')
  const { setValue, getValues, unregister } = useFormContext()
  const type = useWatch({ name: `${source}.type` }) as string
  const stored = getValues(`${source}.stored`) as StepForm['stored']
  const kind = kindNamed(kinds.steps, type)
  const drafts = useKindDrafts<TypeFields>()
  const begin = () => {
    const chosen = getValues(`${source}.type`) as string
    const left = getValues(source) as StepForm
    const entered = Object.fromEntries(ofType.map((name) => [name, left[name]]))
    const next = drafts(type, entered as TypeFields, chosen) ?? {
      config: fieldsOf(kinds.steps, chosen, stored?.type === chosen ? stored.config : {}),
      systemId: '',
      endpointId: '',
    }
    // Rules of removed fields would keep the form invalid.
    unregister(ofType.map((name) => `${source}.${name}`))
    for (const name of ofType) setValue(`${source}.${name}`, next[name])
  }
  return (
    <>
      <FieldRow>
        <SelectInput
          source={`${source}.type`}
          label={text('stepType')}
          optionText={kindOption}
          choices={choicesOf(kinds.steps, stored?.type, label)}
          onChange={begin}
          validate={required()}
        />
        <TextInput
          source={`${source}.name`}
          label={text('stepName')}
          placeholder={label(type)}
          validate={maxLength(100)}
          autoComplete="off"
        />
      </FieldRow>
      <KindFields
        point="flows.stepTypes"
        name={type}
        kind={kind}
        source={`${source}.config`}
        stored={stored?.type === type ? stored.config : undefined}
      />
      {kind && (
        <>
          <StepLimitFields source={`${source}.limits`} />
          <OnErrorFields source={`${source}.onError`} />
        </>
      )}
    </>
  )
}
