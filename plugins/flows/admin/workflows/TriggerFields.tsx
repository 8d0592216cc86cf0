import { kindNamed } from '@crossdock/admin/kit'
import type { Workflow } from '@crossdock/client'
import { useTranslate } from 'ra-core'
import { useWatch } from 'react-hook-form'
import { FieldGroup } from './FieldGroup.js'
import { KindFields } from './KindFields.js'
import type { FlowKinds } from './kinds.js'
import type { WorkflowForm } from './workflow_form.js'

interface TriggerFieldsProps {
  kinds: FlowKinds
  stored: Pick<Workflow, 'triggerType' | 'triggerConfig'> | undefined
}

/** The configuration of the trigger, by trigger type. */
export function TriggerFields({ kinds, stored }: TriggerFieldsProps) {
  const translate = useTranslate()
  const type = useWatch<WorkflowForm, 'triggerType'>({ name: 'triggerType' })
  return (
    <FieldGroup title={translate('flows.workflows.form.trigger')}>
      <KindFields
        point="flows.triggers"
        name={type}
        kind={kindNamed(kinds.triggers, type)}
        source="triggerConfig"
        stored={stored?.triggerType === type ? stored.triggerConfig : undefined}
      />
    </FieldGroup>
  )
}
